import { LRUCache } from "lru-cache";
import { type FreeDay, freeStarts } from "#app/availability/free-starts.ts";
import type { WorkingTime } from "#app/availability/working-time.db.server.ts";
import { listBusyFor, questionFrom } from "#app/booking/free-times.db.server.ts";
import { type FreeTimes, getOffer } from "#app/booking/free-times.server.ts";
import type { Offer, OfferInput, OfferOutcome } from "#app/catalogue/offer.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Database } from "#app/platform/database/database.server.ts";
import { getContentVersion } from "#app/platform/http/content-version.server.ts";
import { readHours, readPractice } from "#app/practice/read-practice.server.ts";
import type { BookingRules } from "#app/settings/booking-rules.ts";

const MOST = 50;
const MINUTE_MS = 60_000;

type FreeTimesInput = OfferInput & { from: string; to: string };

type Plan = {
  ask: { offer: Offer; rules: BookingRules; from: string; to: string };
  working: Map<string, WorkingTime>;
  last: { met: string; days: FreeDay[] } | null;
};

const plansOf = new WeakMap<Database, LRUCache<string, Plan>>();

/**
 * Like `askFreeTimes`, with the practice's own data cached per content version. Bookings are read for each answer, so
 * none is stale. The same bookings in the same minute give the same `days` object.
 */
export async function cachedFreeTimes(
  app: AppContext,
  input: FreeTimesInput,
): Promise<({ kind: "times" } & FreeTimes) | Exclude<OfferOutcome, { kind: "offer" }>> {
  const key = JSON.stringify([
    ...[await getContentVersion(app), input.service, input.minutes ?? null],
    ...[input.therapist ?? null, input.from, input.to],
  ]);
  const plans = plansIn(app.db);
  const plan = plans.get(key) ?? (await makePlan(app, input));
  if ("kind" in plan) return plan;
  plans.set(key, plan);
  const busy = await listBusyFor(app.db.kysely, plan.ask);
  const now = app.clock.now();
  // Slots start at whole minutes, so none can pass the notice within a minute.
  const met = `${Math.ceil(now / MINUTE_MS)} ${JSON.stringify(busy)}`;
  if (plan.last?.met !== met) {
    plan.last = { met, days: freeStarts(questionFrom({ ...plan.ask, now }, plan.working, busy)) };
  }
  return { kind: "times", offer: plan.ask.offer, zone: plan.ask.rules.zone, days: plan.last.days };
}

async function makePlan(
  app: AppContext,
  input: FreeTimesInput,
): Promise<Plan | Exclude<OfferOutcome, { kind: "offer" }>> {
  const outcome = await getOffer(app, input);
  if (outcome.kind === "unknown") return outcome;
  const { offer, rules } = outcome;
  const { from, to } = input;
  const therapistIds = offer.therapists.map((therapist) => therapist.id);
  const working = await readHours(app.db.kysely, await readPractice(app), { therapistIds, from, to });
  return { ask: { offer, rules, from, to }, working, last: null };
}

function plansIn(db: Database): LRUCache<string, Plan> {
  const plans = plansOf.get(db) ?? new LRUCache<string, Plan>({ max: MOST });
  plansOf.set(db, plans);
  return plans;
}

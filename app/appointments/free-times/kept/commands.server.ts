import { type FreeTimes, readOffer } from "#app/appointments/free-times/commands.server.ts";
import { questionFrom, readBusyFor } from "#app/appointments/free-times/store.server.ts";
import { type FreeDay, freeStarts } from "#app/availability/free-starts.ts";
import { readWorkingTime, type WorkingTime } from "#app/availability/store.server.ts";
import type { Offer, OfferOutcome, OfferWish } from "#app/catalogue/offer.ts";
import type { Database } from "#app/platform/database/database.server.ts";
import { readContentVersion } from "#app/platform/http/content-version.server.ts";
import type { World } from "#app/platform/world.server.ts";
import type { BookingRules } from "#app/settings/booking-rules.ts";

const MOST = 50;
const MINUTE_MS = 60_000;

type Wish = OfferWish & { from: string; to: string };

/** What a wish needs besides the bookings, and the answer to the bookings that were met last. */
type Plan = {
  ask: { offer: Offer; rules: BookingRules; from: string; to: string };
  working: Map<string, WorkingTime>;
  last: { met: string; days: FreeDay[] } | null;
};

const plansOf = new WeakMap<Database, Map<string, Plan>>();

/**
 * The free times of a wish, like `askFreeTimes` and never older: the bookings are read for each answer, what the
 * practice edits once per content version. The same bookings in the same minute are answered by the same `days`.
 */
export async function keptFreeTimes(
  world: World,
  wish: Wish,
): Promise<({ kind: "times" } & FreeTimes) | Exclude<OfferOutcome, { kind: "offer" }>> {
  const key = JSON.stringify([
    ...[await readContentVersion(world), wish.service, wish.minutes ?? null],
    ...[wish.therapist ?? null, wish.from, wish.to],
  ]);
  const plans = plansIn(world.db);
  const plan = plans.get(key) ?? (await makePlan(world, wish));
  if ("kind" in plan) return plan;
  keep(plans, key, plan);
  const busy = await readBusyFor(world.db.kysely, plan.ask);
  const now = world.clock.now();
  // Slots start at whole minutes, so that none passes the notice within one.
  const met = `${Math.ceil(now / MINUTE_MS)} ${JSON.stringify(busy)}`;
  if (plan.last?.met !== met) {
    plan.last = { met, days: freeStarts(questionFrom({ ...plan.ask, now }, plan.working, busy)) };
  }
  return { kind: "times", offer: plan.ask.offer, zone: plan.ask.rules.zone, days: plan.last.days };
}

async function makePlan(world: World, wish: Wish): Promise<Plan | Exclude<OfferOutcome, { kind: "offer" }>> {
  const outcome = await readOffer(world, wish);
  if (outcome.kind === "unknown") return outcome;
  const { offer, rules } = outcome;
  const { from, to } = wish;
  const therapistIds = offer.therapists.map((therapist) => therapist.id);
  const working = await readWorkingTime(world.db.kysely, { therapistIds, from, to });
  return { ask: { offer, rules, from, to }, working, last: null };
}

function plansIn(db: Database): Map<string, Plan> {
  const plans = plansOf.get(db) ?? new Map<string, Plan>();
  plansOf.set(db, plans);
  return plans;
}

/** The one longest unasked goes first. */
function keep(plans: Map<string, Plan>, key: string, plan: Plan): void {
  plans.delete(key);
  plans.set(key, plan);
  if (plans.size > MOST) plans.delete(plans.keys().next().value as string);
}

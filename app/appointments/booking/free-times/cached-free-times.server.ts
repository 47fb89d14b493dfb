import { LRUCache } from "lru-cache";
import type { Busy } from "#app/appointments/appointments.db.server.ts";
import { listBusyFor, questionFrom } from "#app/appointments/booking/free-times/free-times.db.server.ts";
import { type FreeTimes, getOffer } from "#app/appointments/booking/free-times/free-times.server.ts";
import { type FreeDay, freeStarts } from "#app/availability/free-starts.ts";
import { isBooked } from "#app/availability/interval.ts";
import type { Offer, OfferInput, OfferOutcome } from "#app/catalogue/service.ts";
import type { WorkingTime } from "#app/hours/working-time.db.server.ts";
import type { AppContext, Database } from "#app/platform/app-context.server.ts";
import { getContentVersion } from "#app/platform/http/content-version.server.ts";
import { readHours, readPractice } from "#app/practice/read-practice.server.ts";
import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";

const MOST = 50;
const MINUTE_MS = 60_000;

type FreeTimesInput = OfferInput & { from: string; to: string };

type Plan = {
  ask: { offer: Offer; rules: BookingRules; from: string; to: string };
  working: Map<string, WorkingTime>;
  /** When calendars elsewhere are busy: as old as the content version, which a change there raises. */
  elsewhere: readonly Busy[] | null;
  last: { minute: number; booked: readonly Busy[]; days: FreeDay[] } | null;
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
    ...[input.therapist ?? null, input.before ?? null, input.from, input.to],
  ]);
  const known = plansIn(app.db).get(key);
  if (known) return timesOf(known, await daysOf(app, known));
  const outcome = await getOffer(app, input);
  if (outcome.kind === "not-found") return outcome;
  const { offer, rules } = outcome;
  const plan = await makePlan(app, { offer, rules, from: input.from, to: input.to });
  plansIn(app.db).set(key, plan);
  return timesOf(plan, await daysOf(app, plan));
}

/** The same for an offer that is known already. */
export async function cachedFreeDays(app: AppContext, ask: Plan["ask"]): Promise<FreeDay[]> {
  const { service, length, therapists, extra = 0 } = ask.offer;
  const key = JSON.stringify([
    ...[await getContentVersion(app), service.id, length.minutes, extra],
    ...[therapists.map(({ id }) => id), ask.from, ask.to],
  ]);
  const plan = plansIn(app.db).get(key) ?? (await makePlan(app, ask));
  plansIn(app.db).set(key, plan);
  return daysOf(app, plan);
}

async function daysOf(app: AppContext, plan: Plan): Promise<FreeDay[]> {
  const read = await listBusyFor(app.db.kysely, { ...plan.ask, bookedOnly: plan.elsewhere !== null });
  plan.elsewhere ??= read.filter((block) => !isBooked(block));
  const booked = read.filter(isBooked);
  const now = app.clock.now();
  // Slots start at whole minutes, so none can pass the notice within a minute.
  const minute = Math.ceil(now / MINUTE_MS);
  const { last } = plan;
  if (last?.minute === minute && areSame(last.booked, booked)) return last.days;
  const days = freeStarts(questionFrom({ ...plan.ask, now }, plan.working, [...booked, ...plan.elsewhere]));
  plan.last = { minute, booked, days };
  return days;
}

function areSame(some: readonly Busy[], others: readonly Busy[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ therapistId, start, end }, index) => {
      const other = others[index];
      return start === other?.start && end === other.end && therapistId === other.therapistId;
    })
  );
}

function timesOf({ ask }: Plan, days: FreeDay[]): { kind: "times" } & FreeTimes {
  return { kind: "times", offer: ask.offer, zone: ask.rules.zone, days };
}

async function makePlan(app: AppContext, ask: Plan["ask"]): Promise<Plan> {
  const { from, to } = ask;
  const therapistIds = ask.offer.therapists.map((therapist) => therapist.id);
  const working = await readHours(app.db.kysely, await readPractice(app), { therapistIds, from, to });
  return { ask, working, elsewhere: null, last: null };
}

function plansIn(db: Database): LRUCache<string, Plan> {
  const plans = plansOf.get(db) ?? new LRUCache<string, Plan>({ max: MOST });
  plansOf.set(db, plans);
  return plans;
}

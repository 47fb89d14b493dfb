import { type Appointment, extraMinutesOf } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { practiceRules } from "#app/appointments/booking/free-times/assign-therapist.ts";
import { type Ask, getQuestion } from "#app/appointments/booking/free-times/free-times.db.server.ts";
import { getOffer } from "#app/appointments/booking/free-times/free-times.server.ts";
import { type FreeDay, freeStarts } from "#app/availability/free-starts.ts";
import { everyStart, practiceStarts } from "#app/availability/practice-starts.ts";
import { type Priced, type PriceRange, pricesOn } from "#app/catalogue/quote.ts";
import type { OfferInput } from "#app/catalogue/service.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, instantOf, localDateOf, localMinuteOf } from "#app/platform/date-time.ts";
import { type Actor, covers, requireScope, type Scope } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const MINUTE_MS = 60_000;
const DAYS_SEARCHED = 21;

/**
 * `day` is a local date; `except`: the id of the appointment that is being changed, whose time counts as free;
 * `within`: the gap to fill, in minutes of the day.
 */
type Input = OfferInput & { day: string; except: string | null; within?: Gap };
type Gap = { after: number; before: number };

/**
 * `starts`: those offered first; `every`: all of the day; `next`: the first one after a day that has none, within three
 * weeks.
 */
export type PracticeTimes =
  | {
      kind: "times";
      zone: string;
      starts: number[];
      every: number[];
      next: number | null;
      state: FreeDay["state"];
      closed: boolean;
      /** What it costs that day; null for an appointment that is moved, which keeps its price. */
      prices: PriceRange | null;
    }
  | { kind: "not-found"; message: string };

/** The starts of one day offered to the practice; visitors' notice does not apply. For the practice only. */
export async function practiceTimes(app: AppContext, actor: Actor, input: Input): Promise<PracticeTimes> {
  const scope = requireScope(actor, "change", "appointments");
  const db = app.db.kysely;
  const changed = input.except ? await getAppointment(db, input.except) : null;
  const moved = changed && covers(scope, changed.therapistId) ? changed : null;
  const whole: OfferOutcome = moved ? await movedAsk(app, moved, input) : await getOffer(app, input);
  const found = whole.kind === "not-found" ? whole : offerWithin(scope, whole);
  if (found.kind === "not-found") return found;
  const rules = practiceRules(found.rules);
  const ask = { offer: found.offer, rules, now: app.clock.now(), except: moved?.id ?? null };
  const question = await getQuestion(db, { ...ask, from: input.day, to: input.day });
  const [day] = freeStarts(question);
  const fits = fitting({ ...input, zone: rules.zone, minutes: question.length });
  const every = everyStart(question).filter(fits);
  const own = every.filter((start) => start === moved?.start);
  const starts = [...new Set([...practiceStarts(question).filter(fits), ...own])].sort((a, b) => a - b);
  const isSearched = starts.length === 0 && !input.within;
  return {
    kind: "times",
    zone: rules.zone,
    starts,
    every,
    next: isSearched ? await nextStart(app, ask, input.day) : null,
    state: day?.state ?? "outside",
    closed: day?.closure != null,
    prices: pricesOf(found.offer, input.day),
  };
}

function pricesOf({ length: { pricePence, rules }, therapists }: PricedOffer, date: string): PriceRange | null {
  if (pricePence === undefined) return null;
  return pricesOn({ pricePence, rules }, { therapistIds: therapists.map(({ id }) => id), date });
}

/** In minutes of the day: from the first, until before the second. */
type Hours = { from: number; until: number };

const EARLIEST = 5;

/**
 * The next five starts from now on, or from the day `from` on, within these hours of a day, over at most twelve weeks.
 * For the practice only.
 */
export async function earliestTimes(
  app: AppContext,
  actor: Actor,
  { hours: { from, until }, from: firstDay = null, ...input }: OfferInput & { hours: Hours; from?: string | null },
): Promise<{ kind: "times"; zone: string; starts: number[] } | { kind: "not-found"; message: string }> {
  const scope = requireScope(actor, "change", "appointments");
  const whole = await getOffer(app, input);
  const found = whole.kind === "not-found" ? whole : offerWithin(scope, whole);
  if (found.kind === "not-found") return found;
  const rules = practiceRules(found.rules);
  const now = app.clock.now();
  const starts: number[] = [];
  const today = localDateOf(now, rules.zone);
  let day = firstDay !== null && firstDay > today ? firstDay : today;
  const last = addDays(day, 12 * 7);
  while (starts.length < EARLIEST && day < last) {
    const to = addDays(day, DAYS_SEARCHED - 1);
    const question = await getQuestion(app.db.kysely, { offer: found.offer, rules, now, except: null, from: day, to });
    const fitting = practiceStarts(question).filter((start) => {
      const minute = localMinuteOf(start, rules.zone);
      return from <= minute && minute < until;
    });
    starts.push(...spread(fitting, rules.zone));
    day = addDays(to, 1);
  }
  return { kind: "times", zone: rules.zone, starts: starts.slice(0, EARLIEST) };
}

const MOST_OF_A_DAY = 2;

/** At most two of a day: whoever can't come that day needs another. */
function spread(starts: readonly number[], zone: string): number[] {
  const taken = new Map<string, number>();
  return starts.filter((start) => {
    const day = localDateOf(start, zone);
    const count = (taken.get(day) ?? 0) + 1;
    taken.set(day, count);
    return count <= MOST_OF_A_DAY;
  });
}

/** Whether the whole length lies in the gap. A gap until midnight ends with the day. */
function fitting({ within, day, zone, minutes }: Pick<Input, "within" | "day"> & { zone: string; minutes: number }) {
  if (!within) return () => true;
  const [from, to] = [instantOf(day, within.after, zone), instantOf(day, within.before || 1440, zone)];
  return (start: number) => from <= start && start + minutes * MINUTE_MS <= to;
}

async function nextStart(app: AppContext, ask: Omit<Ask, "from" | "to">, day: string): Promise<number | null> {
  const today = localDateOf(ask.now, ask.rules.zone);
  const from = day < today ? today : addDays(day, 1);
  const question = await getQuestion(app.db.kysely, { ...ask, from, to: addDays(from, DAYS_SEARCHED - 1) });
  return practiceStarts(question)[0] ?? null;
}

type PricedOffer = Ask["offer"] & { length: Partial<Priced> };

type OfferOutcome = { kind: "offer"; offer: PricedOffer; rules: Ask["rules"] } | { kind: "not-found"; message: string };

function offerWithin(scope: Scope, found: Exclude<OfferOutcome, { kind: "not-found" }>): OfferOutcome {
  const therapists = found.offer.therapists.filter(({ id }) => covers(scope, id));
  if (therapists.length === 0) return { kind: "not-found", message: "You don’t have access to this diary" };
  return { ...found, offer: { ...found.offer, therapists } };
}

/** With the booked buffers, any length and any therapist, as `moveAppointment` accepts them. */
async function movedAsk(app: AppContext, moved: Appointment, { minutes, therapist }: Input): Promise<OfferOutcome> {
  const found = (await readPractice(app)).therapists.find(({ slug }) => slug === therapist);
  if (therapist && !found) return { kind: "not-found", message: "This therapist has left the team" };
  const buffers = {
    bufferBefore: (moved.start - moved.blockStart) / MINUTE_MS,
    bufferAfter: (moved.blockEnd - moved.end) / MINUTE_MS,
  };
  const offer = {
    service: buffers,
    length: { minutes: minutes ?? moved.minutes },
    extra: extraMinutesOf(moved),
    therapists: [{ id: found?.id ?? moved.therapistId }],
  };
  return { kind: "offer", offer, rules: (await readPractice(app)).settings.bookingRules };
}

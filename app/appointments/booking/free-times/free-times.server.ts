import type { Appointment } from "#app/appointments/appointment.ts";
import { getQuestion, listBusyFor, questionFrom } from "#app/appointments/booking/free-times/free-times.db.server.ts";
import { type FreeDay, freeStarts } from "#app/availability/free-starts.ts";
import { bookableIn, type Offer, type OfferInput, type OfferOutcome, resolveOffer } from "#app/catalogue/service.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readHours, readPractice } from "#app/practice/read-practice.server.ts";
import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";

/** An appointment that is being moved. */
export type Moving = Pick<Appointment, "id" | "start" | "serviceId" | "therapistId" | "minutes">;

export type FreeTimes = { offer: Offer; zone: string; days: FreeDay[] };

/** `from` and `to` are inclusive local dates. */
export async function askFreeTimes(
  app: AppContext,
  input: OfferInput & { from: string; to: string },
): Promise<({ kind: "times" } & FreeTimes) | Exclude<OfferOutcome, { kind: "offer" }>> {
  const outcome = await getOffer(app, input);
  if (outcome.kind === "not-found") return outcome;
  const { offer, rules } = outcome;
  const days = await freeDays(app, { offer, rules, from: input.from, to: input.to });
  return { kind: "times", offer, zone: rules.zone, days };
}

export async function getOffer(
  app: AppContext,
  input: OfferInput,
): Promise<{ kind: "offer"; offer: Offer; rules: BookingRules } | Exclude<OfferOutcome, { kind: "offer" }>> {
  const practice = await readPractice(app);
  const outcome = resolveOffer(bookableIn(practice, { slug: input.service }), input);
  return outcome.kind === "not-found" ? outcome : { ...outcome, rules: practice.settings.bookingRules };
}

type FreeOf = { offer: Offer; days: FreeDay[] };

/** The same for several offers, with one read of the bookings of all their therapists. */
export async function freeDaysOfEach(
  app: AppContext,
  { offers, ...range }: { offers: readonly Offer[]; rules: BookingRules; from: string; to: string },
): Promise<FreeOf[]> {
  const db = app.db.kysely;
  const now = app.clock.now();
  const therapists = [...new Map(offers.flatMap(({ therapists }) => therapists.map((one) => [one.id, one]))).values()];
  const therapistIds = therapists.map(({ id }) => id);
  const working = await readHours(db, await readPractice(app), { therapistIds, from: range.from, to: range.to });
  const busy = await listBusyFor(db, { ...range, offer: { therapists } });
  return offers.map((offer) => ({ offer, days: freeStarts(questionFrom({ ...range, offer, now }, working, busy)) }));
}

/**
 * `moving`: an appointment that is being moved. Its time counts as free, and its present start is not offered again,
 * unless with another therapist, or as another service or length.
 */
export async function freeDays(
  app: AppContext,
  range: { offer: Offer; rules: BookingRules; from: string; to: string; moving?: Moving | null },
): Promise<FreeDay[]> {
  const { moving, ...query } = range;
  const ask = { ...query, except: moving?.id, now: app.clock.now(), practice: await readPractice(app) };
  const days = freeStarts(await getQuestion(app.db.kysely, ask));
  const { service, length, therapists } = query.offer;
  const isSame = moving?.serviceId === service.id && moving.minutes === length.minutes;
  return isSame && therapists.some(({ id }) => id === moving.therapistId)
    ? days.map((day) => withoutStart(day, moving.start))
    : days;
}

function withoutStart(day: FreeDay, start: number): FreeDay {
  const slots = day.slots.filter((slot) => slot.start !== start);
  return { ...day, slots, state: day.state === "open" && slots.length === 0 ? "full" : day.state };
}

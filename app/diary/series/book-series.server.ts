import { type Appointment, CONFIRMED } from "#app/appointments/appointment.ts";
import { getByIdempotency, insertSeries } from "#app/appointments/appointments.db.server.ts";
import { newAppointment } from "#app/appointments/booking/book.server.ts";
import { venueFor } from "#app/appointments/home-visit.form.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import type { Offer } from "#app/catalogue/offer.ts";
import { clientFor } from "#app/clients/client-for-booking.server.ts";
import { knownDetails } from "#app/diary/booking/known-details.server.ts";
import type { PracticeField } from "#app/diary/booking/practice-booking.form.ts";
import { type Fault, findFault } from "#app/diary/series/check-series.ts";
import { FEWEST, type SeriesRule } from "#app/diary/series/occurrences.ts";
import { getOffers, questionAround } from "#app/diary/series/preview-series.server.ts";
import type { Chosen, SeriesInput } from "#app/diary/series/series.form.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import { type Idempotency, idempotencyOf } from "#app/platform/form-draft.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { requireScope } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import type { Settings } from "#app/settings/settings.ts";

/** `chosen`: in any order. `key`: the same form sent twice books once. */
type Input = { input: SeriesInput; rule: SeriesRule; chosen: readonly Chosen[]; key: string | null };

export type SeriesOutcome =
  /** The first of them. */
  | { kind: "booked"; appointment: Appointment; count: number }
  | { kind: "warned"; messages: string[] }
  /** Nothing is booked: one of them is not what was shown any more, or two overlap. */
  | Fault
  | { kind: "invalid"; field: PracticeField; message: string };

type BookingRequest = Input & {
  actor: Actor;
  offer: Offer;
  settings: Pick<Settings, "bookingRules" | "practiceMails">;
  idempotency: Idempotency | null;
};

/** Books the chosen appointments: all or none. For the practice only. */
export async function bookSeries(app: AppContext, actor: Actor, asked: Input): Promise<SeriesOutcome> {
  requireScope(actor, "change", "series");
  const { input, rule, chosen, key } = asked;
  if (chosen.length < FEWEST) {
    return { kind: "invalid", field: "time", message: "Choose two times or more. One alone is booked without Repeat" };
  }
  const idempotency = key ? idempotencyOf(key, { scope: "series", content: { ...input, ...rule } }) : null;
  return schedule.retryOnConflict(app, async (tx, now): Promise<SeriesOutcome | schedule.Conflict> => {
    await lockForReading(tx, "offer");
    const before = idempotency && (await getByIdempotency(tx, idempotency));
    if (before?.isSame) {
      return { kind: "booked", appointment: before.appointment, count: before.appointment.series?.total ?? 1 };
    }
    const practice = await readPractice(app, tx);
    const offers = getOffers(practice, { ...input, therapist: null });
    if (offers.kind === "not-found") return { ...offers, kind: "invalid" };
    const { settings } = practice;
    return bookWithin(tx, { app, now, request: { ...asked, actor, offer: offers.anyone, settings, idempotency } });
  });
}

async function bookWithin(
  tx: Tx,
  { app, now, request }: { app: AppContext; now: number; request: BookingRequest },
): Promise<SeriesOutcome | schedule.Conflict> {
  const { actor, input, offer, settings, rule, idempotency } = request;
  const rules = settings.bookingRules;
  const idOf = new Map(offer.therapists.map(({ id, slug }) => [slug, id]));
  const chosen = request.chosen
    .map(({ start, therapist, despite }) => ({ start, despite, therapistId: idOf.get(therapist) ?? "" }))
    .sort((one, other) => one.start - other.start);
  const starts = chosen.map(({ start }) => start);
  const fault = findFault(await questionAround(tx, { offer, rules, starts, now }), chosen);
  if (fault) return fault;
  const place = venueFor(offer.service, input);
  if (place.kind === "invalid") return place;
  const warnings = input.despite ? [] : await knownDetails(tx, input, "all");
  if (warnings.length > 0) return { kind: "warned", messages: warnings };

  const series = { id: newId(), total: chosen.length };
  const { name, phone, email } = input;
  const made = chosen.map(({ start, therapistId }, index) => ({
    ...newAppointment(
      { input: { start, name, phone, email }, offer, actor },
      { therapistId, status: CONFIRMED, rules, venue: place.venue },
    ),
    series: { ...series, position: index + 1 },
  }));
  const [first] = made;
  if (!first) return { kind: "invalid", field: "time", message: "Choose two times or more" };
  const { id: clientId } = await clientFor(tx, { ...first, by: "practice", clientId: input.client ?? null }, now);
  await insertSeries(tx, { id: series.id, ...rule }, now);
  const drafts = made.map((appointment) => ({
    ...appointment,
    clientId,
    detailsDiffer: false,
    // The first one's key stands for all.
    idempotency: appointment === first ? idempotency : null,
    source: "practice" as const,
    createdAt: now,
  }));
  const outcome = await schedule.place(tx, drafts, {
    app,
    actor,
    from: "series",
    settings,
    now,
    notify: input.tell === "on" ? "everyone" : "team",
    detail: { service: offer.service.slug },
  });
  return outcome.kind === "conflict" ? outcome : { kind: "booked", appointment: first, count: made.length };
}

import { type Appointment, CONFIRMED } from "#app/appointments/appointment.ts";
import { getByIdempotency, insertAppointment } from "#app/appointments/appointments.db.server.ts";
import { changeAppointment, LostRace } from "#app/appointments/change-appointment.server.ts";
import { insertClaimsOfAll } from "#app/appointments/claims.db.server.ts";
import { manageSecretOf } from "#app/appointments/manage-link.server.ts";
import { reminderOf } from "#app/appointments/reminder.ts";
import { insertSeries } from "#app/appointments/series.db.server.ts";
import { seriesMessage } from "#app/appointments/series-message.ts";
import { inItsTime, mailsToOthers } from "#app/appointments/tell-of-change.server.ts";
import { venueFor } from "#app/appointments/visit.form.ts";
import { newAppointment } from "#app/booking/book.server.ts";
import type { Offer } from "#app/catalogue/offer.ts";
import { clientFor } from "#app/clients/client-for-booking.server.ts";
import { knownDetails } from "#app/diary/known-details.server.ts";
import type { PracticeField } from "#app/diary/practice-booking.form.ts";
import type { Due } from "#app/outbox/message.ts";
import { enqueue } from "#app/outbox/outbox.db.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import { type Idempotency, idempotencyOf } from "#app/platform/idempotency.server.ts";
import { hashOf, newId } from "#app/platform/ids.server.ts";
import { requireReach } from "#app/platform/permissions.ts";
import { type Fault, findFault } from "#app/series/chosen-places.ts";
import { FEWEST, type SeriesRule } from "#app/series/occurrences.ts";
import { getOffers, questionAround } from "#app/series/preview-series.server.ts";
import type { Chosen, SeriesInput } from "#app/series/series.form.ts";
import type { BookingRules } from "#app/settings/booking-rules.ts";
import { getSetting } from "#app/settings/settings.db.server.ts";

/** `chosen`: in any order. `key`: the same form sent twice books once. */
type Input = { input: SeriesInput; rule: SeriesRule; chosen: readonly Chosen[]; key: string | null };

export type SeriesOutcome =
  /** The first of them. */
  | { kind: "booked"; appointment: Appointment; count: number }
  | { kind: "warned"; messages: string[] }
  /** Nothing is booked: one of them is not what was shown any more, or two overlap. */
  | Fault
  | { kind: "few"; message: string }
  | { kind: "invalid"; field: PracticeField; message: string };

type Wanted = Input & { actor: Actor; offer: Offer; rules: BookingRules; idempotency: Idempotency | null };

/**
 * Books the chosen appointments in one transaction or none of them, with one mail to the client and one to the
 * practice. The claims decide every race. For the practice only.
 */
export async function bookSeries(app: AppContext, actor: Actor, asked: Input): Promise<SeriesOutcome> {
  requireReach(actor, "change", "series");
  const { input, rule, chosen, key } = asked;
  if (chosen.length < FEWEST) {
    return { kind: "few", message: "Choose two times or more. One alone is booked without Repeat" };
  }
  const idempotency = key ? idempotencyOf(key, { scope: "series", content: { ...input, ...rule } }) : null;
  return changeAppointment(app, async (tx, now): Promise<SeriesOutcome> => {
    await lockForReading(tx, "offer");
    const before = idempotency && (await getByIdempotency(tx, idempotency));
    if (before?.isSame) {
      return { kind: "booked", appointment: before.appointment, count: before.appointment.series?.total ?? 1 };
    }
    const offers = await getOffers(tx, { ...input, therapist: null });
    if (offers.kind === "unknown") return { ...offers, kind: "invalid" };
    const rules = await getSetting(tx, app.log, "bookingRules");
    return bookWithin(tx, { app, now, wanted: { ...asked, actor, offer: offers.anyone, rules, idempotency } });
  });
}

async function bookWithin(
  tx: Tx,
  { app, now, wanted }: { app: AppContext; now: number; wanted: Wanted },
): Promise<SeriesOutcome> {
  const { actor, input, offer, rules, rule, idempotency } = wanted;
  const idOf = new Map(offer.therapists.map(({ id, slug }) => [slug, id]));
  const chosen = wanted.chosen
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
  if (!first) return { kind: "few", message: "Choose two times or more" };
  const { id: clientId } = await clientFor(tx, { ...first, by: "practice", clientId: input.client ?? null }, now);
  await insertSeries(tx, { id: series.id, ...rule }, now);
  for (const appointment of made) {
    const stored = {
      clientId,
      detailsDiffer: false,
      // The first one's key stands for all.
      idempotency: appointment === first ? idempotency : null,
      manageHash: hashOf(manageSecretOf(app, appointment)),
      source: "practice" as const,
      createdAt: now,
    };
    if (!(await insertAppointment(tx, { ...appointment, ...stored }))) throw new LostRace("sent twice");
    await writeAudit(tx, {
      at: now,
      actor: actorName(actor),
      action: "appointment.book",
      subject: { kind: "appointment", id: appointment.id },
      detail: {
        start: appointment.start,
        therapist: appointment.therapistId,
        service: offer.service.slug,
        series: `${appointment.series.position} of ${series.total}`,
      },
    });
  }
  if (!(await insertClaimsOfAll(tx, made))) throw new LostRace("one of the times was claimed a moment ago");
  const { zone, reminderHours: hours } = rules;
  const change = { how: "booked" as const, before: null };
  const { dailyAt } = await getSetting(tx, app.log, "practiceMails");
  const messages = messagesFor(made, { tell: input.tell === "on", now, hours });
  const toPractice = inItsTime(
    seriesMessage("series-booked-practice", dataOf(made)),
    { ...change, after: first },
    { now, zone, dailyAt },
  );
  const others: Due[] = [toPractice];
  for (const after of made)
    others.push(...(await mailsToOthers(tx, { ...change, after }, { actor, zone, practice: null, now })));
  await enqueue(tx, [...others, ...messages], now);
  return { kind: "booked", appointment: first, count: made.length };
}

function messagesFor(made: readonly Appointment[], told: { tell: boolean; now: number; hours: number }): Due[] {
  if (!made[0]?.email) return [];
  const toClient = told.tell ? [seriesMessage("series-booked-client", dataOf(made))] : [];
  return [...toClient, ...made.flatMap((appointment) => reminderOf(appointment, told))];
}

function dataOf(made: readonly Appointment[]) {
  return { seriesId: made[0]?.series?.id ?? "", appointmentIds: made.map(({ id }) => id) };
}

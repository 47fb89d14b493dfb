import {
  type Appointment,
  CONFIRMED,
  placeInWords,
  type SeriesPlace,
  type StatusView,
  viewStatus,
} from "#app/appointments/appointment.ts";
import { getByIdempotency, getSeries, insertSeries, listOfSeries } from "#app/appointments/appointments.db.server.ts";
import { newAppointment } from "#app/appointments/booking/book.server.ts";
import { practiceRules } from "#app/appointments/booking/free-times/assign-therapist.ts";
import { getQuestion } from "#app/appointments/booking/free-times/free-times.db.server.ts";
import { venueFor } from "#app/appointments/home-visit.form.ts";
import { getUntriedAbout } from "#app/appointments/notifications/unsent-series-mail.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import { bookableIn, type Offer, type OfferInput, resolveOffer } from "#app/catalogue/service.ts";
import type { Giver } from "#app/catalogue/therapist.ts";
import { clientFor } from "#app/clients/client-for-booking.server.ts";
import { knownDetails } from "#app/diary/booking/known-details.server.ts";
import type { PracticeField } from "#app/diary/booking/practice-booking.form.ts";
import { followingOf } from "#app/diary/series/change-following.server.ts";
import { checkSeries, DAYS_AROUND, type Fault, findFault, type Occurrence } from "#app/diary/series/check-series.ts";
import { FEWEST, occurrencesOf, ruleInWords, type SeriesRule } from "#app/diary/series/occurrences.ts";
import type { Chosen, SeriesInput } from "#app/diary/series/series.form.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import { addDays, localDateOf, localeMoment, localeTimes } from "#app/platform/date-time.ts";
import { type Idempotency, idempotencyOf } from "#app/platform/form-draft.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, requireScope, within } from "#app/platform/permissions.ts";
import type { PracticeFacts } from "#app/practice/practice.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";
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
export async function bookSeries(app: AppContext, actor: Actor, request: Input): Promise<SeriesOutcome> {
  requireScope(actor, "change", "series");
  const { input, rule, chosen, key } = request;
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
    return bookWithin(tx, { app, now, request: { ...request, actor, offer: offers.anyone, settings, idempotency } });
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

type PlaceView = { id: string; place: string; when: string; status: StatusView };

/** `following`: how many later ones still stand and have not begun. */
export type SeriesView = {
  rule: string;
  places: PlaceView[];
  following: number;
  /** What was changed together with this one, while the mail about it is held. */
  pendingChange: { kind: "cancelled" | "moved"; count: number; at: string } | null;
};

/** All of one appointment's series, for its page. For the practice only. */
export async function viewSeries(
  app: AppContext,
  actor: Actor,
  { id, series, locale }: { id: string; series: SeriesPlace; locale: string },
): Promise<SeriesView> {
  const scope = requireScope(actor, "see", "series");
  const db = app.db.kysely;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const now = app.clock.now();
  const rule = await getSeries(db, series.id);
  const appointments = within(scope, await listOfSeries(db, series.id));
  const from = appointments.find((appointment) => appointment.id === id);
  const toPlaceView = (appointment: Appointment): PlaceView => ({
    id: appointment.id,
    place: placeInWords(appointment.series) ?? "",
    when: localeMoment(appointment.start, zone, locale),
    status: viewStatus(appointment.status),
  });
  return {
    rule: rule ? ruleInWords(rule.weeks) : "Booked for two",
    places: appointments.map(toPlaceView),
    following: from && viewStatus(from.status) !== "Cancelled" ? followingOf(from, appointments, now).length - 1 : 0,
    pendingChange: from
      ? await getPendingChange(db, from, { now, time: (at) => localeTimes(at, zone, locale).time })
      : null,
  };
}

async function getPendingChange(
  db: Queries,
  appointment: Appointment,
  { now, time }: { now: number; time: (instant: number) => string },
): Promise<SeriesView["pendingChange"]> {
  const isCancelled = viewStatus(appointment.status) === "Cancelled";
  const pending = await getUntriedAbout(
    db,
    isCancelled ? "series-cancelled-client" : "series-moved-client",
    appointment,
  );
  if (!pending || pending.runAt <= now) return null;
  return { kind: isCancelled ? "cancelled" : "moved", count: pending.appointmentIds.length, at: time(pending.runAt) };
}

const QUANTUM = 5;

/** `givers`: all who give the service, to name a place's therapist. */
type SeriesPreview =
  | { kind: "preview"; occurrences: Occurrence[]; offer: Offer; givers: Giver[]; messages: string[]; zone: string }
  | { kind: "invalid"; field: PracticeField; message: string };

/** What booking this series would find now. For the practice only. */
export async function previewSeries(
  app: AppContext,
  actor: Actor,
  { input, rule }: { input: SeriesInput; rule: SeriesRule },
): Promise<SeriesPreview> {
  requireScope(actor, "change", "series");
  const db = app.db.kysely;
  const practice = await readPractice(app);
  const offers = getOffers(practice, input);
  if (offers.kind === "not-found") return { ...offers, kind: "invalid" };
  if (rule.minute % QUANTUM !== 0) {
    return { kind: "invalid", field: "time", message: "Enter a time of whole five minutes, like 10:35" };
  }
  const { offer, anyone } = offers;
  const rules = practice.settings.bookingRules;
  const found = occurrencesOf(rule, rules.zone);
  if (found.kind === "invalid") return found;
  const { starts } = found;
  const question = await questionAround(db, { offer: anyone, rules, starts, now: app.clock.now() });
  const therapistIds = offer.therapists.map(({ id }) => id);
  return {
    kind: "preview",
    occurrences: checkSeries(question, { starts, therapistIds }),
    offer,
    givers: anyone.therapists,
    messages: await knownDetails(db, input, "all"),
    zone: rules.zone,
  };
}

/** The offer as asked for, and the same from anybody who gives it. */
function getOffers(practice: PracticeFacts, input: OfferInput) {
  const catalogue = bookableIn(practice, { slug: input.service });
  const resolved = resolveOffer(catalogue, input);
  if (resolved.kind === "not-found") return resolved;
  const anyone = resolveOffer(catalogue, { ...input, therapist: null });
  return anyone.kind === "not-found"
    ? anyone
    : { kind: "offers" as const, offer: resolved.offer, anyone: anyone.offer };
}

/** All that the engine needs for these starts and the times near them. */
function questionAround(
  db: Queries,
  { offer, rules, starts, now }: { offer: Offer; rules: BookingRules; starts: readonly number[]; now: number },
) {
  const first = localDateOf(Math.min(...starts), rules.zone);
  const last = localDateOf(Math.max(...starts), rules.zone);
  const range = { from: addDays(first, -DAYS_AROUND), to: addDays(last, DAYS_AROUND) };
  return getQuestion(db, { offer, rules: practiceRules(rules), now, ...range });
}

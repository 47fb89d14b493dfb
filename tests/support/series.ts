import type { Appointment } from "#app/appointments/appointment.ts";
import { listOfSeries } from "#app/appointments/appointments.db.server.ts";
import { bookSeries, previewSeries, type SeriesOutcome } from "#app/diary/series/book-series.server.ts";
import { isFree, type Occurrence } from "#app/diary/series/check-series.ts";
import { type Chosen, parseSeries } from "#app/diary/series/series.form.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Fields } from "#app/platform/form-fields.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { WEDNESDAY } from "#tests/support/booking-inputs.ts";
import { practice } from "#tests/support/practice.ts";

const USUAL = {
  service: "deep-tissue-massage",
  therapist: "tom-ellery",
  day: WEDNESDAY,
  time: "10:00",
  name: "Serena Ries",
  email: "serena@example.com",
  tell: "on",
};

/** A filled-in form: Tom on Wednesdays at ten by default. */
export function seriesSent(typed: Fields = {}) {
  const sent = parseSeries({ ...USUAL, ...typed });
  if (sent.kind === "invalid") throw new Error(JSON.stringify(sent.errors));
  return { input: sent.input, rule: sent.rule };
}

export async function seriesPreview(app: AppContext, typed: Fields = {}) {
  const preview = await previewSeries(app, practice, seriesSent(typed));
  if (preview.kind === "invalid") throw new Error(preview.message);
  const slugs = new Map(preview.givers.map(({ id, slug }) => [id, slug]));
  const chosenOf = ({ place, warnings }: Occurrence): Chosen[] =>
    place ? [{ start: place.start, therapist: slugs.get(place.therapistId) ?? "", despite: warnings.length > 0 }] : [];
  return { ...preview, free: preview.occurrences.filter(isFree).flatMap(chosenOf), chosenOf };
}

/** Books these places, all that are free by default. */
export async function bookAll(
  app: AppContext,
  typed: Fields = {},
  { chosen, key = null, actor = practice }: { chosen?: readonly Chosen[]; key?: string | null; actor?: Actor } = {},
): Promise<SeriesOutcome> {
  const places = chosen ?? (await seriesPreview(app, typed)).free;
  return bookSeries(app, actor, { ...seriesSent(typed), chosen: places, key });
}

/** The same, and fails the test if refused. */
export async function seriesBooked(app: AppContext, typed: Fields = {}): Promise<Appointment[]> {
  const outcome = await bookAll(app, typed);
  if (outcome.kind !== "booked") throw new Error(`Not booked: ${JSON.stringify(outcome)}`);
  return listOfSeries(app.db.kysely, outcome.appointment.series?.id ?? "");
}

/** A series of four on evenings from this day on, whatever the hours and holidays are then. */
export async function seriesFrom(app: AppContext, day: string, typed: Fields = {}): Promise<Appointment[]> {
  const evenings = { day, time: "20:30", times: "4", ...typed };
  const { occurrences, chosenOf } = await seriesPreview(app, evenings);
  const outcome = await bookAll(app, evenings, { chosen: occurrences.flatMap(chosenOf) });
  if (outcome.kind !== "booked") throw new Error(`Not booked: ${JSON.stringify(outcome)}`);
  return listOfSeries(app.db.kysely, outcome.appointment.series?.id ?? "");
}

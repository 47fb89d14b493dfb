import {
  type Appointment,
  placeInWords,
  type SeriesPlace,
  type StatusView,
  viewStatus,
} from "#app/appointments/appointment.ts";
import { getSeries, listOfSeries } from "#app/appointments/appointments.db.server.ts";
import { getHeldAbout } from "#app/appointments/notifications/unsent-series-mail.server.ts";
import { localeMoment, localeTimes } from "#app/appointments/time-words.ts";
import { followingOf } from "#app/diary/series/following.ts";
import { ruleInWords } from "#app/diary/series/occurrences.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { requireScope, within } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

type PlaceView = { id: string; place: string; when: string; status: StatusView };

/** `following`: how many later ones still stand and have not begun. */
export type SeriesView = {
  rule: string;
  places: PlaceView[];
  following: number;
  /** What was changed together with this one, while the mail about it is held. */
  held: { kind: "cancelled" | "moved"; count: number; at: string } | null;
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
  const shown = (appointment: Appointment): PlaceView => ({
    id: appointment.id,
    place: placeInWords(appointment.series) ?? "",
    when: localeMoment(appointment.start, zone, locale),
    status: viewStatus(appointment.status),
  });
  return {
    rule: ruleInWords(rule?.weeks ?? 1),
    places: appointments.map(shown),
    following: from && viewStatus(from.status) !== "Cancelled" ? followingOf(from, appointments, now).length - 1 : 0,
    held: from ? await heldOf(db, from, { now, time: (at) => localeTimes(at, zone, locale).time }) : null,
  };
}

async function heldOf(
  db: Queries,
  appointment: Appointment,
  { now, time }: { now: number; time: (instant: number) => string },
): Promise<SeriesView["held"]> {
  const isCancelled = viewStatus(appointment.status) === "Cancelled";
  const held = await getHeldAbout(db, isCancelled ? "series-cancelled-client" : "series-moved-client", appointment);
  if (!held || held.runAt <= now) return null;
  return { kind: isCancelled ? "cancelled" : "moved", count: held.appointmentIds.length, at: time(held.runAt) };
}

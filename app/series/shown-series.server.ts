import { type Appointment, type ShownStatus, shownStatus } from "#app/appointments/appointment.ts";
import { getHeldAbout } from "#app/appointments/held-series.server.ts";
import { getSeries, listOfSeries } from "#app/appointments/series.db.server.ts";
import { placeInWords, type SeriesPlace } from "#app/appointments/series-place.ts";
import { localeMoment, localeTimes } from "#app/appointments/time-words.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { requireReach, within } from "#app/platform/permissions.ts";
import { followingOf } from "#app/series/following.ts";
import { ruleInWords } from "#app/series/occurrences.ts";
import { getSetting } from "#app/settings/settings.db.server.ts";

type ShownPlace = { id: string; place: string; when: string; status: ShownStatus };

/** `following`: how many later ones still stand and have not begun. */
export type ShownSeries = {
  rule: string;
  places: ShownPlace[];
  following: number;
  /** What was changed together with this one, while the mail about it is held. */
  held: { kind: "cancelled" | "moved"; count: number; at: string } | null;
};

/** All of one appointment's series, for its page. For the practice only. */
export async function shownSeries(
  app: AppContext,
  actor: Actor,
  { id, series, locale }: { id: string; series: SeriesPlace; locale: string },
): Promise<ShownSeries> {
  const reach = requireReach(actor, "see", "series");
  const db = app.db.kysely;
  const { zone } = await getSetting(db, app.log, "bookingRules");
  const now = app.clock.now();
  const rule = await getSeries(db, series.id);
  const appointments = within(reach, await listOfSeries(db, series.id));
  const from = appointments.find((appointment) => appointment.id === id);
  const shown = (appointment: Appointment): ShownPlace => ({
    id: appointment.id,
    place: placeInWords(appointment.series) ?? "",
    when: localeMoment(appointment.start, zone, locale),
    status: shownStatus(appointment.status),
  });
  return {
    rule: ruleInWords(rule?.weeks ?? 1),
    places: appointments.map(shown),
    following: from && shownStatus(from.status) !== "Cancelled" ? followingOf(from, appointments, now).length - 1 : 0,
    held: from ? await heldOf(db, from, { now, time: (at) => localeTimes(at, zone, locale).time }) : null,
  };
}

async function heldOf(
  db: Queries,
  appointment: Appointment,
  { now, time }: { now: number; time: (instant: number) => string },
): Promise<ShownSeries["held"]> {
  const isCancelled = shownStatus(appointment.status) === "Cancelled";
  const held = await getHeldAbout(db, isCancelled ? "series-cancelled-client" : "series-moved-client", appointment);
  if (!held || held.runAt <= now) return null;
  return { kind: isCancelled ? "cancelled" : "moved", count: held.appointmentIds.length, at: time(held.runAt) };
}

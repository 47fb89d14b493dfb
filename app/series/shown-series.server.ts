import { type Appointment, type ShownStatus, shownStatus } from "#app/appointments/appointment.ts";
import { getSeries, listOfSeries } from "#app/appointments/series.db.server.ts";
import { placeInWords, type SeriesPlace } from "#app/appointments/series-place.ts";
import { localeMoment } from "#app/appointments/time-words.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { requireReach, within } from "#app/platform/permissions.ts";
import { followingOf } from "#app/series/following.ts";
import { ruleInWords } from "#app/series/occurrences.ts";
import { getSetting } from "#app/settings/settings.db.server.ts";

type ShownPlace = { id: string; place: string; when: string; status: ShownStatus };

/** `following`: how many later ones still stand and have not begun. */
export type ShownSeries = { rule: string; places: ShownPlace[]; following: number };

/** All of one appointment's series, for its page. For the practice only. */
export async function shownSeries(
  app: AppContext,
  actor: Actor,
  { id, series, locale }: { id: string; series: SeriesPlace; locale: string },
): Promise<ShownSeries> {
  const reach = requireReach(actor, "see", "series");
  const db = app.db.kysely;
  const { zone } = await getSetting(db, app.log, "bookingRules");
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
    following: from ? followingOf(from, appointments, app.clock.now()).length - 1 : 0,
  };
}

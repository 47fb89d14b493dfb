import { listBusy } from "#app/appointments/appointments.db.server.ts";
import { getWorkingTime } from "#app/availability/working-time.db.server.ts";
import { practiceRules } from "#app/booking/practice-rules.ts";
import { getCatalogue } from "#app/catalogue/catalogue.db.server.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";
import type { AppointmentListRow } from "#app/diary/appointment-list.ts";
import { fittingServices } from "#app/diary/fitting.ts";
import { type Gap, gapsOf } from "#app/diary/gaps.ts";
import { countPending, listStartingIn } from "#app/diary/today.db.server.ts";
import { type Actor, requireAdmin } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/zoned-time.ts";
import { getSetting } from "#app/settings/settings.db.server.ts";

const SHORTEST_GAP = 30;

/** Today's appointments that are not cancelled, the free time left, and the number of pending ones. */
export type Today = {
  date: string;
  zone: string;
  now: number;
  appointments: AppointmentListRow[];
  /** `fits`: at least one service of the therapist can be booked into it. */
  gaps: (Gap & { fits: boolean })[];
  therapists: Therapist[];
  pending: number;
};

/** For the practice only. */
export async function getToday(app: AppContext, actor: Actor): Promise<Today> {
  requireAdmin(actor);
  const db = app.db.kysely;
  const rules = practiceRules(await getSetting(db, app.log, "bookingRules"));
  const { zone } = rules;
  const now = app.clock.now();
  const date = localDateOf(now, zone);
  const within = { start: startOfDay(date, zone), end: startOfDay(addDays(date, 1), zone) };
  const { services, therapists } = await getCatalogue(db);
  const therapistIds = therapists.map(({ id }) => id);
  const [rows, working, busy, pending] = await Promise.all([
    listStartingIn(db, within),
    getWorkingTime(db, { therapistIds, from: date, to: date }),
    listBusy(db, { therapistIds, within }),
    countPending(db, now),
  ]);
  const withTime = therapists.map(({ id }) => ({
    id,
    weekly: working.get(id)?.weekly ?? [],
    exceptions: working.get(id)?.exceptions ?? [],
    busy: busy.filter((block) => block.therapistId === id),
  }));
  const gaps = gapsOf(withTime, { date, zone, now, least: SHORTEST_GAP }).map((gap) => {
    const therapist = withTime.find(({ id }) => id === gap.therapistId);
    return { ...gap, fits: !!therapist && fittingServices(services, { therapist, gap, date, now, rules }).length > 0 };
  });
  return {
    date,
    zone,
    now,
    therapists,
    pending,
    gaps,
    appointments: rows.filter((row) => row.status !== "Cancelled"),
  };
}

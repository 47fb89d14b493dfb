import { listBusy } from "#app/appointments/appointments.db.server.ts";
import { practiceRules } from "#app/booking/practice-rules.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";
import type { AppointmentListRow } from "#app/diary/appointment-list.ts";
import { fittingServices } from "#app/diary/fitting.ts";
import { type Gap, gapsOf } from "#app/diary/gaps.ts";
import type { Visits } from "#app/diary/shown-row.ts";
import type { TakenTime } from "#app/diary/taken-time.ts";
import { listTaken } from "#app/diary/taken-times.db.server.ts";
import { getNextStart, listStartingIn } from "#app/diary/today.db.server.ts";
import { listVisitAddresses } from "#app/diary/visit-addresses.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { covers, type Reach, requireReach } from "#app/platform/permissions.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/zoned-time.ts";
import type { PracticeSnapshot } from "#app/practice/practice.ts";
import { readHours, readPractice } from "#app/practice/read-practice.server.ts";
import type { BookingRules } from "#app/settings/booking-rules.ts";

const SHORTEST_GAP = 30;

/** A date's appointments that are not cancelled, and its free time from now on. */
export type Day = {
  date: string;
  appointments: AppointmentListRow[];
  /** `fits`: at least one service of the therapist can be booked into it. `offers`: they offer one at all. */
  gaps: (Gap & { fits: boolean; offers: boolean })[];
  taken: TakenTime[];
  /** The addresses of its visits that the viewer may see. */
  visits?: Visits;
};

/** `nextDay`: when nothing is left of today, the next with appointments; null if none is booked. */
export type Today = Day & { zone: string; now: number; therapists: Therapist[]; nextDay: Day | null };

/** For the practice only. */
export async function getToday(app: AppContext, actor: Actor): Promise<Today> {
  const reach = requireReach(actor, "see", "appointments");
  const db = app.db.kysely;
  const practice = await readPractice(app);
  const rules = practiceRules(practice.settings.bookingRules);
  const { zone } = rules;
  const now = app.clock.now();
  const date = localDateOf(now, zone);
  const therapists = practice.therapists.filter(({ id }) => covers(reach, id));
  const asked = { practice, therapists, rules, now, actor, reach };
  const day = await getDay(db, { ...asked, date });
  const isOver = day.gaps.length === 0 && day.appointments.every(({ end }) => end <= now);
  const nextStart = isOver ? await getNextStart(db, startOfDay(addDays(date, 1), zone), reach) : null;
  const nextDay = nextStart === null ? null : await getDay(db, { ...asked, date: localDateOf(nextStart, zone) });
  return { ...day, zone, now, therapists, nextDay };
}

type Asked = {
  practice: PracticeSnapshot;
  therapists: Therapist[];
  rules: BookingRules;
  now: number;
  actor: Actor;
  reach: Reach;
  date: string;
};

async function getDay(db: Queries, { practice, therapists, rules, now, actor, reach, date }: Asked): Promise<Day> {
  const { services } = practice;
  const { zone } = rules;
  const within = { start: startOfDay(date, zone), end: startOfDay(addDays(date, 1), zone) };
  const therapistIds = therapists.map(({ id }) => id);
  const [rows, taken, working, busy] = await Promise.all([
    listStartingIn(db, within, reach),
    listTaken(db, actor, { within, chosen: "all" }),
    readHours(db, practice, { therapistIds, from: date, to: date }),
    listBusy(db, { therapistIds, within }),
  ]);
  const withTime = therapists.map(({ id }) => ({
    id,
    weekly: working.get(id)?.weekly ?? [],
    exceptions: working.get(id)?.exceptions ?? [],
    busy: busy.filter((block) => block.therapistId === id),
  }));
  const gaps = gapsOf(withTime, { date, zone, now, least: SHORTEST_GAP }).map((gap) => {
    const therapist = withTime.find(({ id }) => id === gap.therapistId);
    const offers = services.some(({ therapistIds }) => therapistIds.includes(gap.therapistId));
    return {
      ...gap,
      offers,
      fits: !!therapist && fittingServices(services, { therapist, gap, date, now, rules }).length > 0,
    };
  });
  const appointments = rows.filter((row) => row.status !== "Cancelled");
  return { date, gaps, taken, appointments, visits: await listVisitAddresses(db, appointments, { reach, now, zone }) };
}

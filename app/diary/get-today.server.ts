import { isPending, isStanding, listBusy } from "#app/appointments/appointments.db.server.ts";
import { practiceRules } from "#app/appointments/booking/free-times/assign-therapist.ts";
import type { Interval } from "#app/availability/interval.ts";
import type { Hours } from "#app/availability/opening-hours.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";
import type { TakenTime } from "#app/diary/diary-appointment.ts";
import { listTaken } from "#app/diary/diary-appointments.db.server.ts";
import { fittingServices, type Gap, gapsOf } from "#app/diary/gaps.ts";
import { listRows } from "#app/diary/lists/appointment-list.db.server.ts";
import type { AppointmentListRow } from "#app/diary/lists/appointment-list.ts";
import { listHomeVisitAddresses } from "#app/diary/lists/home-visit-addresses.db.server.ts";
import type { HomeVisitAddresses } from "#app/diary/lists/row-view.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { isWithin } from "#app/platform/database/within-scope.server.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/date-time.ts";
import { type Actor, covers, requireScope, type Scope, scopeFor } from "#app/platform/permissions.ts";
import type { PracticeSnapshot } from "#app/practice/practice.ts";
import { readHours, readPractice } from "#app/practice/read-practice.server.ts";
import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";

const SHORTEST_GAP = 30;

/** A date's appointments that are not cancelled, and its free time from now on. */
export type Day = {
  date: string;
  appointments: AppointmentListRow[];
  /** `fits`: at least one service of the therapist can be booked into it. `offers`: they offer one at all. */
  gaps: (Gap & { fits: boolean; offers: boolean })[];
  taken: TakenTime[];
  /** When each therapist works, by id. */
  working: ReadonlyMap<string, Hours>;
  /** The addresses of its visits that the viewer may see. */
  visits?: HomeVisitAddresses;
};

/** `nextDay`: when nothing is left of today, the next with appointments; null if none is booked. */
export type Today = Day & { zone: string; now: number; therapists: Therapist[]; nextDay: Day | null };

/** For the practice only. */
export async function getToday(app: AppContext, actor: Actor): Promise<Today> {
  const scope = requireScope(actor, "see", "appointments");
  const db = app.db.kysely;
  const practice = await readPractice(app);
  const rules = practiceRules(practice.settings.bookingRules);
  const { zone } = rules;
  const now = app.clock.now();
  const date = localDateOf(now, zone);
  const therapists = practice.therapists.filter(({ id }) => covers(scope, id));
  const query = { practice, therapists, rules, now, actor, scope };
  const day = await getDay(db, { ...query, date });
  const isOver = day.gaps.length === 0 && day.appointments.every(({ end }) => end <= now);
  const nextStart = isOver ? await getNextStart(db, startOfDay(addDays(date, 1), zone), scope) : null;
  const nextDay = nextStart === null ? null : await getDay(db, { ...query, date: localDateOf(nextStart, zone) });
  return { ...day, zone, now, therapists, nextDay };
}

type DayQuery = {
  practice: PracticeSnapshot;
  therapists: Therapist[];
  rules: BookingRules;
  now: number;
  actor: Actor;
  scope: Scope;
  date: string;
};

async function getDay(db: Queries, { practice, therapists, rules, now, actor, scope, date }: DayQuery): Promise<Day> {
  const { services } = practice;
  const { zone } = rules;
  const within = { start: startOfDay(date, zone), end: startOfDay(addDays(date, 1), zone) };
  const therapistIds = therapists.map(({ id }) => id);
  const [rows, taken, working, busy] = await Promise.all([
    listStartingIn(db, within, { scope, notes: scopeFor(actor, "see", "clients") }),
    listTaken(db, actor, { within, chosen: "all" }),
    readHours(db, practice, { therapistIds, from: date, to: date }),
    listBusy(db, { therapistIds, within }),
  ]);
  const withTime = therapists.map(({ id }) => ({
    id,
    weekly: working.get(id)?.weekly ?? [],
    exceptions: working.get(id)?.exceptions ?? [],
    busy: busy.filter((block) => block.therapistId === id && block.elsewhere !== "unknown"),
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
  return {
    date,
    gaps,
    taken,
    working,
    appointments,
    visits: await listHomeVisitAddresses(db, appointments, { scope, now, zone }),
  };
}

// Few enough to read at once: more than fifty rooms have in a month.
const MOST = 10_000;

export async function listStartingIn(
  db: Queries,
  { start, end }: Interval,
  { scope, notes = null }: { scope: Scope; notes?: Scope | null },
): Promise<AppointmentListRow[]> {
  const ids = await db
    .selectFrom("appointments")
    .select("id")
    .where("starts_at", ">=", start)
    .where("starts_at", "<", end)
    .where(isWithin(scope))
    .orderBy("starts_at")
    .orderBy("id")
    .limit(MOST)
    .execute();
  return listRows(
    db,
    ids.map((row) => row.id),
    notes,
  );
}

/** When the first appointment from an instant on begins that is not cancelled; null if none is booked. */
async function getNextStart(db: Queries, from: number, scope: Scope): Promise<number | null> {
  const row = await db
    .selectFrom("appointments")
    .select("starts_at")
    .where("starts_at", ">=", from)
    .where(isStanding)
    .where(isWithin(scope))
    .orderBy("starts_at")
    .limit(1)
    .executeTakeFirst();
  return row?.starts_at ?? null;
}

export function selectPending(db: Queries, now: number, scope: Scope) {
  return db
    .selectFrom("appointments")
    .select((eb) => eb.fn.countAll<number>().as("pending"))
    .where(isPending)
    .where(isWithin(scope))
    .where("starts_at", ">=", now);
}

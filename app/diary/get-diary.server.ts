import type { BusyElsewhere } from "#app/availability/interval.ts";
import type { WeeklyRange } from "#app/availability/opening-hours.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";
import type { Beyond, DiaryAppointment, LocalDay, TakenTime } from "#app/diary/diary-appointment.ts";
import { listFirstOfDays, listFirstTaken, listInDiary, listTaken } from "#app/diary/diary-appointments.db.server.ts";
import { type DiaryPlace, diaryPlaceFrom } from "#app/diary/diary-place.ts";
import { listStranded } from "#app/diary/stranded/stranded-list.server.ts";
import { listUnavailable, type StoredException } from "#app/hours/edit-hours.db.server.ts";
import type { WorkingTime } from "#app/hours/working-time.db.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/date-time.ts";
import { type Actor, covers, may, requireScope, type Scope, scopeFor } from "#app/platform/permissions.ts";
import { readHours, readPractice } from "#app/practice/read-practice.server.ts";

/** Appointments, closures, and the hours of the therapists shown. */
export type Diary = {
  place: DiaryPlace;
  zone: string;
  now: number;
  therapists: Therapist[];
  /** Those of whom only the taken times are shown. */
  colleagues: Therapist[];
  taken: TakenTime[];
  /** The chosen therapist or colleague; null means all. */
  therapist: Therapist | null;
  appointments: DiaryAppointment[];
  off: ReadonlySet<string>;
  /** What a month does not show of its full days. */
  beyond: Beyond;
  closures: StoredException[];
  /** When the therapists' own calendars are busy. */
  busy: BusyElsewhere[];
  /** Whether the viewer may take closed time back. */
  mayReopen: boolean;
  hours: WeeklyRange[];
  working: ReadonlyMap<string, WorkingTime>;
};

/** Reads `view`, `date` and `with` (a therapist's slug) from the address. For the practice only. */
export async function getDiary(app: AppContext, actor: Actor, query: URLSearchParams): Promise<Diary> {
  const scope = requireScope(actor, "see", "diary");
  const db = app.db.kysely;
  const practice = await readPractice(app);
  const { zone } = practice.settings.bookingRules;
  const now = app.clock.now();
  const place = diaryPlaceFrom(query, localDateOf(now, zone));
  const all = practice.therapists;
  const therapists = all.filter(({ id }) => covers(scope, id));
  const shared = scopeFor(actor, "see", "taken times");
  const colleagues = all.filter(({ id }) => !covers(scope, id) && covers(shared, id));
  const chosen = [...therapists, ...colleagues].find(({ slug }) => slug === query.get("with"));
  // Whoever has their own diary alone need not choose it.
  const therapist = chosen ?? (scope !== "all" && shared === null ? (therapists[0] ?? null) : null);
  const therapistIds = therapist ? [therapist.id] : [...therapists, ...colleagues].map(({ id }) => id);
  const { from, to } = place;
  const [drawn, { exceptions, busy }, stranded, working] = await Promise.all([
    drawnIn(db, actor, { place, zone, scope, chosen: therapist ? { therapistId: therapist.id } : "all" }),
    listUnavailable(db, { from, to, within: { start: startOfDay(from, zone), end: startOfDay(addDays(to, 1), zone) } }),
    listStranded(app, actor),
    readHours(db, practice, { therapistIds, from, to }),
  ]);
  // Why a colleague is away is theirs.
  const visible = exceptions.map((one) =>
    one.therapistId === null || covers(scope, one.therapistId) ? one : { ...one, reason: null },
  );
  return {
    place,
    zone,
    now,
    therapists,
    therapist,
    colleagues,
    ...drawn,
    off: new Set(stranded.map(({ id }) => id)),
    closures: visible.filter(
      ({ kind, therapistId }) => kind === "closure" && (therapistId === null || therapistIds.includes(therapistId)),
    ),
    // When a colleague is busy elsewhere is theirs, too.
    busy: busy.filter(({ therapistId }) => covers(scope, therapistId)),
    mayReopen: may(actor, "change", "closures"),
    working,
    hours: [...working.values()].flatMap(({ weekly }) => weekly),
  };
}

type Drawn = Pick<Diary, "appointments" | "taken" | "beyond">;
type Place = { place: DiaryPlace; zone: string; scope: Scope; chosen: Scope };

/** A month shows the first few of a full day; every other part of the diary, all. */
async function drawnIn(db: Queries, actor: Actor, { place, zone, scope, chosen }: Place): Promise<Drawn> {
  const days = localDays(place, zone);
  if (place.view === "month") {
    const [own, others] = await Promise.all([
      listFirstOfDays(db, days, { scope, chosen }),
      listFirstTaken(db, actor, { days, chosen }),
    ]);
    return { appointments: own.appointments, taken: others.taken, beyond: together(own.beyond, others.beyond) };
  }
  const within = { start: days[0]?.start ?? 0, end: days.at(-1)?.end ?? 0 };
  const [appointments, taken] = await Promise.all([
    listInDiary(db, within, { scope, chosen }),
    listTaken(db, actor, { within, chosen }),
  ]);
  return { appointments, taken, beyond: new Map() };
}

function localDays({ from, to }: DiaryPlace, zone: string): LocalDay[] {
  const days: LocalDay[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    days.push({ date, start: startOfDay(date, zone), end: startOfDay(addDays(date, 1), zone) });
  }
  return days;
}

function together(own: Beyond, others: Beyond): Beyond {
  const sums = new Map(own);
  for (const [date, count] of others) sums.set(date, (sums.get(date) ?? 0) + count);
  return sums;
}

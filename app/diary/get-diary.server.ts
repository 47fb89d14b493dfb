import { listExceptions, type StoredException } from "#app/availability/edit-hours.db.server.ts";
import type { WeeklyRange } from "#app/availability/opening-hours.ts";
import { getWorkingTime, type WorkingTime } from "#app/availability/working-time.db.server.ts";
import { listTherapists } from "#app/catalogue/catalogue.db.server.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";
import type { AppointmentListRow } from "#app/diary/appointment-list.ts";
import { type DiaryPlace, diaryPlaceFrom } from "#app/diary/diary-place.ts";
import type { TakenTime } from "#app/diary/taken-time.ts";
import { listTaken } from "#app/diary/taken-times.db.server.ts";
import { listStartingIn } from "#app/diary/today.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { covers, may, reachFor, requireReach } from "#app/platform/permissions.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/zoned-time.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

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
  appointments: AppointmentListRow[];
  closures: StoredException[];
  /** Whether the viewer may take closed time back. */
  mayReopen: boolean;
  hours: WeeklyRange[];
  working: ReadonlyMap<string, WorkingTime>;
};

/** Reads `view`, `date` and `with` (a therapist's slug) from the address. For the practice only. */
export async function getDiary(app: AppContext, actor: Actor, query: URLSearchParams): Promise<Diary> {
  const reach = requireReach(actor, "see", "diary");
  const db = app.db.kysely;
  const { zone } = (await listSettings(db, app.log)).bookingRules;
  const now = app.clock.now();
  const place = diaryPlaceFrom(query, localDateOf(now, zone));
  const all = await listTherapists(db);
  const therapists = all.filter(({ id }) => covers(reach, id));
  const shared = reachFor(actor, "see", "taken times");
  const colleagues = all.filter(({ id }) => !covers(reach, id) && covers(shared, id));
  const chosen = [...therapists, ...colleagues].find(({ slug }) => slug === query.get("with"));
  // Whoever has their own diary alone need not choose it.
  const therapist = chosen ?? (reach !== "all" && shared === null ? (therapists[0] ?? null) : null);
  const therapistIds = therapist ? [therapist.id] : [...therapists, ...colleagues].map(({ id }) => id);
  const { from, to } = place;
  const within = { start: startOfDay(from, zone), end: startOfDay(addDays(to, 1), zone) };
  const [rows, taken, exceptions, working] = await Promise.all([
    listStartingIn(db, within, reach),
    listTaken(db, actor, within),
    listExceptions(db, { from, to }),
    getWorkingTime(db, { therapistIds: therapistIds, from, to }),
  ]);
  const isShown = (row: { therapistId: string }) => !therapist || row.therapistId === therapist.id;
  // Why a colleague is away is theirs.
  const told = exceptions.map((one) =>
    one.therapistId === null || covers(reach, one.therapistId) ? one : { ...one, reason: null },
  );
  return {
    place,
    zone,
    now,
    therapists,
    therapist,
    colleagues,
    taken: taken.filter(isShown),
    appointments: rows.filter((row) => row.status !== "Cancelled" && isShown(row)),
    closures: told.filter(
      ({ kind, therapistId }) => kind === "closure" && (therapistId === null || therapistIds.includes(therapistId)),
    ),
    mayReopen: may(actor, "change", "closures"),
    working,
    hours: [...working.values()].flatMap(({ weekly }) => weekly),
  };
}

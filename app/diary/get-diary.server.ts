import { listExceptions, type StoredException } from "#app/availability/edit-hours.db.server.ts";
import type { WeeklyRange } from "#app/availability/opening-hours.ts";
import { getWorkingTime, type WorkingTime } from "#app/availability/working-time.db.server.ts";
import { listTherapists } from "#app/catalogue/catalogue.db.server.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";
import type { AppointmentListRow } from "#app/diary/appointment-list.ts";
import { type DiaryPlace, diaryPlaceFrom } from "#app/diary/diary-place.ts";
import { listStartingIn } from "#app/diary/today.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { covers, may, requireReach } from "#app/platform/permissions.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/zoned-time.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

/** Appointments, closures, and the hours of the therapists shown. */
export type Diary = {
  place: DiaryPlace;
  zone: string;
  now: number;
  therapists: Therapist[];
  /** The chosen therapist; null means all. */
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
  const therapists = (await listTherapists(db)).filter(({ id }) => covers(reach, id));
  const therapist = therapists.find(({ slug }) => slug === query.get("with")) ?? null;
  const therapistIds = therapist ? [therapist.id] : therapists.map(({ id }) => id);
  const { from, to } = place;
  const [rows, exceptions, working] = await Promise.all([
    listStartingIn(db, { start: startOfDay(from, zone), end: startOfDay(addDays(to, 1), zone) }, reach),
    listExceptions(db, { from, to }),
    getWorkingTime(db, { therapistIds: therapistIds, from, to }),
  ]);
  return {
    place,
    zone,
    now,
    therapists,
    therapist,
    appointments: rows.filter((row) => row.status !== "Cancelled" && (!therapist || row.therapistId === therapist.id)),
    closures: exceptions.filter(
      ({ kind, therapistId }) => kind === "closure" && (therapistId === null || therapistIds.includes(therapistId)),
    ),
    mayReopen: may(actor, "change", "closures"),
    working,
    hours: [...working.values()].flatMap(({ weekly }) => weekly),
  };
}

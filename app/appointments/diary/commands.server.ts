import type { Actor } from "#app/accounts/actor.ts";
import { mustBePractice } from "#app/appointments/abilities.ts";
import { type DiaryPlace, diaryPlaceFrom } from "#app/appointments/diary/place.ts";
import type { RegisterRow } from "#app/appointments/register/register.ts";
import { readStartingIn } from "#app/appointments/today/store.server.ts";
import { type KeptException, listExceptions } from "#app/availability/editing/store.server.ts";
import type { WeeklyRange } from "#app/availability/opening-hours.ts";
import { readWorkingTime } from "#app/availability/store.server.ts";
import { listTherapists } from "#app/catalogue/store.server.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";
import type { World } from "#app/platform/world.server.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/zoned-time.ts";
import { readSettings } from "#app/settings/store.server.ts";

/** A piece of the diary: who comes when, what is closed, and the hours of those asked for. */
export type Diary = {
  place: DiaryPlace;
  zone: string;
  now: number;
  therapists: Therapist[];
  /** The one asked for; null is all of them. */
  therapist: Therapist | null;
  appointments: RegisterRow[];
  closures: KeptException[];
  hours: WeeklyRange[];
};

/** The diary as the address asks for it: `view`, `date`, and `with` (a therapist's slug). For the practice alone. */
export async function showDiary(world: World, actor: Actor, query: URLSearchParams): Promise<Diary> {
  mustBePractice(actor);
  const db = world.db.kysely;
  const { zone } = (await readSettings(db, world.log)).bookingRules;
  const now = world.clock.now();
  const place = diaryPlaceFrom(query, localDateOf(now, zone));
  const therapists = await listTherapists(db);
  const therapist = therapists.find(({ slug }) => slug === query.get("with")) ?? null;
  const asked = therapist ? [therapist.id] : therapists.map(({ id }) => id);
  const { from, to } = place;
  const [rows, exceptions, working] = await Promise.all([
    readStartingIn(db, { start: startOfDay(from, zone), end: startOfDay(addDays(to, 1), zone) }),
    listExceptions(db, { from, to }),
    readWorkingTime(db, { therapistIds: asked, from, to }),
  ]);
  return {
    ...{ place, zone, now, therapists, therapist },
    appointments: rows.filter((row) => row.status !== "Cancelled" && (!therapist || row.therapistId === therapist.id)),
    closures: exceptions.filter(
      ({ kind, therapistId }) => kind === "closure" && (therapistId === null || asked.includes(therapistId)),
    ),
    hours: [...working.values()].flatMap(({ weekly }) => weekly),
  };
}

import type { Actor } from "#app/accounts/actor.ts";
import { mustBePractice } from "#app/appointments/abilities.ts";
import type { RegisterRow } from "#app/appointments/register/register.ts";
import { readBusy } from "#app/appointments/store.server.ts";
import { type Gap, gapsOf } from "#app/appointments/today/gaps.ts";
import { countPending, readStartingIn } from "#app/appointments/today/store.server.ts";
import { readWorkingTime } from "#app/availability/store.server.ts";
import { listTherapists } from "#app/catalogue/store.server.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";
import type { World } from "#app/platform/world.server.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/zoned-time.ts";
import { readSettings } from "#app/settings/store.server.ts";

const SHORTEST_GAP = 30;

/** The practice's day: all of its appointments that stand, the free time that is left, and how many wait. */
export type Today = {
  date: string;
  zone: string;
  now: number;
  appointments: RegisterRow[];
  gaps: Gap[];
  therapists: Therapist[];
  pending: number;
};

/** Today as it is now. For the practice alone. */
export async function showToday(world: World, actor: Actor): Promise<Today> {
  mustBePractice(actor);
  const db = world.db.kysely;
  const { zone } = (await readSettings(db, world.log)).bookingRules;
  const now = world.clock.now();
  const date = localDateOf(now, zone);
  const within = { start: startOfDay(date, zone), end: startOfDay(addDays(date, 1), zone) };
  const therapists = await listTherapists(db);
  const therapistIds = therapists.map(({ id }) => id);
  const [rows, working, busy, pending] = await Promise.all([
    readStartingIn(db, within),
    readWorkingTime(db, { therapistIds, from: date, to: date }),
    readBusy(db, { therapistIds, within }),
    countPending(db, now),
  ]);
  const withTime = therapists.map(({ id }) => ({
    id,
    weekly: working.get(id)?.weekly ?? [],
    exceptions: working.get(id)?.exceptions ?? [],
    busy: busy.filter((block) => block.therapistId === id),
  }));
  return {
    ...{ date, zone, now, therapists, pending },
    appointments: rows.filter((row) => row.status !== "Cancelled"),
    gaps: gapsOf(withTime, { date, zone, now, least: SHORTEST_GAP }),
  };
}

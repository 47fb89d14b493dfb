import { readUpcoming } from "#app/appointments/working-time/store.server.ts";
import { strandedBy, type Upcoming } from "#app/appointments/working-time/stranded.ts";
import { bankHolidays } from "#app/availability/bank-holidays/gateway.server.ts";
import type { Nation } from "#app/availability/bank-holidays/nation.ts";
import type { ExceptionDraft } from "#app/availability/editing/forms.ts";
import {
  deleteException,
  findException,
  insertException,
  listExceptions,
  readWeek,
  writeWeek,
} from "#app/availability/editing/store.server.ts";
import type { WeeklyRange } from "#app/availability/opening-hours.ts";
import { readWorkingTime, type WorkingTime } from "#app/availability/store.server.ts";
import { listEditedTherapists, updateActive } from "#app/catalogue/editing/store.server.ts";
import { type Changing, change } from "#app/platform/change.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import type { Asker } from "#app/platform/editor.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import { readSettings } from "#app/settings/store.server.ts";

export type HoursOutcome =
  | { kind: "changed"; stranded: Upcoming[] }
  /** These would no longer stand in working time. Nothing is written until the asker has seen and accepted each. */
  | { kind: "strands"; bookings: Upcoming[] }
  | { kind: "stale"; weekly: WeeklyRange[]; version: number }
  | { kind: "unknown" }
  | { kind: "forbidden" };

/** The ids of appointments that the asker has been shown, and lets stand outside working time. */
type Accepted = { accepted: readonly string[] };

/** Thrown inside the transaction alone, so that a change that strands somebody unseen leaves nothing behind. */
class WouldStrand extends Error {
  readonly bookings: Upcoming[];
  constructor(bookings: Upcoming[]) {
    super("the change would strand appointments");
    this.bookings = bookings;
  }
}

/** Gives a therapist another week, from now on. `weekly` is the whole of it. */
export async function setWeek(
  world: World,
  asker: Asker,
  wish: { therapistId: string; version: number; weekly: readonly WeeklyRange[] } & Accepted,
): Promise<HoursOutcome> {
  return changeTime(world, asker, {
    accepted: wish.accepted,
    async write({ tx, noted }) {
      if (await writeWeek(tx, wish)) {
        await noted("hours.change", { kind: "therapist", id: wish.therapistId });
        return null;
      }
      const current = await readWeek(tx, wish.therapistId);
      return current ? { kind: "stale", ...current } : { kind: "unknown" };
    },
  });
}

/** Closes, or opens as an exception, on the days of the draft. */
export async function addException(
  world: World,
  asker: Asker,
  { draft, accepted }: { draft: ExceptionDraft } & Accepted,
): Promise<HoursOutcome> {
  return changeTime(world, asker, {
    accepted,
    async write({ tx, noted }) {
      const { therapistId } = draft;
      const known = (await listEditedTherapists(tx)).map((therapist) => therapist.id);
      if (therapistId !== null && !known.includes(therapistId)) return { kind: "unknown" };
      const id = newId();
      await insertException(tx, { id, ...draft });
      await noted(`${draft.kind}.add`, { kind: draft.kind, id }, { from: draft.firstDay, to: draft.lastDay });
      return null;
    },
  });
}

/** Takes a closure or an extra opening back. */
export async function removeException(
  world: World,
  asker: Asker,
  { id, accepted }: { id: string } & Accepted,
): Promise<HoursOutcome> {
  return changeTime(world, asker, {
    accepted,
    async write({ tx, noted }) {
      const exception = await findException(tx, id);
      if (!exception) return { kind: "unknown" };
      await deleteException(tx, id);
      const { kind, firstDay, lastDay } = exception;
      await noted(`${kind}.remove`, { kind, id }, { from: firstDay, to: lastDay });
      return null;
    },
  });
}

/** Closes on every bank holiday to come of this year and the next, where nothing closes the whole practice yet. */
export async function closeOnBankHolidays(
  world: World,
  asker: Asker,
  { nation, accepted }: { nation: Nation } & Accepted,
): Promise<HoursOutcome> {
  return changeTime(world, asker, {
    accepted,
    async write({ tx, noted }, today) {
      const year = Number(today.slice(0, 4));
      const to = `${year + 1}-12-31`;
      const closed = (await listExceptions(tx, { from: today, to })).filter(
        ({ kind, therapistId, fromMinute }) => kind === "closure" && therapistId === null && fromMinute === null,
      );
      const open = (await bankHolidays([year, year + 1], nation)).filter(
        ({ date }) => date >= today && !closed.some(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay),
      );
      for (const { date, name } of open) {
        const days = { firstDay: date, lastDay: date, fromMinute: null, toMinute: null };
        await insertException(tx, { id: newId(), therapistId: null, kind: "closure", ...days, reason: name });
      }
      await noted("closure.bank-holidays", { kind: "closure", id: nation }, { days: open.length });
      return null;
    },
  });
}

/** Lets a therapist be booked, or no longer. What is booked with them stands. */
export async function setTherapistActive(
  world: World,
  asker: Asker,
  { therapistId, active, accepted }: { therapistId: string; active: boolean } & Accepted,
): Promise<HoursOutcome> {
  return changeTime(world, asker, {
    accepted,
    async write({ tx, now, noted }) {
      if (!(await readWeek(tx, therapistId))) return { kind: "unknown" };
      await updateActive(tx, "therapists", { id: therapistId, active, now });
      await noted(active ? "therapist.show" : "therapist.hide", { kind: "therapist", id: therapistId });
      return null;
    },
  });
}

type TimeChange = Accepted & {
  /** Null: written. Anything else is the outcome, and nothing was written. */
  write: (changing: Changing, today: string) => Promise<HoursOutcome | null>;
};

/** Writes, looks who no longer stands in working time, and takes it all back unless each of them was accepted. */
async function changeTime(world: World, asker: Asker, { accepted, write }: TimeChange): Promise<HoursOutcome> {
  try {
    return await change(world, asker, async (changing): Promise<HoursOutcome> => {
      const { tx, now } = changing;
      const { zone } = (await readSettings(tx, world.log)).bookingRules;
      const therapistIds = (await listEditedTherapists(tx)).map((therapist) => therapist.id);
      const upcoming = await readUpcoming(tx, { therapistIds, now });
      const days = { from: localDateOf(now, zone), to: localDateOf(upcoming.at(-1)?.end ?? now, zone) };
      const before = await workingTime(tx, days);
      const refused = await write(changing, days.from);
      if (refused) return refused;
      const stranded = strandedBy({ before, after: await workingTime(tx, days), zone }, upcoming);
      if (stranded.some((booking) => !accepted.includes(booking.id))) throw new WouldStrand(stranded);
      return { kind: "changed", stranded };
    });
  } catch (error) {
    if (error instanceof WouldStrand) return { kind: "strands", bookings: error.bookings };
    throw error;
  }
}

// Whoever can't be booked has no working time.
async function workingTime(tx: Tx, { from, to }: { from: string; to: string }): Promise<Map<string, WorkingTime>> {
  const active = (await listEditedTherapists(tx)).filter((therapist) => therapist.active);
  if (active.length === 0) return new Map();
  // A day more on each side: an appointment may last past midnight.
  const days = { from: addDays(from, -1), to: addDays(to, 1) };
  return readWorkingTime(tx, { therapistIds: active.map((therapist) => therapist.id), ...days });
}

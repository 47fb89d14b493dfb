import { insertScheduleChanges, type ScheduleChange } from "#app/appointments/schedule-changes.db.server.ts";
import type { WeeklyRange } from "#app/availability/opening-hours.ts";
import { listEditedTherapists } from "#app/catalogue/edit-catalogue.db.server.ts";
import { listUpcoming, noteStranded } from "#app/diary/stranded/stranded.db.server.ts";
import { strandedBy, type Upcoming } from "#app/diary/stranded/stranded.ts";
import type { StoredException } from "#app/hours/edit-hours.db.server.ts";
import { getWorkingTime, type WorkingTime } from "#app/hours/working-time.db.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { type Changing, change } from "#app/platform/audit.server.ts";
import { lockForWriting } from "#app/platform/database/lock.server.ts";
import { addDays, instantOf, localDateOf } from "#app/platform/date-time.ts";
import type { Actor, Permission } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const DAY_MINUTES = 1440;

export type HoursOutcome =
  | { kind: "changed"; stranded: Upcoming[] }
  /** These would fall outside working time. Nothing is written until the admin has accepted each of them. */
  | { kind: "strands"; bookings: Upcoming[] }
  | { kind: "conflict"; weekly: WeeklyRange[]; version: number }
  | { kind: "not-found" }
  | { kind: "forbidden" };

export type Accepted = { accepted: readonly string[] };

/** Thrown inside the transaction, so that a change with unaccepted stranded appointments rolls back. */
class StrandsAppointments extends Error {
  readonly bookings: Upcoming[];
  constructor(bookings: Upcoming[]) {
    super("the change would strand appointments");
    this.bookings = bookings;
  }
}

/** What was written. `cause` `hours`: a therapist's week, from now on. */
type HoursChange =
  | { cause: "hours"; therapistId: string }
  | { cause: "closure" | "opening"; exception: Omit<StoredException, "id" | "kind">; isRemoved?: boolean };

type TimeChange = Accepted & {
  permission: Permission;
  /** Otherwise the outcome, and nothing was written. */
  write: (changing: Changing, today: string) => Promise<readonly HoursChange[] | HoursOutcome>;
};

/** Writes the change, looks for stranded appointments, and rolls back unless each of them was accepted. */
export async function changeOrWarn(
  app: AppContext,
  actor: Actor,
  { permission, accepted, write }: TimeChange,
): Promise<HoursOutcome> {
  try {
    return await change(app, actor, permission, async (changing): Promise<HoursOutcome> => {
      const { tx, now } = changing;
      // A booking at the same time is either seen below or sees this change (docs/decisions/0171).
      await lockForWriting(tx, "offer");
      const { zone } = (await readPractice(app, tx)).settings.bookingRules;
      const therapistIds = (await listEditedTherapists(tx)).map((therapist) => therapist.id);
      const upcoming = await listUpcoming(tx, { therapistIds, now });
      const days = { from: localDateOf(now, zone), to: localDateOf(upcoming.at(-1)?.end ?? now, zone) };
      const before = await workingTime(tx, days);
      const written = await write(changing, days.from);
      if ("kind" in written) return written;
      const stranded = strandedBy({ before, after: await workingTime(tx, days), zone }, upcoming);
      if (stranded.some((booking) => !accepted.includes(booking.id))) throw new StrandsAppointments(stranded);
      await noteStranded(tx, stranded, now);
      const changes = written.map((one) => scheduleChangeOf(one, { zone, now }));
      await insertScheduleChanges(tx, changes, { actor, now });
      return { kind: "changed", stranded };
    });
  } catch (error) {
    if (error instanceof StrandsAppointments) return { kind: "strands", bookings: error.bookings };
    throw error;
  }
}

function scheduleChangeOf(changed: HoursChange, { zone, now }: { zone: string; now: number }): ScheduleChange {
  const { cause } = changed;
  if (cause === "hours") {
    const ahead = { therapistId: changed.therapistId, start: now, end: null };
    return { cause, appointmentId: null, freed: ahead, taken: ahead };
  }
  const { therapistId, firstDay, lastDay, fromMinute, toMinute } = changed.exception;
  const start = instantOf(firstDay, fromMinute ?? 0, zone);
  const stretch = { therapistId, start, end: instantOf(lastDay, toMinute ?? DAY_MINUTES, zone) };
  const isTaken = (cause === "closure") !== (changed.isRemoved ?? false);
  return { cause, appointmentId: null, freed: isTaken ? null : stretch, taken: isTaken ? stretch : null };
}

// A therapist who can't be booked has no working time.
async function workingTime(tx: Tx, { from, to }: { from: string; to: string }): Promise<Map<string, WorkingTime>> {
  const active = (await listEditedTherapists(tx)).filter((therapist) => therapist.active);
  if (active.length === 0) return new Map();
  // A day more on each side: an appointment may last past midnight.
  const days = { from: addDays(from, -1), to: addDays(to, 1) };
  return getWorkingTime(tx, { therapistIds: active.map((therapist) => therapist.id), ...days });
}

import type { AppointmentResult } from "#app/appointments/attendance.ts";
import type { Interval } from "#app/availability/interval.ts";

/** What a report counts: numbers of appointments, and pence. */
export type Tally = {
  all: number;
  came: number;
  unrecorded: number;
  ahead: number;
  missed: number;
  cancelled: number;
  late: number;
  /** First appointments that were not cancelled. */
  newClients: number;
  /** Visits whose six weeks are over, and those of them that were followed by another. */
  judged: number;
  again: number;
  takenPence: number;
  aheadPence: number;
};

/**
 * The appointments of one stretch of time, one part and one result. `first`: a client's first. `judged`, `followed`:
 * their six weeks are over, and brought another.
 */
export type Count = Interval & {
  part: string;
  result: AppointmentResult;
  all: number;
  pence: number;
  late: number;
  first: number;
  judged: number;
  followed: number;
};

export function tallyOf(counts: readonly Count[]): Tally {
  const tally: Tally = {
    all: 0,
    came: 0,
    unrecorded: 0,
    ahead: 0,
    missed: 0,
    cancelled: 0,
    late: 0,
    newClients: 0,
    judged: 0,
    again: 0,
    takenPence: 0,
    aheadPence: 0,
  };
  for (const { result, all, pence, late, first, judged, followed } of counts) {
    tally.all += all;
    tally[result] += all;
    tally.late += late;
    tally.newClients += first;
    if (result === "ahead") tally.aheadPence += pence;
    if (result !== "came") continue;
    tally.takenPence += pence;
    tally.judged += judged;
    tally.again += followed;
  }
  return tally;
}

/** The counts of a time that begins and ends where stretches do. */
export function countsWithin<Part extends Interval>(counts: readonly Part[], { start, end }: Interval): Part[] {
  return counts.filter((count) => start <= count.start && count.end <= end);
}

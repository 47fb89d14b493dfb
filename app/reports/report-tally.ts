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

/** The appointments of one stretch of time, one part and one result. `first`: of a new client; all else as in `Tally`. */
export type Count = Interval & {
  part: string;
  result: AppointmentResult;
  all: number;
  pence: number;
  late: number;
  first: number;
  judged: number;
  again: number;
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
  for (const { result, all, pence, late, first, judged, again } of counts) {
    tally.all += all;
    tally[result] += all;
    tally.late += late;
    tally.newClients += first;
    tally.judged += judged;
    tally.again += again;
    if (result === "came") tally.takenPence += pence;
    if (result === "ahead") tally.aheadPence += pence;
  }
  return tally;
}

/** The counts of a time that begins and ends where stretches do. */
export function countsWithin<Part extends Interval>(counts: readonly Part[], { start, end }: Interval): Part[] {
  return counts.filter((count) => start <= count.start && count.end <= end);
}

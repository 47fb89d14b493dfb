import type { BookingSource } from "#app/appointments/booking-source.ts";
import { REBOOKING_DAYS } from "#app/appointments/result-filter.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/zoned-time.ts";
import { type BareFact, resultOfFact, type When } from "#app/reports/figure-fact.ts";

/** A fact with what a report divides it by. `client` null: a record of no client. */
export type ReportFact = BareFact & {
  end: number;
  therapistId: string;
  serviceId: string;
  source: BookingSource | null;
  client: "new" | "returning" | null;
  /** Cancelled by the client inside the change window. */
  late: boolean;
  /** Came, and is booked again within six weeks, which are over. */
  again: boolean;
};

/** A fact with the person, for a file. */
export type ReportRow = ReportFact & {
  id: string;
  service: string;
  createdAt: number;
  reference: string;
  referencePrefix: string;
  therapist: string;
  name: string | null;
  email: string | null;
  phone: string | null;
};

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

export function tallyOf(facts: readonly ReportFact[], when: When): Tally {
  const tally: Tally = {
    all: facts.length,
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
  const judgedUntil = startOfDay(addDays(localDateOf(when.now, when.zone), -REBOOKING_DAYS), when.zone);
  for (const fact of facts) {
    const result = resultOfFact(fact, when.now);
    tally[result] += 1;
    if (fact.late) tally.late += 1;
    if (fact.client === "new" && result !== "cancelled") tally.newClients += 1;
    if (result === "ahead") tally.aheadPence += fact.pricePence;
    if (result !== "came") continue;
    tally.takenPence += fact.pricePence;
    if (fact.start >= judgedUntil) continue;
    tally.judged += 1;
    if (fact.again) tally.again += 1;
  }
  return tally;
}

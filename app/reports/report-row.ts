import type { BookingSource } from "#app/appointments/booking-source.ts";
import type { BareFact } from "#app/reports/figure-fact.ts";

/** One appointment of a report's file, with the person. */
export type ReportRow = BareFact & {
  id: string;
  service: string;
  therapistId: string;
  therapist: string;
  source: BookingSource | null;
  /** Null: a record of no client. */
  client: "new" | "returning" | null;
  /** Cancelled by the client inside the change window. */
  late: boolean;
  createdAt: number;
  reference: string;
  referencePrefix: string;
  name: string | null;
  email: string | null;
  phone: string | null;
};

import { readableReference } from "#app/appointments/appointment.ts";
import { attendedInWords } from "#app/appointments/attendance.ts";
import { priceInPounds } from "#app/catalogue/price.ts";
import type { AppointmentListRow } from "#app/diary/appointment-list.ts";
import { csvLine } from "#app/platform/csv.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { localDateOf, localTimeOf } from "#app/platform/zoned-time.ts";

const HEADER = [
  ...["Reference", "Name", "Email", "Phone", "Date", "Time", "Starts at (UTC)", "Minutes"],
  ...["Service", "Therapist", "Status", "Attendance", "Price (GBP)", "Booked at (UTC)"],
];

// Without it, spreadsheets read the file in a legacy encoding.
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * CSV text, one piece for each piece of rows: the instant, and the practice's local date and time (decisions/0001, row
 * 8).
 */
export async function* appointmentListCsv(
  pieces: AsyncIterable<readonly AppointmentListRow[]>,
  { zone, now }: { zone: string; now: number },
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADER);
  for await (const rows of pieces) yield rows.map((row) => csvLine(cellsOf(row, { zone, now }))).join("");
}

function cellsOf(row: AppointmentListRow, { zone, now }: { zone: string; now: number }): (string | number | null)[] {
  return [
    readableReference(row),
    row.name,
    row.email,
    row.phone && readablePhone(row.phone),
    localDateOf(row.start, zone),
    localTimeOf(row.start, zone),
    new Date(row.start).toISOString(),
    row.minutes,
    row.serviceTitle,
    row.therapistName,
    row.status,
    attendedInWords(row, now),
    priceInPounds(row.pricePence),
    new Date(row.createdAt).toISOString(),
  ];
}

import { readableReference } from "#app/appointments/appointment.ts";
import { attendanceInWords } from "#app/appointments/attendance/attendance.ts";
import type { RegisterRow } from "#app/appointments/register/register.ts";
import { priceInPounds } from "#app/catalogue/price.ts";
import { csvLine } from "#app/platform/csv.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { localDateOf, localTimeOf } from "#app/platform/zoned-time.ts";

const HEADER = [
  ...["Reference", "Name", "Email", "Phone", "Date", "Time", "Starts at (UTC)", "Minutes"],
  ...["Service", "Therapist", "Status", "Attendance", "Price (GBP)", "Booked at (UTC)"],
];

// Spreadsheets take a file without it for one of the last century's encodings.
const BYTE_ORDER_MARK = "\uFEFF";

/** Lines as CSV text, a piece for each piece: the instant, and the practice's own date and time (decision 8). */
export async function* registerCsv(
  pieces: AsyncIterable<readonly RegisterRow[]>,
  zone: string,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADER);
  for await (const rows of pieces) yield rows.map((row) => csvLine(cellsOf(row, zone))).join("");
}

function cellsOf(row: RegisterRow, zone: string): (string | number | null)[] {
  return [
    readableReference(row.reference),
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
    attendanceInWords(row.attendance),
    priceInPounds(row.pricePence),
    new Date(row.createdAt).toISOString(),
  ];
}

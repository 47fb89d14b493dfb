import { readableReference } from "#app/appointments/appointment.ts";
import { resultInWords } from "#app/appointments/attendance.ts";
import { sourceInWords } from "#app/appointments/booking-source.ts";
import { priceInPounds } from "#app/catalogue/price.ts";
import { csvLine } from "#app/platform/csv.ts";
import { covers, type Reach } from "#app/platform/permissions.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { localDateOf, localTimeOf } from "#app/platform/zoned-time.ts";
import { resultOfFact, type When } from "#app/reports/figure-fact.ts";
import type { ReportRow } from "#app/reports/report-row.ts";

const PERSON = ["Reference", "Name"];
const CONTACT = ["Email", "Phone"];
const HEADER = [
  ...["Date", "Time", "Starts at (UTC)", "Minutes", "Service", "Therapist", "Result", "Cancelled late"],
  ...["Client", "Booked through", "Price (GBP)", "Taken (GBP)", "Booked at (UTC)"],
];

// Without it, spreadsheets read the file in a legacy encoding.
const BYTE_ORDER_MARK = "\uFEFF";

/** CSV text, one piece for each piece of rows. Without names a line names nobody, not even by a reference;
 * `contacts`: whose names come with an address and a number. */
export async function* reportCsv(
  pieces: AsyncIterable<readonly ReportRow[]>,
  { withNames, contacts, when }: { withNames: boolean; contacts: Reach | null; when: When },
): AsyncGenerator<string> {
  const person = (row: ReportRow) => [
    ...(withNames ? personCells(row) : []),
    ...(withNames && contacts ? contactCells(row, contacts) : []),
  ];
  const head = [...(withNames ? PERSON : []), ...(withNames && contacts ? CONTACT : [])];
  yield BYTE_ORDER_MARK + csvLine([...head, ...HEADER]);
  for await (const rows of pieces) {
    yield rows.map((row) => csvLine([...person(row), ...cellsOf(row, when)])).join("");
  }
}

function personCells(row: ReportRow): (string | null)[] {
  return [readableReference(row), row.name];
}

function contactCells(row: ReportRow, contacts: Reach): (string | null)[] {
  if (!covers(contacts, row.therapistId)) return ["", ""];
  return [row.email, row.phone && readablePhone(row.phone)];
}

function cellsOf(row: ReportRow, when: When): (string | number | null)[] {
  const result = resultOfFact(row, when.now);
  return [
    localDateOf(row.start, when.zone),
    localTimeOf(row.start, when.zone),
    new Date(row.start).toISOString(),
    row.minutes,
    row.service,
    row.therapist,
    resultInWords(result),
    row.late ? "yes" : "",
    row.client ?? "",
    sourceInWords(row.source),
    priceInPounds(row.pricePence),
    result === "came" ? priceInPounds(row.pricePence) : "",
    new Date(row.createdAt).toISOString(),
  ];
}

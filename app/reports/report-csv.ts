import { readableReference } from "#app/appointments/appointment.ts";
import { resultInWords } from "#app/appointments/attendance.ts";
import { sourceInWords } from "#app/appointments/booking-source.ts";
import { priceInPounds } from "#app/catalogue/price.ts";
import { csvLine } from "#app/platform/csv.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { localDateOf, localTimeOf } from "#app/platform/zoned-time.ts";
import { resultOfFact, type When } from "#app/reports/figure-fact.ts";
import type { ReportRow } from "#app/reports/report-fact.ts";

const PERSON = ["Reference", "Name", "Email", "Phone"];
const HEADER = [
  ...["Date", "Time", "Starts at (UTC)", "Minutes", "Service", "Therapist", "Result", "Cancelled late"],
  ...["Client", "Booked through", "Price (GBP)", "Taken (GBP)", "Booked at (UTC)"],
];

// Without it, spreadsheets read the file in a legacy encoding.
const BYTE_ORDER_MARK = "\uFEFF";

/** CSV text, one piece for each piece of rows. Without names a line names nobody, not even by a reference. */
export async function* reportCsv(
  pieces: AsyncIterable<readonly ReportRow[]>,
  { withNames, when }: { withNames: boolean; when: When },
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(withNames ? [...PERSON, ...HEADER] : HEADER);
  for await (const rows of pieces) {
    yield rows.map((row) => csvLine([...(withNames ? personCells(row) : []), ...cellsOf(row, when)])).join("");
  }
}

function personCells(row: ReportRow): (string | null)[] {
  return [readableReference(row), row.name, row.email, row.phone && readablePhone(row.phone)];
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

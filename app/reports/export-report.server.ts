import { setImmediate as turn } from "node:timers/promises";
import {
  type BookingSource,
  bookingSourceOf,
  readableReference,
  sourceInWords,
  viewStatus,
} from "#app/appointments/appointment.ts";
import { attendanceOf, resultInWords } from "#app/appointments/attendance.ts";
import { isOfClient, isResult, type ResultTerms } from "#app/appointments/result.db.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { flag } from "#app/platform/database/expressions.server.ts";
import { isWithin } from "#app/platform/database/within-scope.server.ts";
import { localDateOf, localTimeOf } from "#app/platform/date-time.ts";
import { csvLine } from "#app/platform/http/csv.ts";
import { priceInPounds } from "#app/platform/money-words.ts";
import { type Actor, actorName, covers, requireScope, type Scope, scopeFor } from "#app/platform/permissions.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { instantsOf, type Period } from "#app/reports/period.ts";
import { type BareFact, resultOfFact, type When } from "#app/reports/plot-figures.ts";

/** A period's appointments as CSV text, piece by piece. It writes an audit line. For the practice only. */
export async function exportReport(
  app: AppContext,
  actor: Actor,
  { periodOf, withNames }: { periodOf: (today: string) => Period; withNames: boolean },
): Promise<{ pieces: AsyncGenerator<string>; period: Period }> {
  const scope = requireScope(actor, "export", "figures");
  const db = app.db.kysely;
  const { zone, changeNotice } = (await readPractice(app)).settings.bookingRules;
  const when = { zone, now: app.clock.now() };
  const period = periodOf(localDateOf(when.now, zone));
  const { from, to } = period;
  await db.transaction().execute((tx) =>
    writeAudit(tx, {
      at: when.now,
      actor: actorName(actor),
      action: "report.export",
      subject: { kind: "appointments", id: "all" },
      detail: { from, to, names: withNames ? "with" : "without" },
    }),
  );
  const rows = streamReportRows(db, { ...when, changeNotice, within: instantsOf(period, zone), scope });
  const contacts = scopeFor(actor, "see", "clients");
  return { pieces: reportCsv(rows, { withNames, contacts, when }), period };
}

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
async function* reportCsv(
  pieces: AsyncIterable<readonly ReportRow[]>,
  { withNames, contacts, when }: { withNames: boolean; contacts: Scope | null; when: When },
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

function contactCells(row: ReportRow, contacts: Scope): (string | null)[] {
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

type RowTerms = ResultTerms & { scope: Scope };

/** A report's appointments in order of time, piece by piece: a file of any length in little memory. */
async function* streamReportRows(db: Queries, terms: RowTerms, pieceSize = 1000): AsyncGenerator<ReportRow[]> {
  let after: { start: number; id: string } | null = null;
  for (;;) {
    const piece: StoredRow[] = await selectRows(db, terms)
      .$if(after !== null, (query) =>
        query.where((eb) =>
          eb(eb.refTuple("starts_at", "appointments.id"), ">", eb.tuple(after?.start ?? 0, after?.id ?? "")),
        ),
      )
      .orderBy("starts_at")
      .orderBy("appointments.id")
      .limit(pieceSize)
      .execute();
    if (piece.length === 0) return;
    yield piece.map(rowFrom);
    // SQLite is synchronous: without this, other requests would wait for the whole file.
    await turn();
    const last = piece.at(-1);
    if (!last || piece.length < pieceSize) return;
    after = { start: last.starts_at, id: last.id };
  }
}

function selectRows(db: Queries, terms: RowTerms) {
  return db
    .selectFrom("appointments")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
    .select(["appointments.id", "reference", "reference_prefix as referencePrefix", "therapist_id", "service_title"])
    .select(["appointments.name", "appointments.email", "appointments.phone", "therapists.name as therapist"])
    .select(["starts_at", "minutes", "price_pence", "status", "source", "client_id", "created_at", "attendances.state"])
    .select([flag(isResult("late", terms)).as("late"), flag(isOfClient("returning")).as("returning")])
    .where("starts_at", ">=", terms.within.start)
    .where("starts_at", "<", terms.within.end)
    .where(isWithin(terms.scope));
}

type StoredRow = Awaited<ReturnType<ReturnType<typeof selectRows>["execute"]>>[number];

function rowFrom({ id, reference, referencePrefix, therapist, name, email, phone, ...row }: StoredRow): ReportRow {
  return {
    id,
    start: row.starts_at,
    minutes: row.minutes,
    pricePence: row.price_pence,
    status: viewStatus(row.status),
    attendance: attendanceOf(row.state),
    service: row.service_title,
    therapistId: row.therapist_id,
    therapist,
    source: bookingSourceOf(row.source),
    client: row.client_id === null ? null : row.returning === 1 ? "returning" : "new",
    late: row.late === 1,
    createdAt: row.created_at,
    reference,
    referencePrefix,
    name,
    email,
    phone,
  };
}

/** One appointment of a report's file, with the person. */
type ReportRow = BareFact & {
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

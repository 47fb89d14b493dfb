import { readableReference } from "#app/appointments/appointment.ts";
import { listDoubles } from "#app/appointments/appointments.db.server.ts";
import { attendedInWords } from "#app/appointments/attendance.ts";
import {
  countAppointments,
  listAppointmentPage,
  startOfLatest,
  streamAppointmentList,
} from "#app/diary/lists/appointment-list.db.server.ts";
import {
  type AppointmentListFilter,
  type AppointmentListRow,
  type AppointmentListSort,
  looksAtLatest,
} from "#app/diary/lists/appointment-list.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { localDateOf, localTimeOf } from "#app/platform/date-time.ts";
import { csvLine } from "#app/platform/http/csv.ts";
import { priceInPounds } from "#app/platform/money-words.ts";
import { type Actor, actorName, needsConfirmation, requireScope } from "#app/platform/permissions.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

type ListQuery = { filter: AppointmentListFilter; sort: AppointmentListSort; down: boolean; page: number };

/** One page of matches and their total. For the practice only. */
export async function listAppointments(
  app: AppContext,
  actor: Actor,
  { filter, ...place }: ListQuery,
): Promise<{ rows: AppointmentListRow[]; total: number; most: number; since: number | null; zone: string }> {
  const scope = requireScope(actor, "see", "appointments");
  const db = app.db.kysely;
  const { zone, changeNotice } = (await readPractice(app)).settings.bookingRules;
  const since = looksAtLatest(filter) ? await startOfLatest(db, { filter, scope, zone }) : null;
  const listQuery = { filter, scope, zone, changeNotice, now: app.clock.now(), since };
  const page = await listAppointmentPage(db, listQuery, place);
  const doubles = await listDoubles(
    db,
    page.rows.map(({ id }) => id),
    scope,
  );
  return { ...page, rows: page.rows.map((row) => ({ ...row, isDouble: doubles.has(row.id) })), since, zone };
}

type NotifyOwners = (tx: Tx, notice: { actor: Actor; change: "export-appointments"; now: number }) => Promise<unknown>;

/** The matches as CSV text, piece by piece. An export of personal data writes an audit line, and owners are notified. */
export async function exportAppointments(
  app: AppContext,
  actor: Actor,
  { filter, notifyOwners }: { filter: AppointmentListFilter; notifyOwners: NotifyOwners },
): Promise<{ kind: "exported"; pieces: AsyncGenerator<string> } | { kind: "unconfirmed" }> {
  const scope = requireScope(actor, "export", "appointments");
  if (needsConfirmation(actor)) return { kind: "unconfirmed" };
  const db = app.db.kysely;
  const { zone, changeNotice } = (await readPractice(app)).settings.bookingRules;
  const listQuery = { filter, scope, zone, changeNotice, now: app.clock.now() };
  const total = await countAppointments(db, listQuery);
  await db.transaction().execute(async (tx) => {
    const at = app.clock.now();
    await writeAudit(tx, {
      at,
      actor: actorName(actor),
      action: "appointment.export",
      subject: { kind: "appointments", id: "all" },
      detail: { rows: total, from: filter.from, to: filter.to },
    });
    await notifyOwners(tx, { actor, change: "export-appointments", now: at });
  });
  return { kind: "exported", pieces: appointmentListCsv(streamAppointmentList(db, listQuery), listQuery) };
}

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
async function* appointmentListCsv(
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

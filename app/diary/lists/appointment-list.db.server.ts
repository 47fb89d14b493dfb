import { setImmediate as turn } from "node:timers/promises";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { seriesPlaceFrom, viewStatus } from "#app/appointments/appointment.ts";
import { attendanceOf } from "#app/appointments/attendance.ts";
import { NOTHING_OF_ADDRESS } from "#app/appointments/home-visit.ts";
import { venueFrom } from "#app/appointments/venue.ts";
import { EVERYONE, shortIn } from "#app/catalogue/catalogue.db.server.ts";
import { isNewClient } from "#app/diary/diary-appointments.db.server.ts";
import {
  FEW,
  inOrder,
  type ListOrder,
  type ListQuery,
  matching,
  searchFew,
} from "#app/diary/lists/appointment-filter.db.server.ts";
import { type AppointmentListRow, looksAtLatest, PAGE_SIZE } from "#app/diary/lists/appointment-list.ts";
import type { Queries } from "#app/platform/app-context.server.ts";
import { countListed, findPage } from "#app/platform/database/count-listed.server.ts";
import { MOST_LISTED } from "#app/platform/database/most-listed.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { isClientWithin, isWithin } from "#app/platform/database/within-scope.server.ts";
import { addDays, startOfDay } from "#app/platform/date-time.ts";
import type { Scope } from "#app/platform/permissions.ts";

type Place = ListOrder & { page: number };

/** A page of the list. `total`: more than `most` stands for any number beyond. */
export async function listAppointmentPage(
  db: Queries,
  listQuery: ListQuery,
  place: Place,
): Promise<{ rows: AppointmentListRow[]; total: number; most: number }> {
  const { ids, ...counted } = await (listQuery.filter.text === null ? listed : searched)(db, listQuery, place);
  return { rows: await listRows(db, ids), ...counted };
}

type Page = { ids: string[]; total: number; most: number };

async function listed(db: Queries, listQuery: ListQuery, place: Place): Promise<Page> {
  if (looksAtLatest(listQuery.filter)) return { ...(await pageOfLatest(db, listQuery, place)), most: MOST_LISTED };
  const ids = await pageOf(idsInOrder(db, listQuery, place), place);
  // In order of time, whatever the list's: the indexes that answer a filter are in it.
  const inTime = idsInOrder(db, listQuery, { sort: "date", down: true });
  return { ids, total: await countListed(db, inTime), most: MOST_LISTED };
}

async function searched(db: Queries, listQuery: ListQuery, place: Place): Promise<Page> {
  const few = await searchFew(db, listQuery);
  const ids = await pageOf(few ? among(db, few, place) : idsInOrder(db, listQuery, place), place);
  return { ids, total: few ? few.length : FEW + 1, most: FEW };
}

async function pageOf(ids: ReturnType<typeof matches>, { page }: Place): Promise<string[]> {
  const rows = await ids
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .execute();
  return rows.map(({ id }) => id);
}

function among(db: Queries, ids: readonly string[], order: ListOrder) {
  return db
    .selectFrom("appointments")
    .select("id")
    .where("id", "in", [...ids])
    .orderBy(inOrder(order));
}

function idsInOrder(db: Queries, listQuery: ListQuery, order: ListOrder) {
  return matches(db, listQuery).orderBy(inOrder(order));
}

function matches(db: Queries, listQuery: ListQuery) {
  return db.selectFrom("appointments").select("id").where(matching(listQuery));
}

/** All of them, however many: for a file, not for a page. */
export async function countAppointments(db: Queries, listQuery: ListQuery): Promise<number> {
  const { total } = await db
    .selectFrom("appointments")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where(matching(listQuery))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** All matches in order of time, piece by piece: a file of any length in little memory. */
export async function* streamAppointmentList(
  db: Queries,
  listQuery: ListQuery,
  pieceSize = 1000,
): AsyncGenerator<AppointmentListRow[]> {
  let after: { start: number; id: string } | null = null;
  for (;;) {
    const piece: { id: string; starts_at: number }[] = await db
      .selectFrom("appointments")
      .select(["id", "starts_at"])
      .where(matching(listQuery))
      .$if(after !== null, (query) =>
        query.where((eb) => eb(eb.refTuple("starts_at", "id"), ">", eb.tuple(after?.start ?? 0, after?.id ?? ""))),
      )
      .orderBy("starts_at")
      .orderBy("id")
      .limit(pieceSize)
      .execute();
    if (piece.length === 0) return;
    yield await listRows(
      db,
      piece.map((row) => row.id),
    );
    // SQLite is synchronous: without this, other requests would wait for the whole file.
    await turn();
    const last = piece.at(-1);
    if (!last || piece.length < pieceSize) return;
    after = { start: last.starts_at, id: last.id };
  }
}

/** `notesWithin`: the clients whose practical notes are read, too. */
export async function listRows(
  db: Queries,
  ids: readonly string[],
  notesWithin: Scope | null = null,
): Promise<AppointmentListRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("appointments")
    .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .leftJoin("appointment_notes", "appointment_notes.appointment_id", "appointments.id")
    .select(["appointments.id", "reference", "appointments.name", "email", "phone", "starts_at", "ends_at", "minutes"])
    .select([
      "reference_prefix",
      "price_pence",
      "service_title",
      "status",
      "created_at",
      "sequence",
      "therapist_id",
      "practical_note",
      "venue",
      "venue_name",
      "series_id",
      "series_position",
      "series_total",
      "therapists.name as therapist",
      EVERYONE,
    ])
    .select(["attendances.state", "appointment_notes.version as note"])
    .select(isNewClient("appointments").as("new_client"))
    .select(clientNote(notesWithin).as("client_note"))
    .select(clientWithin("appointments", notesWithin).as("client"))
    .select(alertWithin("appointments").as("alert"))
    .where("appointments.id", "in", [...ids])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [rowFrom(row)] : [];
  });
}

function clientNote(scope: Scope | null): RawBuilder<string | null> {
  if (scope === null) return sql<null>`null`;
  return sql<string | null>`(select practical_note from clients
    where clients.id = appointments.client_id and ${isClientWithin(scope)})`;
}

/** The client of the appointment `row` (a table or an alias), within scope. */
export function clientWithin(row: string, scope: Scope | null): RawBuilder<string | null> {
  if (scope === null) return sql<null>`null`;
  return sql<string | null>`(select clients.id from clients
    where clients.id = ${sql.table(row)}.client_id and ${isClientWithin(scope)})`;
}

/** 1: an alert is kept about the client of that appointment. */
export function alertWithin(row: string): RawBuilder<number | null> {
  return sql<number | null>`(select 1 from client_alerts
    where client_alerts.client_id = ${sql.table(row)}.client_id limit 1)`;
}

/** The appointment of a reference as it is stored. */
export async function getByReference(db: Queries, reference: string, scope: Scope): Promise<AppointmentListRow | null> {
  const row = await db
    .selectFrom("appointments")
    .select("id")
    .where("reference", "=", reference)
    .where(isWithin(scope))
    .executeTakeFirst();
  return row ? ((await listRows(db, [row.id]))[0] ?? null) : null;
}

type Row = Pick<
  Tables["appointments"],
  | "id"
  | "reference"
  | "reference_prefix"
  | "name"
  | "email"
  | "phone"
  | "starts_at"
  | "ends_at"
  | "minutes"
  | "price_pence"
  | "service_title"
  | "status"
  | "created_at"
  | "therapist_id"
  | "sequence"
  | "practical_note"
  | "venue"
  | "venue_name"
  | "series_id"
  | "series_position"
  | "series_total"
> & {
  therapist: string;
  everyone: string | null;
  state: string | null;
  note: number | null;
  client_note: string | null;
  client: string | null;
  alert: number | null;
  new_client: SqlBool;
};

function rowFrom(row: Row): AppointmentListRow {
  return {
    id: row.id,
    reference: row.reference,
    referencePrefix: row.reference_prefix,
    name: row.name,
    email: row.email,
    phone: row.phone,
    start: row.starts_at,
    end: row.ends_at,
    minutes: row.minutes,
    pricePence: row.price_pence,
    serviceTitle: row.service_title,
    therapistId: row.therapist_id,
    therapistName: row.therapist,
    therapistShort: shortIn(row.everyone, { id: row.therapist_id, name: row.therapist }),
    status: viewStatus(row.status),
    attendance: attendanceOf(row.state),
    practicalNote: row.practical_note,
    ...(row.client_note !== null && { clientNote: row.client_note }),
    ...(row.client !== null && { client: { id: row.client, hasAlert: row.alert !== null } }),
    venue: venueFrom({ ...row, ...NOTHING_OF_ADDRESS }),
    hasNote: row.note !== null,
    isNewClient: Boolean(row.new_client),
    series: seriesPlaceFrom(row),
    createdAt: row.created_at,
    sequence: row.sequence,
  };
}

/** When the earliest of as many as a list shows begins; null: there are no more. */
export async function startOfLatest(
  db: Queries,
  { filter, scope, zone }: Pick<ListQuery, "filter" | "scope" | "zone">,
): Promise<number | null> {
  const row = await db
    .selectFrom("appointments")
    .select("starts_at")
    .where(isWithin(scope))
    .$if(filter.to !== null, (query) => query.where("starts_at", "<", startOfDay(addDays(filter.to ?? "", 1), zone)))
    .orderBy("starts_at", "desc")
    .offset(MOST_LISTED)
    .limit(1)
    .executeTakeFirst();
  return row?.starts_at ?? null;
}

/** A page of matches that no index knows, and how many there are, all found along the index of time (decisions/0411). */
function pageOfLatest(
  db: Queries,
  listQuery: ListQuery,
  { page, ...order }: ListOrder & { page: number },
): Promise<{ ids: string[]; total: number }> {
  const found = db
    .selectFrom("appointments")
    .select(["id", "starts_at", "name", "email", "status"])
    .where(matching(listQuery))
    .orderBy("starts_at", "desc")
    .orderBy("id", "desc");
  return findPage(db, found, { order: inOrder(order), page, size: PAGE_SIZE });
}

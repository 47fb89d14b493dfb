import { setImmediate as turn } from "node:timers/promises";
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import { shownStatus } from "#app/appointments/appointment.ts";
import { attendanceOf } from "#app/appointments/attendance.ts";
import { isOfClient, isResult } from "#app/appointments/result.db.server.ts";
import { seriesPlaceFrom } from "#app/appointments/series-place.ts";
import { isShownAs } from "#app/appointments/status.db.server.ts";
import {
  type AppointmentListFilter,
  type AppointmentListRow,
  type AppointmentListSort,
  PAGE_SIZE,
  searchTerms,
} from "#app/diary/appointment-list.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { isWithin } from "#app/platform/database/within-reach.server.ts";
import type { Reach } from "#app/platform/permissions.ts";
import { addDays, startOfDay } from "#app/platform/zoned-time.ts";

type ListQuery = { filter: AppointmentListFilter; reach: Reach; zone: string; now: number; changeNotice: number };
type Place = { sort: AppointmentListSort; down: boolean; page: number };
type Condition = (eb: ExpressionBuilder<Tables, "appointments">) => Expression<SqlBool>;

export async function listAppointmentPage(
  db: Queries,
  listQuery: ListQuery,
  place: Place,
): Promise<{ rows: AppointmentListRow[]; total: number }> {
  const first = (place.page - 1) * PAGE_SIZE;
  const few = listQuery.filter.text ? await searchFew(db, listQuery, place) : null;
  if (few) return { rows: await listRows(db, few.slice(first, first + PAGE_SIZE)), total: few.length };
  const total = await countAppointments(db, listQuery);
  const page = await idsInOrder(db, listQuery, { ...place, orders: BY_INDEX })
    .limit(PAGE_SIZE)
    .offset(first)
    .execute();
  return {
    rows: await listRows(
      db,
      page.map((row) => row.id),
    ),
    total,
  };
}

/**
 * All ids that a search finds, in order, when they are few; otherwise null. It scans every row and sorts the few it
 * finds: reading along an index would visit the table out of order (measured at 100,000: 135 ms instead of 22).
 */
async function searchFew(db: Queries, listQuery: ListQuery, place: Place): Promise<string[] | null> {
  const found = await idsInOrder(db, listQuery, { ...place, orders: BY_SORTING })
    .limit(FEW + 1)
    .execute();
  return found.length > FEW ? null : found.map((row) => row.id);
}

function idsInOrder(db: Queries, listQuery: ListQuery, { sort, down, orders }: Place & { orders: typeof BY_INDEX }) {
  const direction = down ? "desc" : "asc";
  return db
    .selectFrom("appointments")
    .select("id")
    .where(matching(listQuery))
    .orderBy(orders[sort], direction)
    .$if(sort === "status", (query) => query.orderBy("starts_at", direction))
    .orderBy("id", direction);
}

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

export async function listRows(db: Queries, ids: readonly string[]): Promise<AppointmentListRow[]> {
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
      "series_id",
      "series_position",
      "series_total",
      "therapists.name as therapist",
    ])
    .select(["attendances.state", "appointment_notes.version as note"])
    .where("appointments.id", "in", [...ids])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [rowFrom(row)] : [];
  });
}

/** The appointment of a reference as it is stored. */
export async function getByReference(db: Queries, reference: string, reach: Reach): Promise<AppointmentListRow | null> {
  const row = await db
    .selectFrom("appointments")
    .select("id")
    .where("reference", "=", reference)
    .where(isWithin(reach))
    .executeTakeFirst();
  return row ? ((await listRows(db, [row.id]))[0] ?? null) : null;
}

const FEW = 1000;

const BY_INDEX = {
  date: sql`starts_at`,
  name: sql`lower(name)`,
  email: sql`lower(email)`,
  status: sql`lower(status)`,
};

// No index covers these expressions.
const BY_SORTING = {
  date: sql`starts_at + 0`,
  name: sql`lower(name) || ''`,
  email: sql`lower(email) || ''`,
  status: sql`lower(status) || ''`,
};

// Of a list without an end or a beginning, as much as anybody asks about.
const LONG_AGO_MS = 8 * 366 * 86_400_000;
const FAR_AHEAD_MS = 366 * 86_400_000;

function matching({ filter, reach, zone, now, changeNotice }: ListQuery): Condition {
  return (eb) => {
    const all: Expression<SqlBool>[] = [isWithin(reach)];
    const start = filter.from && startOfDay(filter.from, zone);
    const end = filter.to && startOfDay(addDays(filter.to, 1), zone);
    const within = { start: start || now - LONG_AGO_MS, end: end || now + FAR_AHEAD_MS };
    if (start) all.push(eb("starts_at", ">=", start));
    if (end) all.push(eb("starts_at", "<", end));
    if (filter.status) all.push(isShownAs(filter.status));
    if (filter.therapist) {
      const therapist = eb.selectFrom("therapists").select("id").where("slug", "=", filter.therapist);
      all.push(eb("therapist_id", "=", therapist));
    }
    if (filter.service) {
      all.push(eb("service_id", "=", eb.selectFrom("services").select("id").where("slug", "=", filter.service)));
    }
    if (filter.result) all.push(isResult(filter.result, { now, zone, changeNotice, within }));
    if (filter.client) all.push(filter.client === "none" ? eb("client_id", "is", null) : isOfClient(filter.client));
    if (filter.source) all.push(filter.source === "none" ? eb("source", "is", null) : eb("source", "=", filter.source));
    if (filter.text) all.push(eb.or(textConditions(eb, filter.text)));
    return eb.and(all);
  };
}

// Folded by us on writing. Rows from another program are at least found by their plain letters.
const SEARCHED = sql`coalesce(search, lower(name || ' ' || coalesce(email, '')), lower(email))`;

// A search reads every row: about 10 ms at 100,000, and neither engine needs an index of its own kind.
function textConditions(eb: ExpressionBuilder<Tables, "appointments">, text: string): Expression<SqlBool>[] {
  const { letters, digits, reference } = searchTerms(text);
  const pattern = `%${letters.replace(/[\\%_]/g, "\\$&")}%`;
  const either: Expression<SqlBool>[] = [sql<SqlBool>`${SEARCHED} like ${pattern} escape '\\'`];
  if (digits) either.push(eb("phone", "like", `%${digits}%`));
  if (reference) either.push(eb("reference", "=", reference));
  return either;
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
  | "series_id"
  | "series_position"
  | "series_total"
> & { therapist: string; state: string | null; note: number | null };

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
    status: shownStatus(row.status),
    attendance: attendanceOf(row.state),
    practicalNote: row.practical_note,
    hasNote: row.note !== null,
    series: seriesPlaceFrom(row),
    createdAt: row.created_at,
    sequence: row.sequence,
  };
}

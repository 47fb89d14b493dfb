import type { Appointment } from "#app/appointments/appointment.ts";
import type { BookingSource } from "#app/appointments/booking-source.ts";
import { seriesPlaceFrom } from "#app/appointments/series-place.ts";
import { isStanding } from "#app/appointments/status.db.server.ts";
import { venueColumns, venueFrom } from "#app/appointments/venue.ts";
import type { Interval } from "#app/availability/interval.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { foldedLines } from "#app/platform/folded.ts";
import type { Idempotency } from "#app/platform/idempotency.server.ts";

const DAY_MS = 86_400_000;

type NewAppointment = Appointment & {
  /** Null: an imported one, until someone has chosen whose it is. */
  clientId: string | null;
  detailsDiffer: boolean;
  /** Booked online, and nobody has shown that the address is theirs. */
  isUnproven?: boolean;
  /** False: its client was found by what someone typed, and nobody has shown or confirmed that it is them. */
  opensRecord?: boolean;
  /** Keyed hash of the network address of an online booking. */
  origin?: string | null;
  source: BookingSource;
  idempotency: Idempotency | null;
  manageHash: string;
  createdAt: number;
};

export type Busy = Interval & { therapistId: string };

/**
 * Blocks (appointments with buffers) that overlap `within`, in one read for all therapists. `except`: the
 * appointments that are being moved. A block lasts at most 24 hours, so both ends of the index read are bounded.
 */
export async function listBusy(
  db: Queries,
  {
    therapistIds,
    within,
    except = null,
  }: { therapistIds: readonly string[]; within: Interval; except?: string | readonly string[] | null },
): Promise<Busy[]> {
  const rows = await db
    .selectFrom("appointments")
    .select(["therapist_id", "block_start", "block_end"])
    .where("therapist_id", "in", [...therapistIds])
    .where("block_start", ">", within.start - DAY_MS)
    .where("block_start", "<", within.end)
    .where(isStanding)
    .$if(except !== null && except.length > 0, (query) => query.where("id", "not in", [except ?? []].flat()))
    .orderBy("therapist_id")
    .orderBy("block_start")
    .execute();
  return rows
    .filter((row) => row.block_end > within.start)
    .map((row) => ({ therapistId: row.therapist_id, start: row.block_start, end: row.block_end }));
}

/** False, and nothing inserted, when the idempotency key has been used. */
export async function insertAppointment(tx: Tx, appointment: NewAppointment): Promise<boolean> {
  const outcome = await tx
    .insertInto("appointments")
    .values(rowFrom(appointment))
    .onConflict((conflict) => conflict.column("idempotency_key").doNothing())
    .executeTakeFirst();
  return Number(outcome.numInsertedOrUpdatedRows) === 1;
}

/** Someone has shown that the booking's address is theirs. */
export async function markProven(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("appointments").set({ unproven: 0, opens_record: 1 }).where("id", "=", id).execute();
}

export async function getAppointment(db: Queries, id: string): Promise<Appointment | null> {
  return findWhere(db, { column: "id", value: id });
}

/** The next appointment of anybody who gave a name, as an example; null while there is none. */
export async function getNextNamed(db: Queries, now: number): Promise<Appointment | null> {
  const row = await db
    .selectFrom("appointments")
    .selectAll()
    .where("starts_at", ">", now)
    .where("name", "is not", null)
    .where(isStanding)
    .orderBy("starts_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row ? appointmentFrom(row) : null;
}

/** The appointment already booked with this key, if any, and whether its content was the same. */
export async function getByIdempotency(
  db: Queries,
  { key, body }: Idempotency,
): Promise<{ appointment: Appointment; isSame: boolean } | null> {
  const row = await db.selectFrom("appointments").selectAll().where("idempotency_key", "=", key).executeTakeFirst();
  return row ? { appointment: appointmentFrom(row), isSame: row.idempotency_body === body } : null;
}

export async function getByManageHash(db: Queries, hash: string): Promise<Appointment | null> {
  return findWhere(db, { column: "manage_hash", value: hash });
}

async function findWhere(
  db: Queries,
  { column, value }: { column: "id" | "manage_hash"; value: string },
): Promise<Appointment | null> {
  const row = await db.selectFrom("appointments").selectAll().where(column, "=", value).executeTakeFirst();
  return row ? appointmentFrom(row) : null;
}

/** For the SQL of this room only. */
export function appointmentFrom(row: Tables["appointments"]): Appointment {
  return {
    id: row.id,
    reference: row.reference,
    referencePrefix: row.reference_prefix,
    serviceId: row.service_id,
    serviceTitle: row.service_title,
    therapistId: row.therapist_id,
    minutes: row.minutes,
    pricePence: row.price_pence,
    start: row.starts_at,
    end: row.ends_at,
    blockStart: row.block_start,
    blockEnd: row.block_end,
    status: row.status,
    name: row.name,
    phone: row.phone,
    email: row.email,
    userId: row.user_id,
    practicalNote: row.practical_note,
    venue: venueFrom(row),
    sequence: row.sequence,
    linkVersion: row.link_version,
    series: seriesPlaceFrom(row),
  };
}

function rowFrom(appointment: NewAppointment): Tables["appointments"] {
  return {
    id: appointment.id,
    reference: appointment.reference,
    reference_prefix: appointment.referencePrefix,
    service_id: appointment.serviceId,
    therapist_id: appointment.therapistId,
    service_title: appointment.serviceTitle,
    minutes: appointment.minutes,
    price_pence: appointment.pricePence,
    starts_at: appointment.start,
    ends_at: appointment.end,
    block_start: appointment.blockStart,
    block_end: appointment.blockEnd,
    status: appointment.status,
    name: appointment.name,
    phone: appointment.phone,
    email: appointment.email,
    user_id: appointment.userId,
    client_id: appointment.clientId,
    idempotency_key: appointment.idempotency?.key ?? null,
    idempotency_body: appointment.idempotency?.body ?? null,
    manage_hash: appointment.manageHash,
    search: foldedLines(appointment.name, appointment.email),
    sequence: appointment.sequence,
    contact_version: 1,
    details_differ: appointment.detailsDiffer ? 1 : 0,
    unproven: appointment.isUnproven ? 1 : 0,
    opens_record: appointment.opensRecord === false ? 0 : 1,
    link_version: appointment.linkVersion,
    origin: appointment.origin ?? null,
    practical_note: appointment.practicalNote,
    ...venueColumns(appointment.venue),
    source: appointment.source,
    series_id: appointment.series?.id ?? null,
    series_position: appointment.series?.position ?? null,
    series_total: appointment.series?.total ?? null,
    created_at: appointment.createdAt,
    updated_at: appointment.createdAt,
  };
}

import type { Appointment } from "#app/appointments/appointment.ts";
import { CANCELLED } from "#app/appointments/appointment.ts";
import type { Interval } from "#app/availability/interval.ts";
import { quantaOf } from "#app/availability/quantum.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";

const DAY_MS = 86_400_000;

export type NewAppointment = Appointment & {
  /** Whose record it belongs to. */
  clientId: string;
  idempotencyKey: string | null;
  manageHash: string;
  createdAt: number;
};
export type Busy = Interval & { therapistId: string };

/**
 * The blocks (appointments with their buffers) that touch `within`, one read for all therapists.
 * `except` leaves out the appointment that is being moved: it is not in its own way.
 * A block is at most 24 hours long, so the index read is bounded on both sides and doesn't grow with the table.
 */
export async function readBusy(
  db: Queries,
  {
    therapistIds,
    within,
    except = null,
  }: { therapistIds: readonly string[]; within: Interval; except?: string | null },
): Promise<Busy[]> {
  const rows = await db
    .selectFrom("appointments")
    .select(["therapist_id", "block_start", "block_end"])
    .where("therapist_id", "in", [...therapistIds])
    .where("block_start", ">", within.start - DAY_MS)
    .where("block_start", "<", within.end)
    .where("status", "!=", CANCELLED)
    .$if(except !== null, (query) => query.where("id", "!=", except))
    .orderBy("therapist_id")
    .orderBy("block_start")
    .execute();
  return rows
    .filter((row) => row.block_end > within.start)
    .map((row) => ({ therapistId: row.therapist_id, start: row.block_start, end: row.block_end }));
}

/** Writes the appointment, unless its idempotency key has been used: then nothing, and false. */
export async function insertAppointment(tx: Tx, appointment: NewAppointment): Promise<boolean> {
  const outcome = await tx
    .insertInto("appointments")
    .values(rowFrom(appointment))
    .onConflict((conflict) => conflict.column("idempotency_key").doNothing())
    .executeTakeFirst();
  return Number(outcome.numInsertedOrUpdatedRows) === 1;
}

/**
 * Claims every quantum of the appointment's block. False when one of them is taken: the caller must roll back.
 * Ascending order keeps two overlapping bookings from waiting for each other.
 */
export async function insertClaims(tx: Tx, appointment: Appointment): Promise<boolean> {
  const rows = quantaOf({ start: appointment.blockStart, end: appointment.blockEnd }).map((quantum) => ({
    therapist_id: appointment.therapistId,
    quantum,
    appointment_id: appointment.id,
  }));
  const outcome = await tx
    .insertInto("appointment_claims")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["therapist_id", "quantum"]).doNothing())
    .executeTakeFirst();
  return Number(outcome.numInsertedOrUpdatedRows) === rows.length;
}

/** The appointment with this id. */
export async function findById(db: Queries, id: string): Promise<Appointment | null> {
  return findWhere(db, { column: "id", value: id });
}

/** The appointment that was booked under this key, if any. */
export async function findByIdempotencyKey(db: Queries, key: string): Promise<Appointment | null> {
  return findWhere(db, { column: "idempotency_key", value: key });
}

/** The appointment behind a manage link, by the hash of its secret. */
export async function findByManageHash(db: Queries, hash: string): Promise<Appointment | null> {
  return findWhere(db, { column: "manage_hash", value: hash });
}

async function findWhere(
  db: Queries,
  { column, value }: { column: "id" | "idempotency_key" | "manage_hash"; value: string },
): Promise<Appointment | null> {
  const row = await db.selectFrom("appointments").selectAll().where(column, "=", value).executeTakeFirst();
  return row ? appointmentFrom(row) : null;
}

/** A row as an appointment: for the stores of this room alone. */
export function appointmentFrom(row: Tables["appointments"]): Appointment {
  return {
    id: row.id,
    reference: row.reference,
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
    sequence: row.sequence,
  };
}

function rowFrom(appointment: NewAppointment): Tables["appointments"] {
  return {
    id: appointment.id,
    reference: appointment.reference,
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
    idempotency_key: appointment.idempotencyKey,
    manage_hash: appointment.manageHash,
    sequence: appointment.sequence,
    contact_version: 1,
    created_at: appointment.createdAt,
    updated_at: appointment.createdAt,
  };
}

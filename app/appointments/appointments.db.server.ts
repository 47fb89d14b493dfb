import type { Appointment } from "#app/appointments/appointment.ts";
import { type Cancellation, cancelReasonFrom } from "#app/appointments/cancellation.ts";
import { seriesPlaceFrom } from "#app/appointments/series-place.ts";
import { isStanding } from "#app/appointments/status.db.server.ts";
import { venueFrom } from "#app/appointments/venue.ts";
import type { Interval } from "#app/availability/interval.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import type { Idempotency } from "#app/platform/idempotency.server.ts";

const DAY_MS = 86_400_000;

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

export async function getCancellation(db: Queries, appointmentId: string): Promise<Cancellation | null> {
  const row = await db
    .selectFrom("cancellations")
    .select(["at", "actor", "reason", "asked_by", "reason_code", "late", "chargeable", "status_before"])
    .where("appointment_id", "=", appointmentId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    at: row.at,
    actor: row.actor,
    reason: row.reason,
    askedBy: row.asked_by,
    reasonCode: cancelReasonFrom(row.reason_code),
    late: truthOf(row.late),
    chargeable: truthOf(row.chargeable),
    statusBefore: row.status_before,
  };
}

function truthOf(stored: number | null): boolean | null {
  return stored === null ? null : stored === 1;
}

import { type Appointment, type BookingSource, viewStatus } from "#app/appointments/appointment.ts";
import { isCancelled, isStanding } from "#app/appointments/appointments.db.server.ts";
import type { Cancellation } from "#app/appointments/cancellation.ts";
import { venueColumns } from "#app/appointments/venue.ts";
import { quantaOf } from "#app/availability/interval.ts";
import type { Tx } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import type { Idempotency } from "#app/platform/form-draft.server.ts";
import { foldedLines } from "#app/platform/search-text.ts";

export type NewAppointment = Appointment & {
  /** Null: imported, until someone has chosen whose it is. */
  clientId: string | null;
  detailsDiffer: boolean;
  /** Booked online, and no one has shown that the address is theirs. */
  isUnproven?: boolean;
  /** False: its client was found by what someone typed, and no one has shown or confirmed that it is them. */
  opensRecord?: boolean;
  /** Keyed hash of the network address of an online booking. */
  origin?: string | null;
  source: BookingSource;
  idempotency: Idempotency | null;
  createdAt: number;
};

type Stored = NewAppointment & { manageHash: string };

/** False when an idempotency key has been used: the caller must roll back. */
export async function insertAppointments(tx: Tx, appointments: readonly Stored[]): Promise<boolean> {
  const outcome = await tx
    .insertInto("appointments")
    .values(appointments.map(rowFrom))
    .onConflict((conflict) => conflict.column("idempotency_key").doNothing())
    .executeTakeFirst();
  return Number(outcome.numInsertedOrUpdatedRows) === appointments.length;
}

type Saved = { before: Appointment; after: Appointment; now: number; proves?: boolean };

/**
 * Updates an appointment and locks it. False when someone changed, cancelled or reinstated it since it was read: the
 * caller must roll back. `proves`: someone has shown that its address is theirs.
 */
export async function saveAppointment(tx: Tx, { before, after, now, proves = false }: Saved): Promise<boolean> {
  const outcome = await tx
    .updateTable("appointments")
    .set({
      service_id: after.serviceId,
      service_title: after.serviceTitle,
      therapist_id: after.therapistId,
      starts_at: after.start,
      ends_at: after.end,
      minutes: after.minutes,
      price_pence: after.pricePence,
      block_start: after.blockStart,
      block_end: after.blockEnd,
      status: after.status,
      been_before: after.beenBefore,
      sequence: after.sequence,
      updated_at: now,
      ...(proves && { unproven: 0, opens_record: 1 }),
    })
    .where("id", "=", after.id)
    .where("sequence", "=", before.sequence)
    .where(viewStatus(before.status) === "Cancelled" ? isCancelled : isStanding)
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

/** References delete its claims, note, attendance and cancellation with it. */
export async function deleteAppointment(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("appointments").where("id", "=", id).executeTakeFirst();
  return Number(numDeletedRows) === 1;
}

export async function insertCancellation(
  tx: Tx,
  appointmentId: string,
  { at, actor, reason, askedBy, reasonCode, late, chargeable, statusBefore }: Cancellation,
): Promise<void> {
  const facts = { at, actor, reason, asked_by: askedBy, reason_code: reasonCode, status_before: statusBefore };
  const row = { ...facts, late: numberOf(late), chargeable: numberOf(chargeable) };
  await tx
    .insertInto("cancellations")
    .values({ appointment_id: appointmentId, ...row })
    // Another program may have given a cancelled appointment another status: this is its last cancellation.
    .onConflict((conflict) => conflict.column("appointment_id").doUpdateSet(row))
    .execute();
}

export async function deleteCancellations(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom("cancellations")
    .where("appointment_id", "in", [...ids])
    .execute();
}

function numberOf(truth: boolean | null): number | null {
  return truth === null ? null : Number(truth);
}

function rowFrom(appointment: Stored): Tables["appointments"] {
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
    been_before: appointment.beenBefore ?? null,
    ...venueColumns(appointment.venue),
    source: appointment.source,
    series_id: appointment.series?.id ?? null,
    series_position: appointment.series?.position ?? null,
    series_total: appointment.series?.total ?? null,
    created_at: appointment.createdAt,
    updated_at: appointment.createdAt,
  };
}

type Claim = { therapist_id: string; quantum: number } & (
  | { appointment_id: string; hold_id?: null }
  | { appointment_id?: null; hold_id: string }
);

/** A time that is kept for someone who has no appointment then (epoch ms): its block, and until when. */
export type TimeHold = { id: string; therapistId: string; blockStart: number; blockEnd: number; until: number };

// Three values a claim: SQLite takes 32,766 in one statement.
const CLAIMS_AT_ONCE = 5000;

/** Claims all blocks, in one order for everybody against deadlocks. False when one is taken: roll back. */
export async function takeClaims(tx: Tx, appointments: readonly Appointment[]): Promise<boolean> {
  return takeAll(tx, appointments.flatMap(claimsOf));
}

async function takeAll(tx: Tx, unordered: readonly Claim[]): Promise<boolean> {
  const claims = [...unordered].sort(inOrder);
  for (let at = 0; at < claims.length; at += CLAIMS_AT_ONCE) {
    if (!(await takeSome(tx, claims.slice(at, at + CLAIMS_AT_ONCE)))) return false;
  }
  return true;
}

export async function releaseClaims(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom("appointment_claims")
    .where("appointment_id", "in", [...ids])
    .execute();
}

/** Keeps a time with claims like those of an appointment. False when it is taken: roll back. */
export async function insertTimeHold(tx: Tx, { id, therapistId, blockStart, blockEnd, until }: TimeHold) {
  const row = { id, therapist_id: therapistId, block_start: blockStart, block_end: blockEnd, until };
  await tx.insertInto("time_holds").values(row).execute();
  const quanta = quantaOf({ start: blockStart, end: blockEnd });
  return takeAll(
    tx,
    quanta.map((quantum) => ({ therapist_id: therapistId, quantum, hold_id: id })),
  );
}

/** The claims of a hold go with it. Null: there is none. */
export async function deleteTimeHold(tx: Tx, id: string): Promise<TimeHold | null> {
  const row = await tx.deleteFrom("time_holds").where("id", "=", id).returningAll().executeTakeFirst();
  if (!row) return null;
  const { therapist_id, block_start, block_end, until } = row;
  return { id, therapistId: therapist_id, blockStart: block_start, blockEnd: block_end, until };
}

/** Whether someone else has a part of its block. */
export async function isClaimed(tx: Tx, { id, therapistId, blockStart, blockEnd }: Appointment): Promise<boolean> {
  const other = tx
    .selectFrom("appointment_claims")
    .select("quantum")
    .where("therapist_id", "=", therapistId)
    .where("quantum", "in", quantaOf({ start: blockStart, end: blockEnd }))
    .where((claim) => claim.or([claim("appointment_id", "is", null), claim("appointment_id", "<>", id)]))
    .limit(1);
  return (await other.executeTakeFirst()) !== undefined;
}

function claimsOf({ id, therapistId, blockStart, blockEnd }: Appointment): Claim[] {
  const quanta = quantaOf({ start: blockStart, end: blockEnd });
  return quanta.map((quantum) => ({ therapist_id: therapistId, quantum, appointment_id: id }));
}

function inOrder(one: Claim, other: Claim): number {
  if (one.therapist_id !== other.therapist_id) return one.therapist_id < other.therapist_id ? -1 : 1;
  return one.quantum - other.quantum;
}

// A claim of a cancelled appointment, left by another program, does not count as taken.
async function takeSome(tx: Tx, claims: readonly Claim[]): Promise<boolean> {
  const taken = await insertFree(tx, claims);
  if (taken === claims.length) return true;
  if ((await freeCancelled(tx, claims)) === 0) return false;
  return taken + (await insertFree(tx, claims)) === claims.length;
}

async function insertFree(tx: Tx, claims: readonly Claim[]): Promise<number> {
  const outcome = await tx
    .insertInto("appointment_claims")
    .values([...claims])
    .onConflict((conflict) => conflict.columns(["therapist_id", "quantum"]).doNothing())
    .executeTakeFirst();
  return Number(outcome.numInsertedOrUpdatedRows);
}

async function freeCancelled(tx: Tx, claims: readonly Claim[]): Promise<number> {
  let freed = 0;
  for (const [therapistId, theirs] of Map.groupBy(claims, (claim) => claim.therapist_id)) {
    const outcome = await tx
      .deleteFrom("appointment_claims")
      .where("therapist_id", "=", therapistId)
      .where(
        "quantum",
        "in",
        theirs.map(({ quantum }) => quantum),
      )
      .where("appointment_id", "in", (eb) => eb.selectFrom("appointments").select("id").where(isCancelled))
      .executeTakeFirst();
    freed += Number(outcome.numDeletedRows);
  }
  return freed;
}

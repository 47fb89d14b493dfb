import type { Appointment } from "#app/appointments/appointment.ts";
import { isCancelled } from "#app/appointments/status.db.server.ts";
import { quantaOf } from "#app/availability/quantum.ts";
import type { Tx } from "#app/platform/database/database.server.ts";

type Claim = { therapist_id: string; quantum: number; appointment_id: string };

/**
 * Claims every quantum of the block. False when one is taken: the caller must roll back. Ascending order prevents a
 * deadlock between two overlapping bookings.
 */
export async function insertClaims(tx: Tx, appointment: Appointment): Promise<boolean> {
  return takeClaims(tx, claimsOf(appointment));
}

/** The same for appointments that are booked together: all of their blocks or none, in one order for everybody. */
export async function insertClaimsOfAll(tx: Tx, appointments: readonly Appointment[]): Promise<boolean> {
  return takeAll(tx, appointments.flatMap(claimsOf));
}

async function takeAll(tx: Tx, all: readonly Claim[]): Promise<boolean> {
  const of = Map.groupBy(all, (claim) => claim.therapist_id);
  for (const therapistId of [...of.keys()].sort()) {
    const claims = (of.get(therapistId) ?? []).sort((one, other) => one.quantum - other.quantum);
    if (!(await takeClaims(tx, claims))) return false;
  }
  return true;
}

function claimsOf({ id, therapistId, blockStart, blockEnd }: Appointment): Claim[] {
  const quanta = quantaOf({ start: blockStart, end: blockEnd });
  return quanta.map((quantum) => ({ therapist_id: therapistId, quantum, appointment_id: id }));
}

/**
 * Claims the new block, then releases the old one. False when a quantum is taken: the caller must roll back, and the
 * old claims stand. New claims come first, so two appointments that swap times refuse each other instead of
 * deadlocking.
 */
export async function moveClaims(tx: Tx, moved: Appointment): Promise<boolean> {
  const wanted = quantaOf({ start: moved.blockStart, end: moved.blockEnd });
  const claimed = await tx
    .selectFrom("appointment_claims")
    .select("quantum")
    .where("appointment_id", "=", moved.id)
    .where("therapist_id", "=", moved.therapistId)
    .where("quantum", "in", wanted)
    .execute();
  const held = new Set(claimed.map((row) => row.quantum));
  const rows = wanted
    .filter((quantum) => !held.has(quantum))
    .map((quantum) => ({ therapist_id: moved.therapistId, quantum, appointment_id: moved.id }));
  if (!(await takeClaims(tx, rows))) return false;
  await tx
    .deleteFrom("appointment_claims")
    .where("appointment_id", "=", moved.id)
    .where((claim) => claim.or([claim("therapist_id", "!=", moved.therapistId), claim("quantum", "not in", wanted)]))
    .execute();
  return true;
}

/**
 * The same for appointments that move together, also onto each other's old times. What is new to all of them is claimed
 * before anything is released.
 */
export async function moveClaimsOfAll(tx: Tx, moved: readonly Appointment[]): Promise<boolean> {
  const held = await tx
    .selectFrom("appointment_claims")
    .selectAll()
    .where(
      "appointment_id",
      "in",
      moved.map(({ id }) => id),
    )
    .execute();
  const keyOf = ({ therapist_id, quantum }: Claim) => `${therapist_id} ${quantum}`;
  const ownerOf = new Map(held.map((claim) => [keyOf(claim), claim.appointment_id]));
  const wanted = moved.flatMap(claimsOf);
  const isNew = (claim: Claim) => !ownerOf.has(keyOf(claim));
  if (!(await takeAll(tx, wanted.filter(isNew)))) return false;
  const wantedBy = new Map(wanted.map((claim) => [keyOf(claim), claim.appointment_id]));
  for (const claim of held.filter((one) => wantedBy.get(keyOf(one)) !== one.appointment_id)) {
    await tx
      .deleteFrom("appointment_claims")
      .where("therapist_id", "=", claim.therapist_id)
      .where("quantum", "=", claim.quantum)
      .execute();
  }
  return takeAll(
    tx,
    wanted.filter((claim) => !isNew(claim) && ownerOf.get(keyOf(claim)) !== claim.appointment_id),
  );
}

export async function removeClaims(tx: Tx, appointmentId: string): Promise<void> {
  await tx.deleteFrom("appointment_claims").where("appointment_id", "=", appointmentId).execute();
}

/** Releases a client's claims from this instant on. */
export async function removeClaimsAfter(tx: Tx, { clientId, at }: { clientId: string; at: number }): Promise<void> {
  const ahead = tx
    .selectFrom("appointments")
    .select("id")
    .where("client_id", "=", clientId)
    .where("starts_at", ">", at);
  await tx.deleteFrom("appointment_claims").where("appointment_id", "in", ahead).execute();
}

/**
 * Claims time of one therapist. False when a quantum is taken: the caller must roll back. A claim of a cancelled
 * appointment, left by another program, does not count as taken.
 */
async function takeClaims(tx: Tx, claims: readonly Claim[]): Promise<boolean> {
  const taken = await insertFree(tx, claims);
  if (taken === claims.length) return true;
  if ((await freeCancelled(tx, claims)) === 0) return false;
  return taken + (await insertFree(tx, claims)) === claims.length;
}

async function insertFree(tx: Tx, claims: readonly Claim[]): Promise<number> {
  if (claims.length === 0) return 0;
  const outcome = await tx
    .insertInto("appointment_claims")
    .values([...claims])
    .onConflict((conflict) => conflict.columns(["therapist_id", "quantum"]).doNothing())
    .executeTakeFirst();
  return Number(outcome.numInsertedOrUpdatedRows);
}

async function freeCancelled(tx: Tx, claims: readonly Claim[]): Promise<number> {
  const outcome = await tx
    .deleteFrom("appointment_claims")
    .where("therapist_id", "=", claims[0]?.therapist_id ?? "")
    .where(
      "quantum",
      "in",
      claims.map(({ quantum }) => quantum),
    )
    .where("appointment_id", "in", (eb) => eb.selectFrom("appointments").select("id").where(isCancelled))
    .executeTakeFirst();
  return Number(outcome.numDeletedRows);
}

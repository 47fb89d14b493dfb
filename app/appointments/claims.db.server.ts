import type { Appointment } from "#app/appointments/appointment.ts";
import { isCancelled } from "#app/appointments/appointments.db.server.ts";
import { quantaOf } from "#app/availability/interval.ts";
import type { Tx } from "#app/platform/database/database.server.ts";

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

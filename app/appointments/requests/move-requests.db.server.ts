import { isStanding } from "#app/appointments/appointments.db.server.ts";
import type { MoveAnswer, MoveRequest } from "#app/appointments/requests/move-request.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { isWithin } from "#app/platform/database/within-scope.server.ts";
import type { Scope } from "#app/platform/permissions.ts";

const COLUMNS = ["appointment_id", "move_requests.starts_at as start", "words", "at", "answer"] as const;

/** The latest of each appointment, answered or not, also when the appointment has moved since. */
export async function listMoveRequests(db: Queries, ids: readonly string[]): Promise<Map<string, MoveRequest>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("move_requests")
    .select(COLUMNS)
    .where("appointment_id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ appointment_id, ...request }) => [appointment_id, request]));
}

/** The request about the appointment as it stands, answered or not. */
export async function getMoveRequest(
  db: Queries,
  { id, start }: { id: string; start: number },
): Promise<MoveRequest | null> {
  const request = (await listMoveRequests(db, [id])).get(id);
  return request?.start === start ? request : null;
}

/** False when its client has asked already about this start. */
export async function insertMoveRequest(
  tx: Tx,
  { appointmentId, start, words, at }: { appointmentId: string; start: number; words: string; at: number },
): Promise<boolean> {
  const row = { starts_at: start, words, at, answer: null, answered_at: null, answered_by: null };
  const outcome = await tx
    .insertInto("move_requests")
    .values({ appointment_id: appointmentId, ...row })
    .onConflict((conflict) =>
      conflict.column("appointment_id").doUpdateSet(row).where("move_requests.starts_at", "!=", start),
    )
    .executeTakeFirst();
  return Number(outcome.numInsertedOrUpdatedRows ?? 0) === 1;
}

type Answered = { answer: MoveAnswer; at: number; actor: string };

/** `answered` null opens it again. False when somebody else was quicker, or there is none about this start. */
export async function writeMoveAnswer(
  tx: Tx,
  { appointmentId, start, was }: { appointmentId: string; start: number; was: MoveAnswer | null },
  answered: Answered | null,
): Promise<boolean> {
  const outcome = await tx
    .updateTable("move_requests")
    .set({
      answer: answered?.answer ?? null,
      answered_at: answered?.at ?? null,
      answered_by: answered?.actor ?? null,
    })
    .where("appointment_id", "=", appointmentId)
    .where("starts_at", "=", start)
    .where((eb) => (was === null ? eb("answer", "is", null) : eb("answer", "=", was)))
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

/** Who answered it, as in the audit. */
export async function getAnswerer(db: Queries, appointmentId: string): Promise<string | null> {
  const row = await db
    .selectFrom("move_requests")
    .select("answered_by")
    .where("appointment_id", "=", appointmentId)
    .executeTakeFirst();
  return row?.answered_by ?? null;
}

/** Appointments whose clients wait for an answer, the next first. */
export async function listOpenRequests(
  db: Queries,
  { now, scope, most }: { now: number; scope: Scope; most: number },
): Promise<{ appointmentId: string; words: string; at: number }[]> {
  return openRequests(db, now, scope)
    .select(["appointments.id as appointmentId", "words", "at"])
    .orderBy("appointments.starts_at")
    .orderBy("appointments.id")
    .limit(most)
    .execute();
}

export function selectOpenRequests(db: Queries, now: number, scope: Scope) {
  return openRequests(db, now, scope).select((eb) => eb.fn.countAll<number>().as("requests"));
}

function openRequests(db: Queries, now: number, scope: Scope) {
  return db
    .selectFrom("move_requests")
    .innerJoin("appointments", (join) =>
      join
        .onRef("appointments.id", "=", "move_requests.appointment_id")
        .onRef("appointments.starts_at", "=", "move_requests.starts_at"),
    )
    .where("appointments.starts_at", ">", now)
    .where("answer", "is", null)
    .where(isStanding)
    .where(isWithin(scope));
}

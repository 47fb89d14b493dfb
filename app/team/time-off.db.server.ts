import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import type { Scope } from "#app/platform/permissions.ts";
import type { OpenTimeOffRequest, TimeOffRequest, TimeOffState } from "#app/team/time-off-request.ts";

export async function insertRequest(tx: Tx, request: OpenTimeOffRequest): Promise<void> {
  await tx
    .insertInto("time_off_requests")
    .values({
      id: request.id,
      therapist_id: request.therapistId,
      asked_by: request.askedBy,
      asked_at: request.requestedAt,
      first_day: request.firstDay,
      last_day: request.lastDay,
      from_minute: request.fromMinute,
      to_minute: request.toMinute,
      reason: request.reason,
      public_note: request.publicNote,
      state: "open",
      answered_at: null,
      answered_by: null,
      answer: null,
    })
    .execute();
}

export async function getRequest(db: Queries, id: string): Promise<TimeOffRequest | null> {
  const row = await db.selectFrom("time_off_requests").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? requestFrom(row) : null;
}

type Which = { from: string; scope: Scope; states: readonly TimeOffState[] };

/** Those within scope that are not over on this local date, the next first. */
export async function listRequests(db: Queries, { from, scope, states }: Which): Promise<TimeOffRequest[]> {
  const rows = await db
    .selectFrom("time_off_requests")
    .selectAll()
    .where("state", "in", [...states])
    .where("last_day", ">=", from)
    .where(isWithin(scope))
    .orderBy("first_day")
    .orderBy("id")
    .execute();
  return rows.map(requestFrom);
}

export function selectOpenTimeOff(db: Queries, from: string) {
  return db
    .selectFrom("time_off_requests")
    .select((eb) => eb.fn.countAll<number>().as("timeOff"))
    .where("state", "=", "open")
    .where("last_day", ">=", from);
}

type Answered = {
  id: string;
  state: Exclude<TimeOffState, "open">;
  at: number;
  by: string | null;
  answer: string | null;
};

/** False when it is answered already. */
export async function writeAnswer(tx: Tx, { id, state, at, by, answer }: Answered): Promise<boolean> {
  const outcome = await tx
    .updateTable("time_off_requests")
    .set({ state, answered_at: at, answered_by: by, answer })
    .where("id", "=", id)
    .where("state", "=", "open")
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

function isWithin(scope: Scope): RawBuilder<SqlBool> {
  return scope === "all" ? sql<SqlBool>`1 = 1` : sql<SqlBool>`therapist_id = ${scope.therapistId}`;
}

function requestFrom(row: Tables["time_off_requests"]): TimeOffRequest {
  return {
    id: row.id,
    therapistId: row.therapist_id,
    askedBy: row.asked_by,
    requestedAt: row.asked_at,
    firstDay: row.first_day,
    lastDay: row.last_day,
    fromMinute: row.from_minute,
    toMinute: row.to_minute,
    reason: row.reason,
    publicNote: row.public_note,
    state: row.state,
    answeredBy: row.answered_by,
    answer: row.answer,
  };
}

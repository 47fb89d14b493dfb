import type { Actor } from "#app/platform/actor.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { may } from "#app/platform/permissions.ts";

/** Someone of the team who gives treatments: only they open and write notes, owners like others (decisions/0910). */
export type Treating = { userId: string; therapistId: string; name: string };

/** Null: the actor treats nobody here, whatever else they may do. */
export async function whoTreats(db: Queries, actor: Actor): Promise<Treating | null> {
  if (!("userId" in actor) || !may(actor, "see", "treatment notes")) return null;
  const row = await db
    .selectFrom("staff")
    .innerJoin("therapists", "therapists.id", "staff.therapist_id")
    .select(["therapists.id", "therapists.name", "staff.parts as roles"])
    .where("staff.user_id", "=", actor.userId)
    .where("staff.state", "=", "active")
    .executeTakeFirst();
  if (!row || !JSON.parse(row.roles).includes("therapist")) return null;
  return { userId: actor.userId, therapistId: row.id, name: row.name };
}

/** One opening of something in a client's health record. `name`: of who opened it, as the client reads it. */
export type Access = {
  clientId: string;
  at: number;
  userId: string;
  name: string;
  what: "note" | "form" | "record";
  subjectId: string;
  reason?: string;
};

const ONE_OPENING_MS = 5 * 60_000;

/** Writes one person's openings of one record down. A page that they reload within five minutes is one opening. */
export async function logAccess(tx: Tx, ...openings: readonly Access[]): Promise<void> {
  const [first] = openings;
  if (!first) return;
  const before = await tx
    .selectFrom("health_access")
    .select(["what", "subject_id"])
    .where("client_id", "=", first.clientId)
    .where("user_id", "=", first.userId)
    .where("at", ">", first.at - ONE_OPENING_MS)
    .execute();
  const isNew = ({ what, subjectId }: Access) =>
    !before.some((one) => one.what === what && one.subject_id === subjectId);
  const rows = openings.filter(isNew).map(({ clientId, at, userId, name, what, subjectId, reason = null }) => ({
    ...{ id: newId(), client_id: clientId, at, user_id: userId, name, what, subject_id: subjectId, reason },
  }));
  if (rows.length > 0) await tx.insertInto("health_access").values(rows).execute();
}

/** Who opened a client's record, the latest first. */
export async function listAccess(db: Queries, clientId: string) {
  return db
    .selectFrom("health_access")
    .select(["at", "name", "what", "reason"])
    .where("client_id", "=", clientId)
    .orderBy("at", "desc")
    .orderBy("id")
    .execute();
}

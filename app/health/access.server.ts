import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import { newId } from "#app/platform/ids.server.ts";

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

/** Writes openings down. A page that one person reloads within five minutes is one opening. */
export async function logAccess(tx: Tx, ...openings: readonly Access[]): Promise<void> {
  for (const { clientId, at, userId, name, what, subjectId, reason = null } of openings) {
    const before = await tx
      .selectFrom("health_access")
      .select("id")
      .where("client_id", "=", clientId)
      .where("at", ">", at - ONE_OPENING_MS)
      .where("user_id", "=", userId)
      .where("what", "=", what)
      .where("subject_id", "=", subjectId)
      .limit(1)
      .executeTakeFirst();
    if (before) continue;
    const row = { id: newId(), client_id: clientId, at, user_id: userId, name, what, subject_id: subjectId, reason };
    await tx.insertInto("health_access").values(row).execute();
  }
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

import type { Session } from "#app/accounts/session/session.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

/** Where this person is signed in now, the latest used first. */
export async function listSessions(
  db: Queries,
  { userId, currentId, now }: { userId: string; currentId: string | null; now: number },
): Promise<Session[]> {
  const rows = await db
    .selectFrom("sessions")
    .select(["id", "createdAt", "updatedAt", "ipAddress", "userAgent"])
    .where("userId", "=", userId)
    .where("expiresAt", ">", new Date(now))
    .orderBy("updatedAt", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    createdAt: new Date(row.createdAt).getTime(),
    lastUsedAt: new Date(row.updatedAt).getTime(),
    address: row.ipAddress || null,
    device: row.userAgent || null,
    current: row.id === currentId,
  }));
}

/** Ends one session, if it is this person's. */
export async function deleteSession(db: Queries, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const outcome = await db.deleteFrom("sessions").where("id", "=", id).where("userId", "=", userId).executeTakeFirst();
  return Number(outcome.numDeletedRows) === 1;
}

/** Ends all sessions of a person, but the one to keep, if any. */
export async function deleteSessions(tx: Tx, { userId, keep }: { userId: string; keep: string | null }): Promise<void> {
  await tx
    .deleteFrom("sessions")
    .where("userId", "=", userId)
    .$if(keep !== null, (rows) => rows.where("id", "!=", keep ?? ""))
    .execute();
}

/** Removes sessions that have run out. */
export async function removeOldSessions(db: Queries, now: number): Promise<void> {
  await db.deleteFrom("sessions").where("expiresAt", "<", new Date(now)).execute();
}

import { LONGEST_ADMIN_SESSION, LONGEST_SESSION, type Session } from "#app/accounts/session.ts";
import { type FirstProof, SIGN_IN_LIFE, type SignIn } from "#app/accounts/sign-in/sign-in.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { hashOf, newId, newSecret } from "#app/platform/ids.server.ts";

export async function listSessions(
  db: Queries,
  { userId, currentId, now }: { userId: string; currentId: string | null; now: number },
): Promise<Session[]> {
  const rows = await db
    .selectFrom("sessions")
    .select(["id", "createdAt", "updatedAt", "ipAddress", "userAgent"])
    .where("userId", "=", userId)
    .where("expiresAt", ">", new Date(now))
    .where("createdAt", ">", new Date(now - LONGEST_SESSION))
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

export async function deleteSession(db: Queries, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const outcome = await db.deleteFrom("sessions").where("id", "=", id).where("userId", "=", userId).executeTakeFirst();
  return Number(outcome.numDeletedRows) === 1;
}

export async function deleteSessions(tx: Tx, { userId, keep }: { userId: string; keep: string | null }): Promise<void> {
  await tx
    .deleteFrom("sessions")
    .where("userId", "=", userId)
    .$if(keep !== null, (rows) => rows.where("id", "!=", keep ?? ""))
    .execute();
  // Devices go with their sessions, and here those that outlived theirs.
  await tx.deleteFrom("push_devices").where("user_id", "=", userId).where("session_id", "is", null).execute();
}

/** Lets the devices that were told in a session be told after it: it was left unused, and nobody has ended it. */
export async function outliveSession(db: Queries, id: string): Promise<void> {
  await db.updateTable("push_devices").set({ session_id: null }).where("session_id", "=", id).execute();
}

export async function removeOldSessions(db: Queries, now: number): Promise<void> {
  const opened = new Date(now - LONGEST_SESSION);
  await db
    .deleteFrom("sessions")
    .where((row) => row.or([row("expiresAt", "<", new Date(now)), row("createdAt", "<", opened)]))
    .execute();
  // Those that outlived a session of the practice are told no more, either.
  const seen = now - LONGEST_ADMIN_SESSION;
  await db.deleteFrom("push_devices").where("session_id", "is", null).where("seen_at", "<", seen).execute();
}

/**
 * Stores a sign-in that still needs its code, and returns its secret for the browser. Its value starts with the
 * user's id, so that closing their links closes it too.
 */
export async function storeSignIn(
  db: Queries,
  { userId, by, now }: { userId: string; by: FirstProof; now: number },
): Promise<string> {
  const secret = newSecret();
  const at = new Date(now);
  const row = { id: newId(), identifier: keyOf(secret), value: `${userId} ${by}`, createdAt: at, updatedAt: at };
  await db
    .insertInto("verifications")
    .values({ ...row, expiresAt: new Date(now + SIGN_IN_LIFE) })
    .execute();
  return secret;
}

export async function getSignIn(
  db: Queries,
  { secret, now }: { secret: string; now: number },
): Promise<Extract<SignIn, { kind: "code-needed" }> | null> {
  const row = await db
    .selectFrom("verifications")
    .select("value")
    .where("identifier", "=", keyOf(secret))
    .where("expiresAt", ">", new Date(now))
    .executeTakeFirst();
  const [userId, by] = row?.value.split(" ") ?? [];
  return userId ? { kind: "code-needed", userId, by: by as FirstProof } : null;
}

/** Deletes a pending sign-in. If two requests race, only one gets true. */
export async function deleteSignIn(db: Queries, secret: string): Promise<boolean> {
  const outcome = await db.deleteFrom("verifications").where("identifier", "=", keyOf(secret)).executeTakeFirst();
  return Number(outcome.numDeletedRows) === 1;
}

function keyOf(secret: string): string {
  return `sign-in:${hashOf(secret)}`;
}

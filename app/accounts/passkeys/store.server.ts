import type { Passkey } from "#app/accounts/passkeys/passkey.ts";
import type { Queries } from "#app/platform/database/database.server.ts";

/** The passkeys of a person, the oldest first. */
export async function listPasskeys(db: Queries, userId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom("passkeys")
    .select(["id", "name", "createdAt"])
    .where("userId", "=", userId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name || "Passkey",
    createdAt: row.createdAt === null ? null : new Date(row.createdAt).getTime(),
  }));
}

/** Removes a passkey, if it is this person's. */
export async function deletePasskey(db: Queries, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const outcome = await db.deleteFrom("passkeys").where("id", "=", id).where("userId", "=", userId).executeTakeFirst();
  return Number(outcome.numDeletedRows) === 1;
}

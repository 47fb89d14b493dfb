import type { Passkey } from "#app/accounts/passkey.ts";
import type { Queries } from "#app/platform/database/database.server.ts";

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

export async function deletePasskey(db: Queries, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const outcome = await db.deleteFrom("passkeys").where("id", "=", id).where("userId", "=", userId).executeTakeFirst();
  return Number(outcome.numDeletedRows) === 1;
}

import { noteKeyChange } from "#app/accounts/second-factor/note-key-change.server.ts";
import type { Passkey } from "#app/accounts/second-factor/passkey.form.ts";
import type { Identity } from "#app/accounts/session.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";

export async function passkeysOf(app: AppContext, { user }: Identity): Promise<Passkey[]> {
  return user ? listPasskeys(app.db.kysely, user.id) : [];
}

/** Removes a passkey. Somebody else's is answered like one that doesn't exist. */
export async function removePasskey(
  app: AppContext,
  { user, actor, confirmedFor }: Identity,
  id: string,
): Promise<{ kind: "removed" | "not-found" | "unconfirmed" }> {
  if (!user) return { kind: "not-found" };
  if (confirmedFor <= 0) return { kind: "unconfirmed" };
  const change = { userId: user.id, actor, now: app.clock.now(), change: "passkey.remove" } as const;
  return app.db.kysely.transaction().execute(async (tx) => {
    if (!(await deletePasskey(tx, { id, userId: user.id }))) return { kind: "not-found" };
    await noteKeyChange(tx, change);
    return { kind: "removed" };
  });
}

async function listPasskeys(db: Queries, userId: string): Promise<Passkey[]> {
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

async function deletePasskey(db: Queries, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const outcome = await db.deleteFrom("passkeys").where("id", "=", id).where("userId", "=", userId).executeTakeFirst();
  return Number(outcome.numDeletedRows) === 1;
}

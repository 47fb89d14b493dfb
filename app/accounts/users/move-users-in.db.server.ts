import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { foldedLines } from "#app/platform/search-text.ts";

/** Somebody from another system. `cell`: their password as it will be stored. Instants are epoch ms UTC. */
export type MovedUser = {
  id: string;
  email: string;
  name: string;
  emailVerified: boolean;
  disabled: boolean;
  cell: string;
  createdAt: number;
};

/** Stores accounts that come from another system. Nobody gets a role or a session. */
export async function insertMovedUsers(tx: Tx, users: readonly MovedUser[], now: number): Promise<void> {
  if (users.length === 0) return;
  const at = new Date(now);
  await tx
    .insertInto("users")
    .values(
      users.map(({ id, email, name, emailVerified, createdAt }) => ({
        ...{ id, email, name, emailVerified, role: "user", image: null, twoFactorEnabled: false },
        search: foldedLines(name, email),
        createdAt: new Date(createdAt),
        updatedAt: at,
      })),
    )
    .execute();
  await tx
    .insertInto("sign_ins")
    .values(
      users.map(({ id, cell }) => ({
        ...{ id: newId(), userId: id, accountId: id, providerId: "credential", password: cell },
        createdAt: at,
        updatedAt: at,
      })),
    )
    .execute();
  const disabled = users.filter((user) => user.disabled).map(({ id }) => ({ user_id: id, at: now, actor: "system" }));
  if (disabled.length > 0) await tx.insertInto("disabled_users").values(disabled).execute();
}

/** The accounts with these lower-case addresses. */
export async function listByAddress(
  db: Queries,
  addresses: readonly string[],
): Promise<{ id: string; email: string; isVerified: boolean }[]> {
  if (addresses.length === 0) return [];
  const rows = await db
    .selectFrom("users")
    .select(["id", "email", "emailVerified"])
    .where("email", "in", [...addresses])
    .execute();
  return rows.map(({ id, email, emailVerified }) => ({ id, email, isVerified: Boolean(emailVerified) }));
}

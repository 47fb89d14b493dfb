import { listSessions } from "#app/accounts/sessions.db.server.ts";
import { deleteUser, getUser } from "#app/accounts/users.db.server.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { type PersonalData, toIso } from "#app/platform/personal-data.server.ts";

export const accountData: PersonalData = {
  async export(db, { userIds }, now) {
    const accounts = [];
    for (const id of userIds) accounts.push(await exportAccount(db, id, now));
    return { accounts };
  },
  async forget(tx, { userIds, addresses }) {
    await removeLinksFor(tx, addresses);
    for (const id of userIds) await deleteUser(tx, id);
    return { accounts: userIds.length };
  },
};

async function exportAccount(db: Queries, id: string, now: number) {
  const user = await getUser(db, id);
  const sessions = await listSessions(db, { userId: id, currentId: null, now });
  return (
    user && {
      id,
      username: user.username,
      email: user.email,
      phone: user.phone,
      emailVerified: user.emailVerified,
      role: user.role,
      createdAt: toIso(user.createdAt),
      sessions: sessions.map(({ address, device, createdAt, lastUsedAt }) => ({
        address,
        device,
        createdAt: toIso(createdAt),
        lastUsedAt: toIso(lastUsedAt),
      })),
    }
  );
}

/** Deletes links that were requested with these lower-case addresses and belong to no account. */
async function removeLinksFor(tx: Tx, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  const values = addresses.map((address) => `nobody ${address}`);
  await tx
    .deleteFrom("verifications")
    .where((row) => row(row.fn<string>("lower", ["value"]), "in", values))
    .execute();
}

import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";

const PASSWORD = "credential";

/** The hash of this person's password. Null: they signed up with Google and have none. */
export async function getPasswordHash(db: Queries, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom("sign_ins")
    .select("password")
    .where("userId", "=", userId)
    .where("providerId", "=", PASSWORD)
    .executeTakeFirst();
  return row?.password ?? null;
}

/** The same by address, whether or not it has an account: one read either way. */
export async function getHashByEmail(db: Queries, email: string): Promise<string | null> {
  const row = await db
    .selectFrom("users")
    .innerJoin("sign_ins", "sign_ins.userId", "users.id")
    .select("sign_ins.password")
    .where("users.email", "=", email)
    .where("sign_ins.providerId", "=", PASSWORD)
    .executeTakeFirst();
  return row?.password ?? null;
}

/** Replaces a password if it is still this one. */
export async function replacePassword(
  tx: Tx,
  { userId, from, hash, now }: { userId: string; from: string; hash: string; now: number },
): Promise<boolean> {
  const changed = await tx
    .updateTable("sign_ins")
    .set({ password: hash, updatedAt: new Date(now) })
    .where("userId", "=", userId)
    .where("providerId", "=", PASSWORD)
    .where("password", "=", from)
    .executeTakeFirst();
  return Number(changed.numUpdatedRows) === 1;
}

export async function writePassword(
  tx: Tx,
  { userId, hash, now }: { userId: string; hash: string; now: number },
): Promise<void> {
  const at = new Date(now);
  const changed = await tx
    .updateTable("sign_ins")
    .set({ password: hash, updatedAt: at })
    .where("userId", "=", userId)
    .where("providerId", "=", PASSWORD)
    .executeTakeFirst();
  if (Number(changed.numUpdatedRows) > 0) return;
  const row = { id: newId(), userId, accountId: userId, providerId: PASSWORD, password: hash };
  await tx
    .insertInto("sign_ins")
    .values({ ...row, createdAt: at, updatedAt: at })
    .execute();
}

/** Removes every way in except the password: an earlier intruder may have left one behind. */
export async function removeOtherKeys(
  tx: Tx,
  userId: string,
  { keepsPasskeys = false }: { keepsPasskeys?: boolean } = {},
): Promise<void> {
  if (!keepsPasskeys) await tx.deleteFrom("passkeys").where("userId", "=", userId).execute();
  await tx.deleteFrom("sign_ins").where("userId", "=", userId).where("providerId", "!=", PASSWORD).execute();
}

export async function removeSecondFactor(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("two_factors").where("userId", "=", userId).execute();
  await tx.updateTable("users").set({ twoFactorEnabled: false }).where("id", "=", userId).execute();
}

import type { Queries, Tx } from "#app/platform/app-context.server.ts";

export async function hasOpenSetup(db: Queries, userId: string): Promise<boolean> {
  const row = await db.selectFrom("two_factors").select("id").where("userId", "=", userId).executeTakeFirst();
  return row !== undefined;
}

/** `isOn`: a first code has proved the app. `secret` and `backupCodes` are encrypted, as stored. */
export type StoredSecondFactor = { id: string; secret: string; backupCodes: string; isOn: boolean };

export async function getSecondFactor(db: Queries, userId: string): Promise<StoredSecondFactor | null> {
  const columns = ["id", "secret", "backupCodes", "verified"] as const;
  const row = await db.selectFrom("two_factors").select(columns).where("userId", "=", userId).executeTakeFirst();
  if (!row) return null;
  const { verified, ...stored } = row;
  // The library treats rows older than this column as proved.
  return { ...stored, isOn: verified === null || Boolean(verified) };
}

/** Records that a code of this half minute was used. False if it, or a later one, was used before. */
export async function takeStep(db: Queries, { id, step }: { id: string; step: number }): Promise<boolean> {
  const outcome = await db
    .updateTable("two_factors")
    .set({ lastCodeStep: step })
    .where("id", "=", id)
    .where((row) => row.or([row("lastCodeStep", "is", null), row("lastCodeStep", "<", step)]))
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

/** Writes the remaining backup codes. False if a parallel request used one first. */
export async function writeBackupCodes(
  db: Queries,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<boolean> {
  const codes = db.updateTable("two_factors").set({ backupCodes: to }).where("id", "=", id);
  const outcome = await codes.where("backupCodes", "=", from).executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

type NewFactor = { id: string; userId: string; secret: string; backupCodes: string; verified: boolean };

/** An account has one: a setup that was left takes nothing with it. */
export async function replaceSecondFactor(tx: Tx, row: NewFactor & { lastCodeStep?: number | null }): Promise<void> {
  await tx.deleteFrom("two_factors").where("userId", "=", row.userId).execute();
  await tx
    .insertInto("two_factors")
    .values({ lastCodeStep: null, ...row })
    .execute();
}

/** The app's key and the backup codes go with it. */
export async function turnOffSecondFactor(tx: Tx, { userId, now }: { userId: string; now: number }): Promise<void> {
  await tx.deleteFrom("two_factors").where("userId", "=", userId).execute();
  const user = tx.updateTable("users").set({ twoFactorEnabled: false, updatedAt: new Date(now) });
  await user.where("id", "=", userId).execute();
}

export async function turnOnSecondFactor(tx: Tx, { userId, now }: { userId: string; now: number }): Promise<void> {
  await tx.updateTable("two_factors").set({ verified: true }).where("userId", "=", userId).execute();
  const user = tx.updateTable("users").set({ twoFactorEnabled: true, updatedAt: new Date(now) });
  await user.where("id", "=", userId).execute();
}

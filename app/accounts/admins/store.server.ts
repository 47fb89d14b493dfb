import type { Role } from "#app/accounts/user.ts";
import type { Tx } from "#app/platform/database/database.server.ts";

/** Writes a person who signs up by another way than the page. */
export async function insertUser(
  tx: Tx,
  { now, ...user }: { id: string; email: string; name: string; role: Role; emailVerified: boolean; now: number },
): Promise<void> {
  const at = new Date(now);
  await tx
    .insertInto("users")
    .values({ ...user, image: null, twoFactorEnabled: false, createdAt: at, updatedAt: at })
    .execute();
}

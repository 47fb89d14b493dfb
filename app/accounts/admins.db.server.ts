import type { Role } from "#app/accounts/user.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { foldedLines } from "#app/platform/folded.ts";

export async function insertUser(
  tx: Tx,
  { now, ...user }: { id: string; email: string; name: string; role: Role; emailVerified: boolean; now: number },
): Promise<void> {
  const at = new Date(now);
  await tx
    .insertInto("users")
    .values({
      ...user,
      search: foldedLines(user.name, user.email),
      image: null,
      twoFactorEnabled: false,
      createdAt: at,
      updatedAt: at,
    })
    .execute();
}

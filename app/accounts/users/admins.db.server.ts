import type { Role } from "#app/accounts/user.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import { foldedLines } from "#app/platform/search-text.ts";

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

/** How many admins there are besides the demo's invented owner. */
export async function countOwnAdmins(db: Queries): Promise<number> {
  const row = await db
    .selectFrom("users")
    .select((count) => count.fn.countAll<number>().as("admins"))
    .where("role", "=", "admin")
    .where("id", "not in", (disabled) => disabled.selectFrom("disabled_users").select("user_id"))
    .where("id", "not in", (demo) => demo.selectFrom("demo_marks").select("id").where("kind", "=", "user"))
    .executeTakeFirstOrThrow();
  return Number(row.admins);
}

/** The addresses of the practice's admins who have neither a code app nor a passkey. */
export async function listUnprotectedAdmins(db: Queries): Promise<string[]> {
  const rows = await db
    .selectFrom("users")
    .select("email")
    .where("role", "=", "admin")
    .where((user) => user.or([user("twoFactorEnabled", "is", null), user("twoFactorEnabled", "=", false)]))
    .where("id", "not in", (passkeys) => passkeys.selectFrom("passkeys").select("userId"))
    .where("id", "not in", (disabled) => disabled.selectFrom("disabled_users").select("user_id"))
    .where("id", "not in", (demo) => demo.selectFrom("demo_marks").select("id").where("kind", "=", "user"))
    .orderBy("email")
    .execute();
  return rows.map(({ email }) => email);
}

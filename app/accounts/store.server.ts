import { roleOf, type User } from "#app/accounts/user.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

/** Everybody with an account, the newest first. */
export async function listUsers(db: Queries): Promise<User[]> {
  const rows = await selectUsers(db).orderBy("createdAt", "desc").orderBy("id").execute();
  return rows.map(userFrom);
}

/** The person with this id, if they still have an account. */
export async function findUser(db: Queries, id: string): Promise<User | null> {
  const row = await selectUsers(db).where("id", "=", id).executeTakeFirst();
  return row ? userFrom(row) : null;
}

/** The person with this address, whatever its case. For commands alone: an answer must not tell that they exist. */
export async function findUserByEmail(db: Queries, email: string): Promise<User | null> {
  const row = await selectUsers(db).where("email", "=", email.toLowerCase()).executeTakeFirst();
  return row ? userFrom(row) : null;
}

/** How many admins there are who may sign in. */
export async function countAdmins(db: Queries): Promise<number> {
  const row = await db
    .selectFrom("users")
    .select((count) => count.fn.countAll<number>().as("admins"))
    .where("role", "=", "admin")
    .where("id", "not in", (disabled) => disabled.selectFrom("disabled_users").select("user_id"))
    .executeTakeFirstOrThrow();
  return Number(row.admins);
}

/** Writes what changed of a person. False when nobody has this id. */
export async function updateUser(
  tx: Tx,
  {
    id,
    now,
    ...changes
  }: { id: string; now: number; name?: string; email?: string; emailVerified?: boolean; role?: string },
): Promise<boolean> {
  const outcome = await tx
    .updateTable("users")
    .set({ ...changes, updatedAt: new Date(now) })
    .where("id", "=", id)
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

/** Removes a person with their sessions, passkeys, second factor and open links. */
export async function deleteUser(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("verifications").where("value", "like", `%${id}%`).execute();
  await tx.deleteFrom("users").where("id", "=", id).execute();
}

/** Lets one change of who is an admin run at a time: two admins must not demote each other (PostgreSQL; SQLite has one writer). */
export async function lockAdmins(tx: Tx): Promise<void> {
  const touch = tx.updateTable("users").set((users) => ({ role: users.ref("role") }));
  await touch.where("role", "=", "admin").execute();
}

function selectUsers(db: Queries) {
  return db
    .selectFrom("users")
    .leftJoin("disabled_users", "disabled_users.user_id", "users.id")
    .select([
      "id",
      "email",
      "name",
      "role",
      "emailVerified",
      "twoFactorEnabled",
      "createdAt",
      "disabled_users.user_id",
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectUsers>["executeTakeFirstOrThrow"]>>;

function userFrom(row: Row): User {
  return {
    id: row.id,
    email: row.email,
    username: row.name,
    role: roleOf(row.role),
    emailVerified: Boolean(row.emailVerified),
    twoFactor: Boolean(row.twoFactorEnabled),
    disabled: row.user_id !== null,
    createdAt: new Date(row.createdAt).getTime(),
  };
}

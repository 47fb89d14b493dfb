import { closePending } from "#app/accounts/account-links.db.server.ts";
import { roleOf, rolesFrom, type User } from "#app/accounts/user.ts";
import { forgetAbout } from "#app/mail/mails-to-person.db.server.ts";
import type { Subject } from "#app/mail/message.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { lockForWriting } from "#app/platform/database/lock.server.ts";
import { foldedLines } from "#app/platform/search-text.ts";

/** What a message about an account is about. Null: no account has the address, and nothing is mailed. */
export function aboutUser(id: string | null): Subject {
  return { kind: USER, id: id ?? "nobody" };
}

export const USER = "user";

export async function listUsers(db: Queries): Promise<User[]> {
  const rows = await selectUsers(db).orderBy("createdAt", "desc").orderBy("id").execute();
  return rows.map(userFrom);
}

export async function getUser(db: Queries, id: string): Promise<User | null> {
  const row = await selectUsers(db).where("id", "=", id).executeTakeFirst();
  return row ? userFrom(row) : null;
}

/** The user with this address, whatever its case. For commands only: an answer must not reveal that they exist. */
export async function getUserByEmail(db: Queries, email: string): Promise<User | null> {
  const row = await selectUsers(db).where("email", "=", email.toLowerCase()).executeTakeFirst();
  return row ? userFrom(row) : null;
}

export async function countAdmins(db: Queries): Promise<number> {
  const row = await db
    .selectFrom("users")
    .select((count) => count.fn.countAll<number>().as("admins"))
    .where("role", "=", "admin")
    .where("id", "not in", (disabled) => disabled.selectFrom("disabled_users").select("user_id"))
    .executeTakeFirstOrThrow();
  return Number(row.admins);
}

/** Updates a user. False if no user has this id. */
export async function updateUser(
  tx: Tx,
  {
    id,
    now,
    ...changes
  }: {
    id: string;
    now: number;
    name?: string;
    email?: string;
    emailVerified?: boolean;
    role?: string;
    phone?: string | null;
  },
): Promise<boolean> {
  const outcome = await tx
    .updateTable("users")
    .set({ ...changes, updatedAt: new Date(now) })
    .where("id", "=", id)
    .executeTakeFirst();
  if (Number(outcome.numUpdatedRows) !== 1) return false;
  if (changes.name !== undefined || changes.email !== undefined) await refold(tx, id);
  return true;
}

async function refold(tx: Tx, id: string): Promise<void> {
  const user = await tx.selectFrom("users").select(["name", "email"]).where("id", "=", id).executeTakeFirstOrThrow();
  await tx
    .updateTable("users")
    .set({ search: foldedLines(user.name, user.email) })
    .where("id", "=", id)
    .execute();
}

export async function deleteUser(tx: Tx, id: string): Promise<void> {
  await closePending(tx, id);
  await forgetAbout(tx, USER, [id]);
  await tx.deleteFrom("users").where("id", "=", id).execute();
}

/** Serialises changes of who is an admin: two must not demote each other. Take it first in the transaction. */
export function lockAdmins(tx: Tx): Promise<void> {
  return lockForWriting(tx, "owners");
}

function selectUsers(db: Queries) {
  return db
    .selectFrom("users")
    .leftJoin("disabled_users", "disabled_users.user_id", "users.id")
    .leftJoin("staff", "staff.user_id", "users.id")
    .select([
      "id",
      "email",
      "name",
      "role",
      "emailVerified",
      "twoFactorEnabled",
      "createdAt",
      "phone",
      "factor_due_at",
      "disabled_users.user_id",
      "staff.parts",
      "staff.therapist_id",
      "staff.state",
      "staff.version",
    ])
    .select(({ exists, selectFrom }) => [
      exists(selectFrom("passkeys").select("passkeys.id").whereRef("passkeys.userId", "=", "users.id")).as(
        "hasPasskey",
      ),
      exists(
        selectFrom("demo_marks")
          .select("demo_marks.id")
          .where("demo_marks.kind", "=", "user")
          .whereRef("demo_marks.id", "=", "users.id"),
      ).as("isInvented"),
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
    hasPasskey: Boolean(row.hasPasskey),
    factorDueAt: row.factor_due_at,
    isInvented: Boolean(row.isInvented),
    disabled: row.user_id !== null,
    phone: row.phone,
    createdAt: new Date(row.createdAt).getTime(),
    staff: row.state && {
      roles: rolesFrom(row.parts ?? "[]"),
      therapistId: row.therapist_id,
      state: row.state,
      version: row.version ?? 0,
    },
  };
}

import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { countListed } from "#app/platform/database/count-listed.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { type Actor, requireScope } from "#app/platform/permissions.ts";
import { folded } from "#app/platform/search-text.ts";

/** One page of the people with an account, for owners only. */
export async function listUserPage(
  app: AppContext,
  actor: Actor,
  question: UserQuestion,
): Promise<{ users: ListedUser[]; total: number }> {
  requireScope(actor, "see", "users");
  const db = app.db.kysely;
  const users = await listUserRows(db, { ...question, now: app.clock.now() });
  return { users, total: await countUsers(db, question.text) };
}

export async function listUserRows(
  db: Queries,
  { text, page, now }: UserQuestion & { now: number },
): Promise<ListedUser[]> {
  const matches = db
    .selectFrom("users")
    .select("id")
    .where(matching(text))
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .limit(USERS_PER_PAGE)
    .offset((page - 1) * USERS_PER_PAGE);
  const rows = await db
    .selectFrom("users")
    .leftJoin("disabled_users", "disabled_users.user_id", "users.id")
    .select(["users.id", "name", "email", "role", "createdAt", "disabled_users.user_id as disabled"])
    .select((eb) =>
      eb
        .selectFrom("sessions")
        .select((sessions) => sessions.fn.countAll<number>().as("count"))
        .whereRef("sessions.userId", "=", "users.id")
        .where("expiresAt", ">", new Date(now))
        .as("sessions"),
    )
    .where("users.id", "in", matches)
    .orderBy("createdAt", "desc")
    .orderBy("users.id")
    .execute();
  return rows.map(({ id, name, email, role, createdAt, disabled, sessions }) => {
    const joined = createdAt === null ? Number.NaN : new Date(createdAt).getTime();
    return {
      id,
      name: name || null,
      email: email || null,
      role: role || null,
      joined: Number.isNaN(joined) ? null : joined,
      disabled: disabled !== null,
      sessions: Number(sessions),
    };
  });
}

async function countUsers(db: Queries, text: string): Promise<number> {
  return countListed(db, db.selectFrom("users").select("id").where(matching(text)));
}

/** Disables an account. False if it is disabled already. */
export async function insertDisabling(tx: Tx, row: Tables["disabled_users"]): Promise<boolean> {
  const outcome = await tx
    .insertInto("disabled_users")
    .values(row)
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .executeTakeFirst();
  return Number(outcome.numInsertedOrUpdatedRows) === 1;
}

/** Enables an account again. False if it was enabled. */
export async function deleteDisabling(tx: Tx, userId: string): Promise<boolean> {
  const outcome = await tx.deleteFrom("disabled_users").where("user_id", "=", userId).executeTakeFirst();
  return Number(outcome.numDeletedRows) === 1;
}

// We fold names as we write them; a row from another program is at least found by its plain letters.
const SEARCHED = sql`coalesce(users.search, lower(users.name || ' ' || users.email))`;

function matching(text: string) {
  const words = folded(text.slice(0, 100)).split(" ").filter(Boolean);
  return (eb: ExpressionBuilder<Tables, "users">): Expression<SqlBool> =>
    eb.and(
      words.map((word) => {
        const pattern = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
        return sql<SqlBool>`${SEARCHED} like ${pattern} escape '\\'`;
      }),
    );
}

/** A user as the list shows them; null for what is missing (specification section 3). Instants are epoch ms UTC. */
export type ListedUser = {
  id: string;
  name: string | null;
  email: string | null;
  role: string | null;
  joined: number | null;
  disabled: boolean;
  /** In how many places they are signed in now. */
  sessions: number;
};

/** The words to find in names and addresses, and a page (from 1). */
export type UserQuestion = { text: string; page: number };

export const USERS_PER_PAGE = 24;

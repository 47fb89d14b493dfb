import { countUsers, listUserRows } from "#app/accounts/user-list.db.server.ts";
import type { ListedUser, UserQuestion } from "#app/accounts/user-list.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

/** One page of the people with an account, for admins only: throws where a route lacks its guard. */
export async function listUserPage(
  app: AppContext,
  actor: Actor,
  question: UserQuestion,
): Promise<{ users: ListedUser[]; total: number }> {
  if (actor.kind !== "admin") throw new Error(`The list of users is for admins, not for a ${actor.kind}`);
  const db = app.db.kysely;
  const users = await listUserRows(db, { ...question, now: app.clock.now() });
  return { users, total: await countUsers(db, question.text) };
}

import { countUsers, listUserRows } from "#app/accounts/users/user-list.db.server.ts";
import type { ListedUser, UserQuestion } from "#app/accounts/users/user-list.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { requireScope } from "#app/platform/permissions.ts";

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

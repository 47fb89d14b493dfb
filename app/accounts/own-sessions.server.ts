import { closePending } from "#app/accounts/account-links.db.server.ts";
import type { Identity, Session } from "#app/accounts/session.ts";
import { deleteSession, deleteSessions, listSessions } from "#app/accounts/sessions.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

export async function sessionsOf(app: AppContext, { user, sessionId }: Identity): Promise<Session[]> {
  if (!user) return [];
  return listSessions(app.db.kysely, { userId: user.id, currentId: sessionId, now: app.clock.now() });
}

/** Signs a person out elsewhere. Somebody else's session is answered like one that doesn't exist. */
export async function endSession(
  app: AppContext,
  { user }: Identity,
  id: string,
): Promise<{ kind: "ended" | "not-found" }> {
  if (!user) return { kind: "not-found" };
  return app.db.kysely.transaction().execute(async (tx) => {
    if (!(await deleteSession(tx, { id, userId: user.id }))) return { kind: "not-found" };
    await closePending(tx, user.id);
    return { kind: "ended" };
  });
}

export async function endOtherSessions(app: AppContext, { user, sessionId }: Identity): Promise<void> {
  if (!user) return;
  const ends = { userId: user.id, keep: sessionId };
  await app.db.kysely.transaction().execute(async (tx) => {
    await deleteSessions(tx, ends);
    await closePending(tx, user.id);
  });
}

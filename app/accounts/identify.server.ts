import { authOf } from "#app/accounts/better-auth.gateway.server.ts";
import {
  actorFrom,
  CONFIRMED_FOR,
  claimsSession,
  hasLapsed,
  type Identity,
  isNoteDue,
  nobody,
} from "#app/accounts/session.ts";
import { outliveSession } from "#app/accounts/sessions.db.server.ts";
import { getUser } from "#app/accounts/users.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";

/** Identifies who sends a request. Without a session cookie the database is not queried. */
export async function identify(app: AppContext, headers: Headers): Promise<Identity> {
  if (!claimsSession(headers)) return nobody;
  const query = { headers, query: { disableRefresh: true }, returnHeaders: true } as const;
  const { response, headers: answer } = await authOf(app).api.getSession(query);
  const user = response ? await getUser(app.db.kysely, response.user.id) : null;
  if (!response || !user || user.disabled) return { ...nobody, cookies: answer.getSetCookie() };
  // The library stamps its sessions with the machine's clock.
  const now = systemClock.now();
  const { updatedAt, createdAt, confirmedAt } = response.session;
  const [unusedFor, age] = [now - updatedAt.getTime(), now - createdAt.getTime()];
  if (hasLapsed(user, { unusedFor, age })) {
    await outliveSession(app.db.kysely, response.session.id);
    return { ...nobody, cookies: (await signOut(app, headers)).cookies };
  }
  const cookies = isNoteDue(user, unusedFor) ? await noteUse(app, headers) : [];
  // A sign-in has asked for everything that the account has.
  const confirmedFor = Math.max(0, CONFIRMED_FOR - Math.min(age, now - Number(confirmedAt ?? 0)));
  return { actor: actorFrom(user), user, sessionId: response.session.id, cookies, confirmedFor };
}

async function noteUse(app: AppContext, headers: Headers): Promise<string[]> {
  const { headers: answer } = await authOf(app).api.getSession({ headers, returnHeaders: true });
  return answer.getSetCookie();
}

export async function signOut(app: AppContext, headers: Headers): Promise<{ cookies: string[] }> {
  const { headers: answer } = await authOf(app).api.signOut({ headers, returnHeaders: true });
  return { cookies: answer.getSetCookie() };
}

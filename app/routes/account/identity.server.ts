import { createContext, type MiddlewareFunction, type RouterContextProvider, redirect, replace } from "react-router";
import type { Actor } from "#app/accounts/actor.ts";
import { type Caller, identify } from "#app/accounts/session/commands.server.ts";
import { type Identity, nobody } from "#app/accounts/session/session.ts";
import { homeOf, type User } from "#app/accounts/user.ts";
import { visitOf, worldOf } from "#app/platform/http/context.server.ts";
import { safeRedirect } from "#app/platform/http/safe-redirect.ts";

type Context = Readonly<RouterContextProvider>;
type Middleware = MiddlewareFunction<Response>;

const identityContext = createContext<Identity>(nobody);

/** On the root route: reads the session cookie once, for every page, form and `.data` request behind it. */
export const knowVisitor: Middleware = async ({ request, context }, next) => {
  const identity = await identify(worldOf(context), request.headers);
  context.set(identityContext, identity);
  const response = await next();
  // What the route says about the session stands: it has just signed somebody in or out.
  if (!response.headers.getSetCookie().some((line) => line.includes("session_token="))) {
    for (const cookie of identity.cookies) response.headers.append("Set-Cookie", cookie);
  }
  return response;
};

/** On the layout route of a part that is for admins alone: anybody else goes to `/` (specification section 6). */
export const adminsOnly: Middleware = async ({ context }) => {
  if (actorOf(context).kind !== "admin") throw replace("/");
};

/** On the layout route of a part that needs somebody signed in: others sign in first, and come back. */
export const signedInOnly: Middleware = async ({ url, context }) => {
  if (identityOf(context).user === null) {
    throw redirect(`/login?${new URLSearchParams({ redirectTo: url.pathname + url.search })}`);
  }
};

/** On /login: whoever is signed in goes where signing in would have led. */
export const signedOutOnly: Middleware = async ({ url, context }) => {
  const { user } = identityOf(context);
  if (user) throw replace(safeRedirect(url.searchParams.get("redirectTo"), homeOf(user)));
};

/** Who is asking, in a loader or an action. */
export function identityOf(context: Context): Identity {
  return context.get(identityContext);
}

/** The same as a command wants it. */
export function actorOf(context: Context): Actor {
  return identityOf(context).actor;
}

/** The person behind a guard. Thrown where a guard is missing, so that a route without one answers nobody. */
export function signedInUserOf(context: Context): User {
  const { user } = identityOf(context);
  if (!user) throw replace("/");
  return user;
}

/** The caller of an account's command. */
export function callerOf({ request, context }: { request: Request; context: Context }): Caller {
  return { headers: request.headers, address: visitOf(context).clientAddress };
}

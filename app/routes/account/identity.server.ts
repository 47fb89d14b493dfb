import {
  createContext,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
  redirectDocument,
  replace,
} from "react-router";
import { identify } from "#app/accounts/identify.server.ts";
import { type Caller, claimsSession, type Identity, nobody, practiceActorFrom } from "#app/accounts/session.ts";
import { homeOf, isFactorDue, rolesOf, type User } from "#app/accounts/user.ts";
import { ownerOf } from "#app/offline/mark-offline-page.server.ts";
import { copiedPath, OWNER_HEADER } from "#app/offline/offline-pages.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { HOME } from "#app/platform/date-time.ts";
import { isSessionless } from "#app/platform/http/origin-check.ts";
import {
  appContextOf,
  type RequestInfo,
  requestInfoContext,
  requestInfoOf,
} from "#app/platform/http/request.server.ts";
import { safeRedirect } from "#app/platform/http/safe-redirect.ts";
import { type Actor, may, type Permission, type TeamChoice, worksHere } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { loginPath } from "#app/routes/account/login/login-mode.ts";
import { keepUnsent } from "#app/routes/account/unsent-details.server.ts";
import { choicesIn } from "#app/settings/schemas/team-rules.ts";

type Context = Readonly<RouterContextProvider>;
type Middleware = MiddlewareFunction<Response>;

const identityContext = createContext<Identity>(nobody);

/**
 * On the root route: reads the session cookie once for every page, form and `.data` request below. On sessionless
 * paths no session is read, renewed or ended.
 */
export const readSession: Middleware = async ({ request, url, context }, next) => {
  if (isSessionless(url.pathname)) return next();
  const identity = await identify(appContextOf(context), request.headers);
  context.set(identityContext, identity);
  const response = await next();
  if (copiedPath(url.pathname)) {
    response.headers.set(OWNER_HEADER, ownerOf(appContextOf(context), identity.sessionId));
  }
  // A session cookie that the route has set stays: it has just signed somebody in or out.
  if (!response.headers.getSetCookie().some((line) => line.includes("session_token="))) {
    for (const cookie of identity.cookies) response.headers.append("Set-Cookie", cookie);
  }
  return response;
};

type Opens = (actor: Actor, door: { pattern: string; method: string }) => boolean;

/**
 * On the layout of the practice's side: clients and visitors go to `/` (specification section 6), the team to the page
 * that says whom to ask, or to the one screen that sets it up while only their second factor is missing. Somebody whose
 * session has ended signs in again and returns.
 */
export function practiceOnly(opens: Opens): Middleware {
  return async ({ request, url, context, pattern }) => {
    const { user, ...identity } = identityOf(context);
    const door = { pattern: `/${pattern.replace(/^\/|\/$/g, "")}`, method: request.method };
    const choices = user?.staff ? await listTeamChoices(appContextOf(context)) : [];
    if (user && isFactorDue(user, appContextOf(context).clock.now())) throw redirectDocument(ONE_STEP);
    const actor = user && confirmedBy(identity, practiceActorFrom(user, choices));
    if (user && actor && opens(actor, door)) {
      // One way of writing times for the team; the specification asks for the viewer's in the list of appointments.
      if (door.pattern !== "/appointments")
        context.set(requestInfoContext, { ...requestInfoOf(context), locale: HOME });
      return context.set(identityContext, { ...identity, user, actor });
    }
    if (user && opens(practiceActorFrom(user, choices, rolesOf(user)), door)) throw redirectDocument(ONE_STEP);
    // Whose only part is missing its therapist has no page at all.
    if (actor?.kind === "staff" && door.pattern !== NO_ACCESS && opens(actor, { pattern: NO_ACCESS, method: "GET" }))
      throw replace(NO_ACCESS);
    throw hasEnded({ request, context }) ? toLogin({ request, url, context }) : replace("/");
  };
}

/** The page in the practice's frame for a page that somebody of the team may not open. */
const NO_ACCESS = "/admin/no-access";

/** The screen that sets up the second factor that somebody lacks. */
export const ONE_STEP = "/account/second-factor";

function confirmedBy({ confirmedFor }: Pick<Identity, "confirmedFor">, actor: Actor): Actor {
  if (!worksHere(actor) || !("userId" in actor)) return actor;
  return { ...actor, isConfirmed: confirmedFor > 0 } as Actor;
}

/** On the layout of a part that needs somebody signed in: others sign in first and return. */
export const signedInOnly: Middleware = async ({ request, url, context }) => {
  if (identityOf(context).user !== null) return;
  const login = toLogin({ request, url, context });
  const unsent = url.pathname === "/account" ? keepUnsent(requestInfoOf(context).form) : null;
  if (unsent) login.headers.append("Set-Cookie", unsent);
  throw login;
};

/** Read at each request: what an owner chooses counts at the next. */
async function listTeamChoices(app: AppContext): Promise<TeamChoice[]> {
  return choicesIn((await readPractice(app)).settings.teamRules);
}

type GuardedRequest = { request: Request; url: URL; context: Context };

// Whether the request has an expired session's cookie, or comes from one of our pages after the cookie was cleared:
// our pages never link a visitor to what is closed to them.
function hasEnded(guarded: Omit<GuardedRequest, "url">): boolean {
  const isNobody = identityOf(guarded.context).user === null;
  return isNobody && (claimsSession(guarded.request.headers) || pageBefore(guarded) !== null);
}

// Returns to the page they wanted; after a form, whose address may be no page, to the page that showed it.
function toLogin({ url, ...guarded }: GuardedRequest): Response {
  const page = guarded.request.method === "GET" ? null : pageBefore(guarded);
  return redirect(loginPath("login", page ?? url.pathname + url.search));
}

function pageBefore({ request, context }: Omit<GuardedRequest, "url">): string | null {
  const before = URL.parse(request.headers.get("Referer") ?? "");
  if (before?.origin !== new URL(appContextOf(context).config.publicUrl).origin) return null;
  return before.pathname + before.search;
}

/** On /login: a person who is signed in goes where signing in would have led. */
export const signedOutOnly: Middleware = async ({ url, context }) => {
  const { user } = identityOf(context);
  if (user) throw replace(safeRedirect(url.searchParams.get("redirectTo"), homeOf(user)));
};

export function identityOf(context: Context): Identity {
  return context.get(identityContext);
}

export function actorOf(context: Context): Actor {
  return identityOf(context).actor;
}

/** What a page's loader or action works with. */
export type OpenRequest = Pick<Identity, "actor" | "user"> &
  Pick<RequestInfo, "locale" | "clientAddress" | "draftKey"> & { app: AppContext };

/**
 * Where a loader or an action begins: the app, who asks for it, and how they read times. With a permission, whoever has
 * it not is sent to the page that says whom to ask.
 */
export function openRequest(context: Context, ...needed: Permission | []): OpenRequest {
  const { actor, user } = identityOf(context);
  const [verb, noun] = needed;
  if (verb && noun && !may(actor, verb, noun)) throw redirect(NO_ACCESS, 303);
  const { locale, clientAddress, draftKey } = requestInfoOf(context);
  return { app: appContextOf(context), actor, user, locale, clientAddress, draftKey };
}

/** The signed-in user behind a guard. Throws if the guard is missing. */
export function signedInUserOf(context: Context): User {
  const { user } = identityOf(context);
  if (!user) throw replace("/");
  return user;
}

export function callerOf({ request, context }: { request: Request; context: Context }): Caller {
  return { headers: request.headers, address: requestInfoOf(context).clientAddress };
}

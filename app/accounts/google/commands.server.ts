import { takeAttempt } from "#app/accounts/attempts/commands.server.ts";
import { authOf } from "#app/accounts/gateway.server.ts";
import { type Caller, signOut } from "#app/accounts/session/commands.server.ts";
import type { Identity } from "#app/accounts/session/session.ts";
import type { User } from "#app/accounts/user.ts";
import type { World } from "#app/platform/world.server.ts";

export type GoogleStart = { kind: "go"; url: string; cookies: string[] } | { kind: "off" } | { kind: "limited" };

/** Where Google asks who it is; `back` is our address for afterwards. Off unless both halves of the key are set. */
export async function startGoogle(world: World, { headers, address }: Caller, back: string): Promise<GoogleStart> {
  if (!world.config.google) return { kind: "off" };
  const verdict = await takeAttempt(world, { attempt: "sign-in", address, whose: "google" });
  if (verdict.kind === "limited") return { kind: "limited" };
  const body = { provider: "google", callbackURL: back, errorCallbackURL: back, disableRedirect: true };
  const asked = await authOf(world).api.signInSocial({ body, headers, returnHeaders: true });
  if (!asked.response.url) throw new Error("The accounts library knows no address of Google's");
  return { kind: "go", url: asked.response.url, cookies: asked.headers.getSetCookie() };
}

/**
 * Google's answer, checked by the library: it signs in, opens an account, or joins a Google account to one of ours
 * whose address is verified. To one that is not it does not: whoever opened that may not own the address.
 */
export async function hearGoogle(world: World, request: Request): Promise<Response | null> {
  return world.config.google ? authOf(world).handler(request) : null;
}

export type GoogleEnd = { kind: "signed-in"; user: User } | { kind: "refused"; cookies: string[] };

/** The end: somebody with a second factor signs in with that, not around it. */
export async function finishGoogle(world: World, headers: Headers, { user }: Identity): Promise<GoogleEnd> {
  if (user && !user.twoFactor) return { kind: "signed-in", user };
  const { cookies } = user ? await signOut(world, headers) : { cookies: [] };
  return { kind: "refused", cookies };
}

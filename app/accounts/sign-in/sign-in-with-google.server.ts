import { NOTICES } from "#app/accounts/account-notices.ts";
import { authOf, provenBy, refusalCodeOf } from "#app/accounts/better-auth.gateway.server.ts";
import type { Caller } from "#app/accounts/session.ts";
import { type Admission, finishSignIn } from "#app/accounts/sign-in/finish-sign-in.server.ts";
import { takeLoginAttempt } from "#app/accounts/sign-in/login-limits.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

type GoogleStart = { kind: "go"; url: string; cookies: string[] } | { kind: "off" } | { kind: "limited" };

/** Starts to sign in with Google; `back` is our address to return to. Null unless both halves of the key are set. */
export async function startGoogle(app: AppContext, { headers, address }: Caller, back: string): Promise<GoogleStart> {
  if (!app.config.google) return { kind: "off" };
  const verdict = await takeLoginAttempt(app, { attempt: "sign-in", address, account: null });
  if (verdict.kind === "limited") return { kind: "limited" };
  const body = { provider: "google", callbackURL: back, errorCallbackURL: "/login", disableRedirect: true };
  const answer = await authOf(app).api.signInSocial({ body, headers, returnHeaders: true });
  if (!answer.response.url) throw new Error("The accounts library returned no address for Google");
  return { kind: "go", url: answer.response.url, cookies: answer.headers.getSetCookie() };
}

/** `back`: the address that `startGoogle` was given. */
type GoogleEnd = { outcome: Admission; back: string | null };

/**
 * Handles Google's answer, checked by the library: finds or opens an account, or joins the Google account to one
 * whose address is verified (whoever opened an unverified one may not own it). This is only a first factor. Null:
 * Google is not set up.
 */
export async function finishGoogle(app: AppContext, caller: Caller, query: URLSearchParams): Promise<GoogleEnd | null> {
  if (!app.config.google) return null;
  const answer = { params: { id: "google" }, query: Object.fromEntries(query), headers: caller.headers };
  try {
    const { userId, back } = await provenBy(() => authOf(app).api.callbackOAuth(answer));
    return { outcome: await finishSignIn(app, caller, { proof: "google", userId }), back };
  } catch (error) {
    app.log.warn({ code: refusalCodeOf(error) }, "sign-in by Google refused");
    return { outcome: { kind: "refused", message: NOTICES.googleFailed, cookies: [] }, back: null };
  }
}

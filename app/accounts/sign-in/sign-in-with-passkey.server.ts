import { NOTICES } from "#app/accounts/account-notices.ts";
import { authOf, provenBy, refusalCodeOf } from "#app/accounts/better-auth.gateway.server.ts";
import type { Challenge, SignInCredential } from "#app/accounts/second-factor/passkey.form.ts";
import type { Caller } from "#app/accounts/session.ts";
import { type Admission, finishSignIn } from "#app/accounts/sign-in/finish-sign-in.server.ts";
import { takeLoginAttempt } from "#app/accounts/sign-in/login-limits.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

/** Starts to sign in with a passkey. Names no account: the browser offers the passkeys it has. */
export async function challengeForSignIn(app: AppContext, { headers, address }: Caller): Promise<Challenge> {
  const verdict = await takeLoginAttempt(app, { attempt: "sign-in", address, account: null });
  if (verdict.kind === "limited") return { kind: "refused", message: NOTICES.tooMany };
  const answer = await authOf(app).api.generatePasskeyAuthenticationOptions({ headers, returnHeaders: true });
  return { kind: "challenge", options: answer.response, cookies: answer.headers.getSetCookie() };
}

/** Signs in with a passkey. One that its owner unlocked counts as two factors, so no code is needed. */
export async function signInWithPasskey(
  app: AppContext,
  caller: Caller,
  credential: SignInCredential,
): Promise<Admission> {
  try {
    const answer = { body: { response: credential }, headers: caller.headers };
    const { userId } = await provenBy(() => authOf(app).api.verifyPasskeyAuthentication(answer));
    return await finishSignIn(app, caller, { proof: "passkey", userId });
  } catch (error) {
    app.log.warn({ code: refusalCodeOf(error) }, "sign-in by passkey refused");
    return { kind: "refused", message: NOTICES.passkeyFailed, cookies: [] };
  }
}

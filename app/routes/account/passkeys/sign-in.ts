import { NOTICES } from "#app/accounts/account-notices.ts";
import { passkeySignInForm } from "#app/accounts/second-factor/passkey.form.ts";
import { signInWithPasskey } from "#app/accounts/sign-in/sign-in.server.ts";
import { homeOf } from "#app/accounts/user.ts";
import { linkGuestBookings } from "#app/appointments/clients/client-account.server.ts";
import { appContextOf, readJsonBody } from "#app/platform/http/request.server.ts";
import { safeRedirect } from "#app/platform/http/safe-redirect.ts";
import { flash, withCookies } from "#app/routes/account/flash.server.ts";
import { callerOf } from "#app/routes/account/identity.server.ts";
import type { Route } from "./+types/sign-in.ts";

/** POST /login/passkeys: signs in with a signed challenge. Returns where to go, for passkey.js. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const sent = passkeySignInForm.safeParse(await readJsonBody(request)).data;
  if (!sent) return Response.json({ message: NOTICES.passkeyFailed }, { status: 400 });
  const outcome = await signInWithPasskey(app, callerOf({ request, context }), sent.credential);
  if (outcome.kind === "refused") {
    return Response.json({ message: outcome.message }, { status: 401, headers: withCookies(outcome.cookies) });
  }
  if (outcome.kind !== "signed-in") return Response.json({ message: NOTICES.passkeyFailed }, { status: 401 });
  await linkGuestBookings(app, outcome.user);
  const to = safeRedirect(url.searchParams.get("redirectTo"), homeOf(outcome.user));
  return Response.json({ to }, { headers: withCookies([...outcome.cookies, flash("signedIn")]) });
}

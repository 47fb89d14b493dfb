import { NOTICES } from "#app/accounts/notices.ts";
import { signInWithPasskey } from "#app/accounts/passkeys/commands.server.ts";
import { passkeySignInForm, readSent } from "#app/accounts/passkeys/forms.ts";
import { homeOf } from "#app/accounts/user.ts";
import { linkGuestBookings } from "#app/appointments/owned/commands.server.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import { safeRedirect } from "#app/platform/http/safe-redirect.ts";
import { flash, withCookies } from "#app/routes/account/flash.server.ts";
import { callerOf } from "#app/routes/account/identity.server.ts";
import type { Route } from "./+types/sign-in.ts";

/** POST /login/passkeys: signs in with what an authenticator signed. Answers where to go, for passkey.js. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const world = worldOf(context);
  const sent = await readSent(passkeySignInForm, request);
  if (!sent) return Response.json({ message: NOTICES.passkeyFailed }, { status: 422 });
  const outcome = await signInWithPasskey(world, callerOf({ request, context }), sent.credential);
  if (outcome.kind !== "signed-in") return Response.json({ message: NOTICES.passkeyFailed }, { status: 401 });
  await linkGuestBookings(world, outcome.user);
  const to = safeRedirect(url.searchParams.get("redirectTo"), homeOf(outcome.user));
  return Response.json({ to }, { headers: withCookies([...outcome.cookies, flash("signedIn")]) });
}

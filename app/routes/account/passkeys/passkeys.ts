import { NOTICES } from "#app/accounts/notices.ts";
import { addPasskey } from "#app/accounts/passkeys/commands.server.ts";
import { newPasskeyForm, readSent } from "#app/accounts/passkeys/forms.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import { flash, withCookies } from "#app/routes/account/flash.server.ts";
import { callerOf, identityOf } from "#app/routes/account/identity.server.ts";
import type { Route } from "./+types/passkeys.ts";

/** POST /account/passkeys: keeps the passkey that an authenticator made. Answers where to go, for passkey.js. */
export async function action({ request, context }: Route.ActionArgs) {
  const sent = await readSent(newPasskeyForm, request);
  if (!sent) return Response.json({ message: NOTICES.passkeyFailed }, { status: 422 });
  const who = { caller: callerOf({ request, context }), identity: identityOf(context) };
  const outcome = await addPasskey(worldOf(context), who, sent);
  if (outcome.kind === "refused") return Response.json({ message: outcome.message }, { status: 403 });
  return Response.json({ to: "/account" }, { headers: withCookies([flash("saved")]) });
}

import { NOTICES } from "#app/accounts/account-notices.ts";
import { addPasskey } from "#app/accounts/second-factor/own-passkeys.server.ts";
import { newPasskeyForm } from "#app/accounts/second-factor/passkey.form.ts";
import { homeOf, lacksFactor } from "#app/accounts/user.ts";
import { appContextOf, readJsonBody } from "#app/platform/http/request.server.ts";
import { flash, withCookies } from "#app/routes/account/flash.server.ts";
import { callerOf, identityOf } from "#app/routes/account/identity.server.ts";
import type { Route } from "./+types/passkeys.ts";

/** POST /account/passkeys: stores a new passkey. Returns where to go, for passkey.js. */
export async function action({ request, context }: Route.ActionArgs) {
  const sent = newPasskeyForm.safeParse(await readJsonBody(request)).data;
  if (!sent) return Response.json({ message: NOTICES.passkeyFailed }, { status: 400 });
  const who = { caller: callerOf({ request, context }), identity: identityOf(context) };
  const outcome = await addPasskey(appContextOf(context), who, sent);
  if (outcome.kind === "refused") return Response.json({ message: outcome.message }, { status: 400 });
  const { user } = who.identity;
  return Response.json(
    { to: user && lacksFactor(user) ? homeOf(user) : "/account" },
    { headers: withCookies([flash("saved")]) },
  );
}

import { NOTICES } from "#app/accounts/account-notices.ts";
import { challengeForNew } from "#app/accounts/second-factor/own-passkeys.server.ts";
import { passkeyBeginForm } from "#app/accounts/second-factor/passkey.form.ts";
import { appContextOf, readJsonBody } from "#app/platform/http/request.server.ts";
import { callerOf, identityOf } from "#app/routes/account/identity.server.ts";
import { challengeAnswer } from "#app/routes/account/passkeys/challenge-answer.server.ts";
import type { Route } from "./+types/challenges.ts";

/** POST /account/passkey-challenges: what a new passkey must sign, once the owner has proved who they are. */
export async function action({ request, context }: Route.ActionArgs) {
  const sent = passkeyBeginForm.safeParse(await readJsonBody(request)).data;
  if (!sent) return Response.json({ message: NOTICES.incomplete }, { status: 400 });
  const who = { caller: callerOf({ request, context }), identity: identityOf(context) };
  const challenge = await challengeForNew(appContextOf(context), who, sent.password);
  const isMissing = challenge.kind === "refused" && sent.password === "";
  return challengeAnswer(isMissing ? { ...challenge, message: NOTICES.incomplete } : challenge);
}

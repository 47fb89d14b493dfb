import { challengeForSignIn } from "#app/accounts/sign-in/sign-in.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { callerOf } from "#app/routes/account/identity.server.ts";
import { challengeAnswer } from "#app/routes/account/passkeys/challenge-answer.server.ts";
import type { Route } from "./+types/sign-in-challenges.ts";

/** POST /login/passkey-challenges: what the browser's authenticator must sign. */
export async function action({ request, context }: Route.ActionArgs) {
  return challengeAnswer(await challengeForSignIn(appContextOf(context), callerOf({ request, context })));
}

import { challengeForSignIn } from "#app/accounts/passkeys/commands.server.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import { callerOf } from "#app/routes/account/identity.server.ts";
import { challengeAnswer } from "#app/routes/account/passkeys/challenge-answer.server.ts";
import type { Route } from "./+types/sign-in-challenges.ts";

/** POST /login/passkey-challenges: what the browser's authenticator is to sign. */
export async function action({ request, context }: Route.ActionArgs) {
  return challengeAnswer(await challengeForSignIn(worldOf(context), callerOf({ request, context })));
}

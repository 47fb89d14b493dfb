import { challengeForNew } from "#app/accounts/passkeys/commands.server.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import { callerOf } from "#app/routes/account/identity.server.ts";
import { challengeAnswer } from "#app/routes/account/passkeys/challenge-answer.server.ts";
import type { Route } from "./+types/challenges.ts";

/** POST /account/passkey-challenges: what a new passkey is to sign. */
export async function action({ request, context }: Route.ActionArgs) {
  return challengeAnswer(await challengeForNew(worldOf(context), callerOf({ request, context })));
}

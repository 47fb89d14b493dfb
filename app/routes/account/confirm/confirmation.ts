import { confirmPerson } from "#app/accounts/sign-in/confirm-person.server.ts";
import { fieldsFrom } from "#app/platform/form-fields.ts";
import { appContextOf, readFormBody } from "#app/platform/http/request.server.ts";
import { callerOf, identityOf } from "#app/routes/account/identity.server.ts";
import type { Route } from "./+types/confirmation.ts";

export async function action({ request, context }: Route.ActionArgs) {
  const { confirmation = "" } = fieldsFrom(await readFormBody(request));
  const who = { caller: callerOf({ request, context }), identity: identityOf(context) };
  const outcome = await confirmPerson(appContextOf(context), who, confirmation);
  if (outcome.kind === "confirmed") return Response.json({});
  const status = outcome.kind === "limited" ? 429 : 422;
  return Response.json({ message: outcome.message }, { status });
}

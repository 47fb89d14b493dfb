import { makeSubscription, revokeSubscription } from "#app/diary/calendar-subscriptions.server.ts";
import { fieldsFrom } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { readFormBody } from "#app/platform/http/read-body.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { type ChangeReply, failure, success } from "#app/ui/admin/toast.ts";
import type { Route } from "./+types/change-subscription.ts";

/** Makes (`make`) or revokes (`revoke`) the private calendar address of the therapist with this id. */
export async function action({ request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const { make, revoke } = fieldsFrom(await readFormBody(request));
  const outcome = make
    ? await makeSubscription(app, actorOf(context), make)
    : await revokeSubscription(app, actorOf(context), revoke ?? "");
  if (outcome.kind === "not-found") return Response.json({ toast: failure() } satisfies ChangeReply, { status: 404 });
  const said = outcome.kind === "made" ? "The address is ready." : "Revoked.";
  return Response.json({ toast: success(said) } satisfies ChangeReply);
}

import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { CHANGES } from "#app/routes/admin/appointments/appointment-actions.server.ts";
import type { Route } from "./+types/change.ts";

/** `POST /admin/appointments/:id/confirmation` and the like. Answers with a toast. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const change = Object.hasOwn(CHANGES, params.change) ? CHANGES[params.change as keyof typeof CHANGES] : null;
  if (!change) return new Response("There is no such change", { status: 404 });
  const { status = 200, ...reply } = await change({
    app: appContextOf(context),
    actor: actorOf(context),
    locale: requestInfoOf(context).locale,
    appointmentId: params.id,
    form: await readFormBody(request),
  });
  return Response.json(reply, { status });
}

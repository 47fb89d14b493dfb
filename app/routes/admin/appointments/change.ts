import { visitOf, worldOf } from "#app/platform/http/context.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { CHANGES } from "#app/routes/admin/appointments/changes.server.ts";
import type { Route } from "./+types/change.ts";

/** One change of one appointment: `POST /admin/appointments/:id/cancellation`. Answers what to tell the person. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const change = Object.hasOwn(CHANGES, params.change) ? CHANGES[params.change as keyof typeof CHANGES] : null;
  if (!change) return new Response("There is no such change", { status: 404 });
  const { status = 200, ...reply } = await change({
    world: worldOf(context),
    actor: actorOf(context),
    locale: visitOf(context).locale,
    appointmentId: params.id,
    form: await request.formData(),
  });
  return Response.json(reply, { status });
}

import { worldOf } from "#app/platform/http/context.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { CLIENT_CHANGES } from "#app/routes/admin/clients/changes.server.ts";
import type { Route } from "./+types/change.ts";

/** One change of one client: `POST /admin/clients/:id/erasure`. Answers what to tell the person. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { change: name, id } = params;
  const change = Object.hasOwn(CLIENT_CHANGES, name) ? CLIENT_CHANGES[name as keyof typeof CLIENT_CHANGES] : null;
  if (!change) return new Response("There is no such change", { status: 404 });
  const form = await request.formData();
  const { status, ...reply } = await change({ world: worldOf(context), actor: actorOf(context), id, form });
  return Response.json(reply, { status });
}

import { appContextOf, readFormBody } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { CLIENT_CHANGES } from "#app/routes/admin/clients/changes.server.ts";
import type { Route } from "./+types/change.ts";

/** `POST /admin/clients/:id/erasure` and the like. Answers with a toast. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { change: name, id } = params;
  const change = Object.hasOwn(CLIENT_CHANGES, name) ? CLIENT_CHANGES[name as keyof typeof CLIENT_CHANGES] : null;
  if (!change) return new Response("There is no such change", { status: 404 });
  const form = await readFormBody(request);
  const { status, ...reply } = await change({ app: appContextOf(context), actor: actorOf(context), id, form });
  return Response.json(reply, { status });
}

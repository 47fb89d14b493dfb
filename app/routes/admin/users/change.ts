import { appContextOf } from "#app/platform/http/context.server.ts";
import { readFormBody } from "#app/platform/http/read-body.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { USER_CHANGES } from "#app/routes/admin/users/changes.server.ts";
import type { Route } from "./+types/change.ts";

/** `POST /admin/users/:id/role` and the like. Answers with a toast. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { change: name, id: userId } = params;
  const change = Object.hasOwn(USER_CHANGES, name) ? USER_CHANGES[name as keyof typeof USER_CHANGES] : null;
  if (!change) return new Response("There is no such change", { status: 404 });
  const form = await readFormBody(request);
  const input = { app: appContextOf(context), actor: actorOf(context) };
  const { status, ...reply } = await change({ ...input, userId, form });
  return Response.json(reply, { status });
}

import { worldOf } from "#app/platform/http/context.server.ts";
import { actorOf, callerOf } from "#app/routes/account/identity.server.ts";
import { USER_CHANGES } from "#app/routes/admin/users/changes.server.ts";
import type { Route } from "./+types/change.ts";

/** One change of one user: `POST /admin/users/:id/role`. Answers what to tell the person. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { change: name, id: userId } = params;
  const change = Object.hasOwn(USER_CHANGES, name) ? USER_CHANGES[name as keyof typeof USER_CHANGES] : null;
  if (!change) return new Response("There is no such change", { status: 404 });
  const form = await request.formData();
  const asked = { world: worldOf(context), actor: actorOf(context), caller: callerOf({ request, context }) };
  const { status, ...reply } = await change({ ...asked, userId, form });
  return Response.json(reply, { status });
}

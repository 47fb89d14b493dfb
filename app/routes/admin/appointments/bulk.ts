import { changeMany } from "#app/appointments/bulk/commands.server.ts";
import { MANY_CHANGES, MOST_AT_ONCE } from "#app/appointments/bulk/many-change.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { type ChangeReply, failure, success } from "#app/ui/admin/toast.ts";
import type { Route } from "./+types/bulk.ts";

/** The same change of several appointments: `change` and their `ids`, apart by commas. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const change = MANY_CHANGES.find((candidate) => candidate === form.get("change"));
  const ids = String(form.get("ids") ?? "")
    .split(",")
    .filter(Boolean);
  if (!change || ids.length === 0 || ids.length > MOST_AT_ONCE) {
    return Response.json({ toast: failure(`Pick up to ${MOST_AT_ONCE} appointments.`) } satisfies ChangeReply, {
      status: 422,
    });
  }
  const { done, left } = await changeMany(worldOf(context), actorOf(context), { change, ids });
  const verb = { confirm: "Confirmed", cancel: "Cancelled", delete: "Deleted" }[change];
  const text = left === 0 ? `${verb}: ${done}.` : `${verb}: ${done}. Left as they were: ${left}.`;
  return Response.json({ toast: done > 0 ? success(text) : failure(text) } satisfies ChangeReply);
}

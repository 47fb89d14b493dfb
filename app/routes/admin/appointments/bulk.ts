import { ASKED_BY } from "#app/appointments/cancellation.ts";
import { changeMany } from "#app/diary/change-many.server.ts";
import { MANY_CHANGES, MOST_AT_ONCE } from "#app/diary/many-change.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { readFormBody } from "#app/platform/http/read-form-body.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { type ChangeReply, failure, success } from "#app/ui/admin/toast.ts";
import type { Route } from "./+types/bulk.ts";

/** One change of several appointments: `change`, their `ids` separated by commas, and `askedBy` for a cancellation. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormBody(request);
  const change = MANY_CHANGES.find((candidate) => candidate === form.get("change"));
  const ids = String(form.get("ids") ?? "")
    .split(",")
    .filter(Boolean);
  if (!change || ids.length === 0 || ids.length > MOST_AT_ONCE) {
    return Response.json({ toast: failure(`Pick up to ${MOST_AT_ONCE} appointments.`) } satisfies ChangeReply, {
      status: 422,
    });
  }
  const askedBy = ASKED_BY.find((candidate) => candidate === form.get("askedBy"));
  if (change === "cancel" && !askedBy) {
    return Response.json({ toast: failure("Choose who cancels. Nothing has changed.") } satisfies ChangeReply, {
      status: 422,
    });
  }
  const { done, left } = await changeMany(appContextOf(context), actorOf(context), { change, ids, askedBy });
  const verb = { confirm: "Confirmed", cancel: "Cancelled", delete: "Deleted" }[change];
  const text = left === 0 ? `${verb}: ${done}.` : `${verb}: ${done}. Left as they were: ${left}.`;
  return Response.json({ toast: done > 0 ? success(text) : failure(text) } satisfies ChangeReply);
}

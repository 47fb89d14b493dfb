import { CANCELLING_PARTIES } from "#app/appointments/cancellation.ts";
import { cancelUnproven, changeMany } from "#app/diary/booking/change-many.server.ts";
import { MANY_CHANGES, MOST_AT_ONCE } from "#app/diary/lists/appointment-list.ts";
import { versionFrom } from "#app/platform/form-fields.ts";
import { appContextOf, readFormBody } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { NOT_FOUND } from "#app/routes/admin/appointments/appointment-actions.server.ts";
import { type ChangeReply, failure, success } from "#app/ui/admin/toast.ts";
import type { Route } from "./+types/bulk.ts";

/**
 * One change of several appointments: `change`, their `ids` and `sequences` separated by commas, and `askedBy` for a cancellation.
 * `cancel-unconfirmed` names no ids: it cancels every unconfirmed online booking ahead.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormBody(request);
  if (form.get("change") === "cancel-unconfirmed") {
    const { done, left } = await cancelUnproven(appContextOf(context), actorOf(context));
    return Response.json({ toast: toastOf("Cancelled", { done, left }) } satisfies ChangeReply);
  }
  const change = MANY_CHANGES.find((candidate) => candidate === form.get("change"));
  const ids = String(form.get("ids") ?? "")
    .split(",")
    .filter(Boolean);
  if (!change || ids.length === 0 || ids.length > MOST_AT_ONCE) {
    return Response.json({ toast: failure(`Pick up to ${MOST_AT_ONCE} appointments.`) } satisfies ChangeReply, {
      status: 422,
    });
  }
  const askedBy = CANCELLING_PARTIES.find((candidate) => candidate === form.get("askedBy"));
  if (change === "cancel" && !askedBy) {
    return Response.json({ toast: failure("Choose who cancels. Nothing has changed.") } satisfies ChangeReply, {
      status: 422,
    });
  }
  const sequences = String(form.get("sequences") ?? "").split(",");
  const seen = new Map(ids.map((id, index) => [id, versionFrom(sequences[index])]));
  const { done, left, missing } = await changeMany(appContextOf(context), actorOf(context), {
    change,
    ids,
    seen,
    askedBy,
  });
  if (missing === ids.length) return Response.json({ toast: NOT_FOUND.toast } satisfies ChangeReply, { status: 404 });
  const verb = { confirm: "Confirmed", cancel: "Cancelled", delete: "Deleted" }[change];
  return Response.json({ toast: toastOf(verb, { done, left }) } satisfies ChangeReply, {
    status: done > 0 ? 200 : 409,
  });
}

function toastOf(verb: string, { done, left }: { done: number; left: number }) {
  const text = left === 0 ? `${verb}: ${done}.` : `${verb}: ${done}. Left as they were: ${left}.`;
  return done > 0 ? success(text) : failure(text);
}

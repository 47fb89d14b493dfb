import { addException, type HoursOutcome, removeException } from "#app/appointments/working-time/commands.server.ts";
import { exceptionForm, exceptionFormOf } from "#app/availability/editing/forms.ts";
import { findException } from "#app/availability/editing/store.server.ts";
import { fieldsFrom, fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { visitOf, worldOf } from "#app/platform/http/context.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { strandsReply } from "#app/routes/admin/diary/strands-reply.server.ts";
import { acceptedIn } from "#app/routes/admin/hours/accepted.ts";
import { type Change, type ChangeReply, failure, success, type Toast } from "#app/ui/admin/toast.ts";
import type { Route } from "./+types/blocks.ts";

/** Blocks time of one therapist, or opens it again (`remove`). Whoever is booked then is shown first, and stays. */
export async function action({ request, context }: Route.ActionArgs) {
  const world = worldOf(context);
  const actor = actorOf(context);
  const fields = fieldsFrom(await request.formData());
  const accepted = acceptedIn(fields);
  const { locale } = visitOf(context);
  if (fields.remove) {
    const undo = await undoOf(world, fields.remove);
    const outcome = await removeException(world, actor, { id: fields.remove, accepted });
    return answer(world, outcome, { toast: success("Open again.", undo), locale });
  }
  const form = readFields(exceptionForm, { ...fields, kind: "closure" });
  if (form.kind === "invalid") return Response.json({ errors: form.errors } satisfies ChangeReply, { status: 422 });
  const outcome = await addException(world, actor, { draft: form.value, accepted });
  return answer(world, outcome, { toast: success("Blocked."), locale });
}

async function answer(world: World, outcome: HoursOutcome, { toast, locale }: { toast: Toast; locale: string }) {
  if (outcome.kind === "changed") return Response.json({ toast } satisfies ChangeReply);
  if (outcome.kind === "strands") {
    return Response.json(await strandsReply(world, outcome.bookings, locale), { status: 409 });
  }
  return Response.json({ toast: failure() } satisfies ChangeReply, { status: 404 });
}

/** What to send to have it as it was. */
async function undoOf(world: World, id: string): Promise<Change | undefined> {
  const exception = await findException(world.db.kysely, id);
  return exception ? { action: "/admin/diary/blocks", fields: fieldsOf(exceptionFormOf(exception)) } : undefined;
}

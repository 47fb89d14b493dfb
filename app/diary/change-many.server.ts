import { cancel } from "#app/appointments/cancel.server.ts";
import type { AskedBy } from "#app/appointments/cancellation.ts";
import { confirm } from "#app/appointments/confirm.server.ts";
import { remove } from "#app/diary/delete-appointment.server.ts";
import type { ManyChange } from "#app/diary/many-change.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { requireReach } from "#app/platform/permissions.ts";

/** Applies one change to each appointment in turn and skips those that it doesn't fit. `askedBy` as in `cancel`. */
export async function changeMany(
  app: AppContext,
  actor: Actor,
  { change, ids, askedBy }: { change: ManyChange; ids: readonly string[]; askedBy?: AskedBy },
): Promise<{ done: number; left: number }> {
  requireReach(actor, "change", "appointments");
  let done = 0;
  for (const appointmentId of ids) if (await changeOne(app, actor, { change, appointmentId, askedBy })) done += 1;
  return { done, left: ids.length - done };
}

async function changeOne(
  app: AppContext,
  actor: Actor,
  { change, appointmentId, askedBy }: { change: ManyChange; appointmentId: string; askedBy?: AskedBy },
): Promise<boolean> {
  if (change === "delete") return (await remove(app, actor, { appointmentId })).kind === "removed";
  const outcome =
    change === "confirm"
      ? await confirm(app, actor, { appointmentId })
      : await cancel(app, actor, { appointmentId, reason: null, askedBy });
  return (outcome.kind === "confirmed" || outcome.kind === "cancelled") && !outcome.again;
}

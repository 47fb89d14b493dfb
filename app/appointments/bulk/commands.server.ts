import type { Actor } from "#app/accounts/actor.ts";
import { mustBePractice } from "#app/appointments/abilities.ts";
import type { ManyChange } from "#app/appointments/bulk/many-change.ts";
import { cancel, confirm } from "#app/appointments/changes/commands.server.ts";
import { remove } from "#app/appointments/removal/commands.server.ts";
import type { World } from "#app/platform/world.server.ts";

/** The same change to each of these, one after the other; those it doesn't fit are left as they are. */
export async function changeMany(
  world: World,
  actor: Actor,
  { change, ids }: { change: ManyChange; ids: readonly string[] },
): Promise<{ done: number; left: number }> {
  mustBePractice(actor);
  let done = 0;
  for (const appointmentId of ids) if (await changeOne(world, actor, { change, appointmentId })) done += 1;
  return { done, left: ids.length - done };
}

async function changeOne(
  world: World,
  actor: Actor,
  { change, appointmentId }: { change: ManyChange; appointmentId: string },
): Promise<boolean> {
  if (change === "delete") return (await remove(world, actor, { appointmentId })).kind === "removed";
  const outcome =
    change === "confirm"
      ? await confirm(world, actor, { appointmentId })
      : await cancel(world, actor, { appointmentId, reason: null });
  return (outcome.kind === "confirmed" || outcome.kind === "cancelled") && !outcome.again;
}

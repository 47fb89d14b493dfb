import { listOrder, type Ordered, writeOrder } from "#app/catalogue/edit-catalogue.db.server.ts";
import type { ChangeOutcome } from "#app/catalogue/save-service.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/change.server.ts";

/** Moves a record one place up (-1) or down (1) in the practice's list; stops at the ends. `at`: where the admin saw it. */
export async function moveInList(
  app: AppContext,
  actor: Actor,
  { list, id, by, at }: { list: Ordered; id: string; by: -1 | 1; at?: number },
): Promise<ChangeOutcome | { kind: "stale" }> {
  return change(app, actor, ["change", "services"], async ({ tx, noted }) => {
    const ids = await listOrder(tx, list);
    const from = ids.indexOf(id);
    if (from === -1) return { kind: "unknown" };
    if (at !== undefined && at !== from) return { kind: "stale" };
    const to = Math.min(Math.max(from + by, 0), ids.length - 1);
    ids.splice(to, 0, ...ids.splice(from, 1));
    await writeOrder(tx, list, ids);
    await noted(list === "services" ? "service.move" : "therapist.move", { kind: list.slice(0, -1), id });
    return { kind: "changed" };
  });
}

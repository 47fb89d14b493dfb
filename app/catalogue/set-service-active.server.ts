import { listOrder, updateActive } from "#app/catalogue/edit-catalogue.db.server.ts";
import type { ChangeOutcome } from "#app/catalogue/save-service.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/change.server.ts";
import { lockForWriting } from "#app/platform/database/lock.server.ts";

export async function setServiceActive(
  app: AppContext,
  actor: Actor,
  { id, active }: { id: string; active: boolean },
): Promise<ChangeOutcome> {
  return change(app, actor, ["change", "services"], async ({ tx, now, noted }) => {
    await lockForWriting(tx, "offer");
    if (!(await listOrder(tx, "services")).includes(id)) return { kind: "unknown" };
    await updateActive(tx, "services", { id, active, now });
    await noted(active ? "service.show" : "service.hide", { kind: "service", id });
    return { kind: "changed" };
  });
}

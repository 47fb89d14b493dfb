import { getWeek } from "#app/availability/edit-hours.db.server.ts";
import { updateActive } from "#app/catalogue/edit-catalogue.db.server.ts";
import { type Accepted, changeOrWarn, type HoursOutcome } from "#app/diary/warn-of-stranded.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

export async function setTherapistActive(
  app: AppContext,
  actor: Actor,
  { therapistId, active, accepted }: { therapistId: string; active: boolean } & Accepted,
): Promise<HoursOutcome> {
  return changeOrWarn(app, actor, {
    permission: ["change", "services"],
    accepted,
    async write({ tx, now, noted }) {
      if (!(await getWeek(tx, therapistId))) return { kind: "unknown" };
      await updateActive(tx, "therapists", { id: therapistId, active, now });
      await noted(active ? "therapist.show" : "therapist.hide", { kind: "therapist", id: therapistId });
      return [{ cause: "hours", therapistId }];
    },
  });
}

import type { WeeklyRange } from "#app/availability/opening-hours.ts";
import { type Accepted, changeOrWarn, type HoursOutcome } from "#app/diary/stranded/warn-before-change.server.ts";
import { weekAuditView } from "#app/diary/stranded/week-audit-view.ts";
import { getWeek, writeWeek } from "#app/hours/edit-hours.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { differences } from "#app/platform/audit.server.ts";
import { type Actor, mayWith } from "#app/platform/permissions.ts";

/** Replaces a therapist's weekly hours from now on. `weekly` is the whole week. */
export async function setWeek(
  app: AppContext,
  actor: Actor,
  input: { therapistId: string; version: number; weekly: readonly WeeklyRange[] } & Accepted,
): Promise<HoursOutcome> {
  return changeOrWarn(app, actor, {
    permission: ["change", "hours"],
    accepted: input.accepted,
    async write({ tx, noted }) {
      if (!mayWith(actor, ["change", "hours"], input.therapistId)) return { kind: "not-found" };
      const before = await getWeek(tx, input.therapistId);
      if (await writeWeek(tx, input)) {
        const changes = differences(weekAuditView(before?.weekly ?? []), weekAuditView(input.weekly));
        await noted("hours.change", { kind: "therapist", id: input.therapistId }, changes);
        return [{ cause: "hours", therapistId: input.therapistId }];
      }
      const current = await getWeek(tx, input.therapistId);
      return current ? { kind: "conflict", ...current } : { kind: "not-found" };
    },
  });
}

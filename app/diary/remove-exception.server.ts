import { deleteException, getException } from "#app/availability/edit-hours.db.server.ts";
import { type Accepted, changeOrWarn, type HoursOutcome } from "#app/diary/warn-of-stranded.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { mayWith } from "#app/platform/permissions.ts";

export async function removeException(
  app: AppContext,
  actor: Actor,
  { id, accepted }: { id: string } & Accepted,
): Promise<HoursOutcome> {
  return changeOrWarn(app, actor, {
    permission: ["change", "closures"],
    accepted,
    async write({ tx, noted }) {
      const exception = await getException(tx, id);
      if (!exception) return { kind: "unknown" };
      // Without its extra opening the time is closed.
      const needed = exception.kind === "opening" ? "time off" : "closures";
      if (!mayWith(actor, ["change", needed], exception.therapistId)) return { kind: "unknown" };
      await deleteException(tx, id);
      const { kind, firstDay, lastDay } = exception;
      await noted(`${kind}.remove`, { kind, id }, { from: firstDay, to: lastDay });
      return [{ cause: kind, exception, isRemoved: true }];
    },
  });
}

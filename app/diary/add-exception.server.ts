import { insertException } from "#app/availability/edit-hours.db.server.ts";
import type { ExceptionDraft } from "#app/availability/hours-exception.form.ts";
import { listEditedTherapists } from "#app/catalogue/edit-catalogue.db.server.ts";
import { type Accepted, changeOrWarn, type HoursOutcome } from "#app/diary/warn-of-stranded.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { mayWith } from "#app/platform/permissions.ts";

/** Adds a closure or an extra opening on the days of the draft. */
export async function addException(
  app: AppContext,
  actor: Actor,
  { draft, accepted }: { draft: ExceptionDraft } & Accepted,
): Promise<HoursOutcome> {
  return changeOrWarn(app, actor, {
    permission: ["change", "closures"],
    accepted,
    async write({ tx, noted }) {
      const { therapistId } = draft;
      const needed = draft.kind === "closure" ? "time off" : "closures";
      if (!mayWith(actor, ["change", needed], therapistId)) return { kind: "unknown" };
      const known = (await listEditedTherapists(tx)).map((therapist) => therapist.id);
      if (therapistId !== null && !known.includes(therapistId)) return { kind: "unknown" };
      const id = newId();
      await insertException(tx, { id, ...draft });
      await noted(`${draft.kind}.add`, { kind: draft.kind, id }, { from: draft.firstDay, to: draft.lastDay });
      return [{ cause: draft.kind, exception: draft }];
    },
  });
}

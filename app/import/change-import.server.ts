import type { ImportChoices } from "#app/import/import-choices.ts";
import { deleteImport, getImport, markRunning, writeChoices } from "#app/import/imports.db.server.ts";
import { completeChoices } from "#app/import/look-at-import.server.ts";
import { problemWith } from "#app/import/start-problem.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { may } from "#app/platform/permissions.ts";

type ChangeOutcome = { kind: "changed" | "unknown" | "forbidden" } | { kind: "refused"; message: string };

/** Stores what the owner chose while the import waits, and starts it if so asked. */
export async function changeImport(
  app: AppContext,
  actor: Actor,
  { id, choices, starts }: { id: string; choices: ImportChoices; starts: boolean },
): Promise<ChangeOutcome> {
  if (!may(actor, "change", "imports")) return { kind: "forbidden" };
  const job = await getImport(app.db.kysely, id);
  if (job?.state !== "waiting") return { kind: "unknown" };
  const complete = await completeChoices(app, { ...job, choices });
  return app.db.kysely.transaction().execute(async (tx): Promise<ChangeOutcome> => {
    await writeChoices(tx, id, complete.choices);
    if (!starts) return { kind: "changed" };
    const problem = problemWith(job.kind, choices);
    if (problem) return { kind: "refused", message: problem };
    return { kind: (await markRunning(tx, id)) ? "changed" : "unknown" };
  });
}

/** Deletes an import and all that is left of its file. What it has stored already stays. */
export async function removeImport(app: AppContext, actor: Actor, { id }: { id: string }): Promise<ChangeOutcome> {
  if (!may(actor, "change", "imports")) return { kind: "forbidden" };
  return app.db.kysely.transaction().execute(async (tx): Promise<ChangeOutcome> => {
    const job = await getImport(tx, id);
    if (!job || !(await deleteImport(tx, id))) return { kind: "unknown" };
    const { fileName: file, added, known, refused, state } = job;
    await writeAudit(tx, {
      at: app.clock.now(),
      actor: actorName(actor),
      action: "import.remove",
      subject: { kind: "import", id },
      detail: { file, ...(state === "running" && { added, known, refused }) },
    });
    return { kind: "changed" };
  });
}

import { retryOnConflict } from "#app/appointments/schedule.server.ts";
import { clientFor } from "#app/clients/client-for-booking.server.ts";
import { listByName, lockClient, markExisting } from "#app/clients/clients.db.server.ts";
import { giveClient } from "#app/diary/booking/book-for-practice.server.ts";
import { type Import, type ImportChoices, NEW_CLIENT, problemWith } from "#app/moving/csv/import-choices.ts";
import {
  deleteImport,
  deleteRows,
  getImport,
  getUndecided,
  markRunning,
  writeChoices,
} from "#app/moving/csv/imports.db.server.ts";
import { completeChoices } from "#app/moving/csv/look-at-import.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { type Actor, actorName, may } from "#app/platform/permissions.ts";

type ChangeOutcome = { kind: "changed" | "not-found" | "forbidden" } | { kind: "refused"; message: string };

/** Stores what the owner chose while the import waits, and starts it if so asked. */
export async function changeImport(
  app: AppContext,
  actor: Actor,
  { id, choices, starts }: { id: string; choices: ImportChoices; starts: boolean },
): Promise<ChangeOutcome> {
  if (!may(actor, "change", "imports")) return { kind: "forbidden" };
  const job = await getImport(app.db.kysely, id);
  if (job?.state !== "waiting") return { kind: "not-found" };
  const complete = await completeChoices(app, { ...job, choices });
  return app.db.kysely.transaction().execute(async (tx): Promise<ChangeOutcome> => {
    await writeChoices(tx, id, complete.choices);
    if (!starts) return { kind: "changed" };
    const problem = problemWith(job.kind, choices);
    if (problem) return { kind: "refused", message: problem };
    return { kind: (await markRunning(tx, id)) ? "changed" : "not-found" };
  });
}

/** Deletes an import and all that is left of its file. What it has stored already stays. */
export async function removeImport(app: AppContext, actor: Actor, { id }: { id: string }): Promise<ChangeOutcome> {
  if (!may(actor, "change", "imports")) return { kind: "forbidden" };
  return app.db.kysely.transaction().execute(async (tx): Promise<ChangeOutcome> => {
    const job = await getImport(tx, id);
    if (!job || !(await deleteImport(tx, id))) return { kind: "not-found" };
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

type ChoiceOutcome = { kind: "changed" | "not-found" | "forbidden" } | { kind: "invalid"; message: string };

/** Gives the appointment of a row its client: one of those who have its name, or a new one. */
export async function chooseClient(
  app: AppContext,
  actor: Actor,
  { id, number, choice }: { id: string; number: number; choice: string },
): Promise<ChoiceOutcome> {
  if (!may(actor, "change", "imports")) return { kind: "forbidden" };
  return retryOnConflict(app, async (tx, now): Promise<ChoiceOutcome> => {
    const job = await getImport(tx, id);
    const waiting = job && (await getUndecided(tx, { id, number }));
    if (!job || !waiting) return { kind: "not-found" };
    const candidates = await listByName(tx, waiting.name ?? "");
    if (choice !== NEW_CLIENT && !candidates.includes(choice)) {
      return { kind: "invalid", message: "Choose whose appointment it is" };
    }
    const client =
      choice === NEW_CLIENT ? await addNamesake(tx, { job, name: waiting.name, now }) : await lockClient(tx, choice);
    const { appointmentId, start } = waiting;
    const given = client && { id: appointmentId, start, client, reminds: job.choices.reminds };
    if (!given || !(await giveClient(tx, { app, given, now }))) return { kind: "not-found" };
    await deleteRows(tx, id, [number]);
    await writeAudit(tx, {
      at: now,
      actor: actorName(actor),
      action: "import.client",
      subject: { kind: "appointment", id: waiting.appointmentId },
      detail: { client: given.client.id },
    });
    return { kind: "changed" };
  });
}

type Namesake = { job: Import; name: string | null; now: number };

async function addNamesake(tx: Tx, { job, name, now }: Namesake) {
  const contact = { userId: null, name, email: null, phone: null };
  const { id } = await clientFor(tx, { ...contact, by: "import" }, now);
  if (job.choices.existing) await markExisting(tx, id);
  return { ...contact, id };
}

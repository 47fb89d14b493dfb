import { changeImport } from "#app/moving/csv/change-import.server.ts";
import type { ImportKind } from "#app/moving/csv/columns.ts";
import { importSome } from "#app/moving/csv/import.jobs.server.ts";
import type { Import, ImportChoices } from "#app/moving/csv/import-choices.ts";
import { getImport } from "#app/moving/csv/imports.db.server.ts";
import { receiveFile } from "#app/moving/csv/receive-file.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { fileOf } from "#tests/support/uploaded.ts";

type Sent = { kind: ImportKind; text: string };

export async function uploaded(app: AppContext, admin: Actor, { kind, text }: Sent): Promise<Import> {
  const file = fileOf(Buffer.from(text), "list.csv");
  const outcome = await receiveFile(app, admin, { kind, fileName: "list.csv", file });
  if (outcome.kind !== "received") throw new Error(JSON.stringify(outcome));
  return existing(app, outcome.id);
}

export async function started(app: AppContext, admin: Actor, job: Import, chosen: Partial<ImportChoices> = {}) {
  const choices = { ...job.choices, ...chosen };
  const outcome = await changeImport(app, admin, { id: job.id, choices, starts: true });
  if (outcome.kind !== "changed") throw new Error(JSON.stringify(outcome));
}

export async function worked(app: AppContext, worker = "worker"): Promise<void> {
  while ((await importSome(app, worker)) > 0);
}

/** Uploads, starts and imports a list, and says what came of it. */
export async function imported(
  app: AppContext,
  admin: Actor,
  { kind, text, ...chosen }: Sent & Partial<ImportChoices>,
): Promise<Import> {
  const job = await uploaded(app, admin, { kind, text });
  await started(app, admin, job, chosen);
  await worked(app);
  return existing(app, job.id);
}

async function existing(app: AppContext, id: string): Promise<Import> {
  const job = await getImport(app.db.kysely, id);
  if (!job) throw new Error("There is no such import");
  return job;
}

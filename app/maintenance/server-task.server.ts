import { existsSync, statSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { type Actor, actorName } from "#app/platform/permissions.ts";

type Task = { file: string; action: string; subject: { kind: string; id: string } };

/**
 * Asks this machine's root for what the site itself may not do: its unit watches for the file, which holds the subject
 * (decisions/0810). Ask first who asks.
 */
export async function requestTask(app: AppContext, actor: Actor, { file, action, subject }: Task) {
  await writeNote(join(app.config.dataDir, file), `${subject.id}\n`);
  const line = { at: app.clock.now(), actor: actorName(actor), action };
  await app.db.kysely.transaction().execute((tx) => writeAudit(tx, { ...line, subject }));
  return { kind: "saved" as const };
}

/** When root was asked and has not answered yet (epoch ms); null: nothing is asked. */
export function requestedAt({ config }: Pick<AppContext, "config">, file: string): number | null {
  const request = statSync(join(config.dataDir, file), { throwIfNoEntry: false });
  return request ? Math.round(request.mtimeMs) : null;
}

/** A file of ours in the data folder; null where there is none, or a damaged one. */
export async function readNote<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  if (!existsSync(file)) return null;
  try {
    return schema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return null;
  }
}

/** Whole or not at all. */
export async function writeNote(file: string, text: string): Promise<void> {
  await writeFile(`${file}.partial`, text, { mode: 0o600, flush: true });
  await rename(`${file}.partial`, file);
}

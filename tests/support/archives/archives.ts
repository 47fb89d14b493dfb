import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { archiveOf } from "#app/moving/archive/export-archive.server.ts";
import { importArchive } from "#app/moving/archive/import-archive.server.ts";
import { unzipped } from "#app/moving/archive/zip-js.gateway.server.ts";
import { eraseAgain } from "#app/personal-data.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { openSnapshot } from "#app/platform/database/snapshot.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

/** Everything of this app as a file. */
export async function archiveFrom(app: AppContext): Promise<string> {
  const file = join(temporaryFolder(), `${newId()}.zip`);
  const snapshot = await openSnapshot({ db: app.db, dataDir: app.config.dataDir });
  await pipeline(archiveOf({ snapshot, at: app.clock.now(), log: app.log }), createWriteStream(file));
  return file;
}

/** The files of an archive, unpacked. */
export async function contentsOf(file: string): Promise<Map<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  for (const { name, read } of await unzipped(file)) {
    const pieces: Uint8Array[] = [];
    for await (const piece of read()) pieces.push(piece);
    contents.set(name, Buffer.concat(pieces));
  }
  return contents;
}

const STAMPED = ["README.md", "manifest.json"];

/** The sum of each file, but for those that name the instant. */
export async function sumsOf(file: string): Promise<Record<string, string>> {
  const contents = [...(await contentsOf(file))].filter(([name]) => !STAMPED.includes(name));
  return Object.fromEntries(contents.map(([name, bytes]) => [name, createHash("sha256").update(bytes).digest("hex")]));
}

/** Brings an archive in, or throws what the command would say. */
export async function broughtInto(app: AppContext, file: string, options: { large?: number } = {}) {
  const outcome = await importArchive(app, { file, isTrial: false, ...options, eraseAgain });
  if (outcome.kind === "refused") throw new Error(outcome.message);
  return outcome.arrival;
}

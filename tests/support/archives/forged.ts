import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type ArchiveFile, zipped } from "#app/moving/archive/zip-js.gateway.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { contentsOf } from "#tests/support/archives/archives.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

/** Files of an archive to forge: their bytes by name. */
export type Forged = Map<string, Buffer>;

/** A ZIP of these files, as they are. */
export async function zipOf(files: readonly (readonly [string, Buffer])[]): Promise<string> {
  const target = join(temporaryFolder(), `${newId()}.zip`);
  async function* all(): AsyncGenerator<ArchiveFile> {
    for (const [name, bytes] of files) yield { name, pieces: piecesOf(bytes), isPacked: false };
  }
  await pipeline(zipped(all(), { at: 0 }), createWriteStream(target));
  return target;
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(bytes);
}

/** The archive with something changed, and a manifest that agrees with it. */
export async function forgedFrom(file: string, forge: (files: Forged) => void): Promise<string> {
  const files: Forged = await contentsOf(file);
  forge(files);
  const manifest = JSON.parse(String(files.get("manifest.json")));
  manifest.files = Object.fromEntries(
    [...files]
      .filter(([name]) => name !== "manifest.json")
      .map(([name, bytes]) => [name, { bytes: bytes.length, sha256: sumOf(bytes) }]),
  );
  for (const [name, bytes] of files) {
    const table = /^data\/(.*)\.ndjson$/.exec(name)?.[1];
    if (table) manifest.tables[table] = String(bytes).split("\n").length - 1;
  }
  files.set("manifest.json", Buffer.from(JSON.stringify(manifest)));
  return zipOf([...files]);
}

function sumOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Changes the first row of a table, or makes it. */
export function rowChanged(files: Forged, table: string, change: Record<string, unknown>): void {
  const name = `data/${table}.ndjson`;
  const [first = "{}", ...others] = String(files.get(name)).split("\n");
  files.set(name, Buffer.from([JSON.stringify({ ...JSON.parse(first || "{}"), ...change }), ...others].join("\n")));
}

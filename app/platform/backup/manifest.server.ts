import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";

const FILE = "manifest.json";

const manifest = z.object({
  format: z.literal(1),
  /** Epoch ms UTC at which the backup was begun. */
  madeAt: z.number().int(),
  engine: z.enum(["sqlite", "postgres"]),
  /** SHA-256 of each file, by its path inside the backup. */
  files: z.record(z.string(), z.string()),
});

/** What a backup holds, written beside it: without it a folder is no backup. */
export type Manifest = z.output<typeof manifest>;

/** Writes the manifest. The last thing to be written. */
export function writeManifest(folder: string, made: Manifest): void {
  writeFileSync(join(folder, FILE), `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flush: true });
}

/** Reads a backup's manifest and compares every file with it. Throws a sentence for a person. */
export async function readVerified(folder: string): Promise<Manifest> {
  const file = join(folder, FILE);
  if (!existsSync(file)) throw new Error(`${folder} is not a backup: it has no ${FILE}.`);
  const read = manifest.safeParse(JSON.parse(readFileSync(file, "utf8")));
  if (!read.success) throw new Error(`${file} is damaged, or of a newer version.`);
  for (const [path, sum] of Object.entries(read.data.files)) {
    const stands = existsSync(join(folder, path)) && (await sumOf(join(folder, path))) === sum;
    if (!stands) throw new Error(`${join(folder, path)} is missing or damaged. Use another backup.`);
  }
  return read.data;
}

/** SHA-256 of a file as hex, read in pieces. */
export async function sumOf(file: string): Promise<string> {
  const sum = createHash("sha256");
  await pipeline(createReadStream(file), sum);
  return sum.digest("hex");
}

import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";

const FILE = "manifest.json";

const manifest = z.object({
  format: z.literal(1),
  /** When the backup was begun, epoch ms UTC. */
  madeAt: z.number().int(),
  engine: z.enum(["sqlite", "postgres"]),
  files: z.record(z.string(), z.string()),
});

/** What a backup holds, written beside it: a folder without it is not a backup. */
export type Manifest = z.output<typeof manifest>;

export function writeManifest(folder: string, made: Manifest): void {
  writeFileSync(join(folder, FILE), `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flush: true });
}

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

export async function sumOf(file: string): Promise<string> {
  const sum = createHash("sha256");
  await pipeline(createReadStream(file), sum);
  return sum.digest("hex");
}

import { createReadStream } from "node:fs";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { sql } from "kysely";
import { decrypted, encryptInto } from "#app/maintenance/age.gateway.server.ts";
import { type LocalFile, sentAt } from "#app/maintenance/backup-place.ts";
import { packed, unpack } from "#app/maintenance/tar.gateway.server.ts";
import { readVerified, sumOf } from "#app/platform/backup/make-backup.server.ts";
import { openSqlite } from "#app/platform/database/open.server.ts";
import { shapesOf } from "#app/platform/database/rows.server.ts";

const SECOND = 1000;

/** A folder as one file: `tar`, compressed, and encrypted with age. */
export async function sealFolder(
  folder: string,
  { into, recipients }: { into: string; recipients: readonly string[] },
): Promise<LocalFile> {
  await encryptInto(into, { from: await packed(folder), recipients });
  return measured(into);
}

export async function sealText(
  text: string,
  { into, recipients }: { into: string; recipients: readonly string[] },
): Promise<LocalFile> {
  const plain = `${into}.plain`;
  try {
    await writeFile(plain, text, { mode: 0o600 });
    await encryptInto(into, { from: createReadStream(plain), recipients });
  } finally {
    await rm(plain, { force: true });
  }
  return measured(into);
}

/**
 * Opens a backup into a folder and checks every file of it. Throws a sentence where the key is for another backup, the
 * file was cut or changed, or another backup lies under its name.
 */
export async function openBackup(
  file: string,
  { name, identity, into }: { name: string; identity: string; into: string },
): Promise<void> {
  await mkdir(into, { recursive: true, mode: 0o700 });
  const stream = await decrypted(file, identity);
  if (stream === null) throw new Error(`These words do not open ${name}: it was made for the words of another sheet.`);
  try {
    await unpack(stream, into);
  } catch (error) {
    if ((error as { code?: string }).code === "ENOSPC") throw error;
    throw new Error(`${name} was cut short or changed after it was made. Use another backup.`);
  }
  const { madeAt } = await readVerified(into);
  if (Math.floor(madeAt / SECOND) * SECOND !== sentAt(name))
    throw new Error(
      `Another backup lies under the name ${name}: it was made on ${new Date(madeAt).toISOString()}. Use another one.`,
    );
}

export async function openText(file: string, identity: string): Promise<string> {
  const stream = await decrypted(file, identity);
  if (stream === null) throw new Error("It was made for the words of another sheet.");
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

export async function countRows(file: string): Promise<Record<string, number>> {
  const db = openSqlite(file, { journal: "delete" });
  try {
    const counts: Record<string, number> = {};
    for (const { name } of await shapesOf(db.kysely)) {
      const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`
        .execute(db.kysely)
        .then((answer) => answer.rows[0] ?? { rows: 0 });
      counts[name] = Number(rows);
    }
    return counts;
  } finally {
    await db.close();
  }
}

export async function measured(path: string): Promise<LocalFile> {
  return { path, bytes: (await stat(path)).size, sha256: await sumOf(path) };
}

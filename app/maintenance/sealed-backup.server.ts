import { createHmac } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import { z } from "zod";
import { decrypted, encryptInto } from "#app/maintenance/age.gateway.server.ts";
import { isMediaName, type LocalFile, mediaName, sentAt } from "#app/maintenance/backup-place.ts";
import { packed, unpack } from "#app/maintenance/tar.gateway.server.ts";
import { BACKUP_FILES, readVerified, sumOf } from "#app/platform/backup/make-backup.server.ts";
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

/** Which upload of a backup lies where in the storage: in the backup beside its manifest. */
const MEDIA_LIST = "media.json";
// Smaller ones cost more as a file of their own than they save.
const LEAST_MEDIA = 16 * 1024;

export type Upload = { path: string; object: string };

/**
 * Takes the uploads out of a backup: each is stored once, under a name that follows from its content and from the
 * recipient, so that the storage does not learn which picture it is. They are moved into the folder `aside`.
 */
export async function takeOutMedia(
  folder: string,
  { recipient, aside }: { recipient: string; aside: string },
): Promise<Upload[]> {
  const { files } = await readVerified(folder);
  const uploads: Upload[] = [];
  const list: Record<string, string> = {};
  await mkdir(aside, { recursive: true, mode: 0o700 });
  for (const [path, sum] of Object.entries(files)) {
    if (!path.startsWith(BACKUP_FILES) || (await stat(join(folder, path))).size < LEAST_MEDIA) continue;
    const object = mediaName(createHmac("sha256", recipient).update(sum).digest("hex"));
    list[path] = object;
    uploads.push({ path: join(aside, object), object });
    await rename(join(folder, path), join(aside, object));
  }
  await writeFile(join(folder, MEDIA_LIST), JSON.stringify(list), { mode: 0o600 });
  return uploads;
}

export async function sealFile(
  path: string,
  { into, recipients }: { into: string; recipients: readonly string[] },
): Promise<LocalFile> {
  await encryptInto(into, { from: createReadStream(path), recipients });
  return measured(into);
}

/** Opens one upload that was fetched from the storage. */
export async function openFile(file: string, { identity, into }: { identity: string; into: string }): Promise<void> {
  const stream = await decrypted(file, identity);
  if (stream === null) throw new Error("An upload was sealed for the words of another sheet.");
  await pipeline(stream, createWriteStream(into, { mode: 0o600 }));
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

type Opening = {
  name: string;
  identity: string;
  into: string;
  /** Puts one upload into a file. */
  media?: (object: string, into: string) => Promise<void>;
};

async function notFetched(object: string): Promise<void> {
  throw new Error(`The upload ${object} of this backup was not fetched.`);
}

/**
 * Opens a backup into a folder and checks every file of it. Throws a sentence where the key is for another backup, the
 * file was cut or changed, or another backup lies under its name.
 */
export async function openBackup(file: string, { name, identity, into, media = notFetched }: Opening): Promise<void> {
  await mkdir(into, { recursive: true, mode: 0o700 });
  const stream = await decrypted(file, identity);
  if (stream === null) throw new Error(`These words do not open ${name}: it was made for the words of another sheet.`);
  try {
    await unpack(stream, into);
  } catch (error) {
    if ((error as { code?: string }).code === "ENOSPC") throw error;
    throw new Error(`${name} was cut short or changed after it was made. Use another backup.`);
  }
  await bringMedia(into, media);
  const { madeAt } = await readVerified(into);
  if (Math.floor(madeAt / SECOND) * SECOND !== sentAt(name))
    throw new Error(
      `Another backup lies under the name ${name}: it was made on ${new Date(madeAt).toISOString()}. Use another one.`,
    );
}

async function bringMedia(folder: string, media: NonNullable<Opening["media"]>): Promise<void> {
  const file = join(folder, MEDIA_LIST);
  // A backup of an earlier release holds its uploads itself.
  if (!existsSync(file)) return;
  const list = z.record(z.string(), z.string()).parse(JSON.parse(await readFile(file, "utf8")));
  for (const [path, object] of Object.entries(list)) {
    const target = resolve(folder, path);
    if (!target.startsWith(resolve(folder) + sep) || !isMediaName(object))
      throw new Error("This backup names a file outside its own folder. Use another backup.");
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await media(object, target);
  }
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

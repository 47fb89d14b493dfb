import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import {
  dataFile,
  FORMAT,
  isBomb,
  isOurs,
  MANIFEST,
  type Manifest,
  MOST_FILES,
  MOST_LINE_BYTES,
  MOST_MANIFEST_BYTES,
  manifestSchema,
} from "#app/moving/archive/archive-format.ts";
import { MOVED } from "#app/moving/archive/moved-tables.ts";
import { type PackedFile, UnreadableZip, unzipped } from "#app/moving/archive/zip-js.gateway.server.ts";

/** An archive whose files are all there, as they were written. */
export type Archive = {
  manifest: Manifest;
  /** The rows of a table, not yet checked. */
  rows: (table: string) => AsyncGenerator<unknown>;
  /** A file of the media, piece by piece. */
  media: (name: string) => AsyncGenerator<Uint8Array>;
};

/** Opens an archive and compares every file with its manifest. Nothing is unpacked to the disk. */
export async function openArchive(path: string, onProgress: (file: string) => void): Promise<Archive> {
  if (!existsSync(path)) throw new UnfitArchive(`There is no file ${path}`);
  const files = await filesIn(path);
  const manifest = await readManifest(files.get(MANIFEST));
  expectFiles(files, manifest);
  for (const [name, { sha256 }] of Object.entries(manifest.files)) {
    onProgress(name);
    const hash = createHash("sha256");
    for await (const piece of contents(files.get(name))) hash.update(piece);
    if (hash.digest("hex") !== sha256) throw new UnfitArchive(`${name} is not as it was written: the file is damaged`);
  }
  return {
    manifest,
    rows: (table) => rowsIn(files.get(dataFile(table))),
    media: (name) => contents(files.get(name)),
  };
}

async function filesIn(path: string): Promise<Map<string, PackedFile>> {
  const packed = await unzipped(path).catch((error) => {
    throw error instanceof UnreadableZip ? new UnfitArchive(error.message) : error;
  });
  if (packed.length > MOST_FILES) throw new UnfitArchive("It has more files than an archive has");
  const files = new Map(packed.map((file) => [file.name, file]));
  if (files.size !== packed.length) throw new UnfitArchive("It has two files of one name");
  for (const file of packed) {
    if (!isOurs(file.name)) throw new UnfitArchive(`It has a file that no archive has: ${file.name.slice(0, 80)}`);
    if (isBomb(file)) throw new UnfitArchive(`${file.name} unpacks to more than an archive holds`);
  }
  return files;
}

async function readManifest(file: PackedFile | undefined): Promise<Manifest> {
  if (!file || file.bytes > MOST_MANIFEST_BYTES) throw new UnfitArchive("It has no manifest.json: it is no archive");
  const pieces: Uint8Array[] = [];
  for await (const piece of contents(file)) pieces.push(piece);
  const read = manifestSchema.safeParse(jsonOf(Buffer.concat(pieces).toString("utf8")));
  if (!read.success) throw new UnfitArchive("Its manifest.json is damaged, or it is no archive");
  const { format, tables } = read.data;
  const isNewer = format > FORMAT || Object.keys(tables).some((table) => !Object.hasOwn(MOVED, table));
  if (isNewer) throw new UnfitArchive("It was made by a newer Limber Yard: bring this one up to date first");
  return read.data;
}

function expectFiles(files: ReadonlyMap<string, PackedFile>, { files: named, tables }: Manifest): void {
  const missing = [...Object.keys(named), ...Object.keys(tables).map(dataFile)].find((name) => !files.has(name));
  if (missing) throw new UnfitArchive(`It lacks ${missing}: the file is not whole`);
  for (const [name, { bytes }] of files) {
    const said = name === MANIFEST ? bytes : named[name]?.bytes;
    if (said === undefined) throw new UnfitArchive(`Its manifest.json doesn't know ${name}`);
    if (said !== bytes) throw new UnfitArchive(`${name} is not as long as it was: the file is damaged`);
  }
}

/** A file, piece by piece, and never more of it than it said. */
async function* contents(file: PackedFile | undefined): AsyncGenerator<Uint8Array> {
  if (!file) throw new UnfitArchive("A file of the archive is missing");
  let left = file.bytes;
  try {
    for await (const piece of file.read()) {
      left -= piece.byteLength;
      if (left < 0) throw new UnfitArchive(`${file.name} unpacks to more than it says`);
      yield piece;
    }
  } catch (error) {
    throw error instanceof UnfitArchive ? error : new UnfitArchive(`${file.name} can't be unpacked: it is damaged`);
  }
}

async function* rowsIn(file: PackedFile | undefined): AsyncGenerator<unknown> {
  if (!file) return;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let begun = "";
  for await (const piece of contents(file)) {
    const lines = (begun + decoder.decode(piece, { stream: true })).split("\n");
    begun = lines.pop() ?? "";
    if (begun.length > MOST_LINE_BYTES) throw new UnfitArchive(`${file.name} has a line that is too long`);
    for (const line of lines) yield jsonOf(line);
  }
  if (begun) yield jsonOf(begun);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Thrown for an archive that can't be brought in; the message is for whoever typed its name. */
export class UnfitArchive extends Error {}

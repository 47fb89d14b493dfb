import { createCipheriv, randomBytes } from "node:crypto";
import { type FileHandle, open, statfs, unlink } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream, type BusboyHeaders } from "@fastify/busboy";
import type { UploadedFile } from "#app/media/uploaded-file.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { LEAST_FREE } from "#app/platform/data-folder.server.ts";
import { type Fields, fieldsFrom } from "#app/platform/form-fields.ts";
import { readFormBody, unread } from "#app/platform/http/request.server.ts";
import { newId } from "#app/platform/ids.server.ts";

const LIMITS = { fields: 20, fieldSize: 8_000, headerPairs: 20 };

/** A form with files, as sent. `file` returns null if there is none of that name. */
export type SentUpload = {
  fields: Fields;
  file: (name: string) => UploadedFile | null;
  files: (name: string) => UploadedFile[];
};

/**
 * `most`: bytes of all files together. `isSecret`: it stays in memory, where a file is sealed before it is stored; or, as
 * "sealed", on the disk, encrypted with a key that only this call has.
 */
type Taking = {
  request: Request;
  most: number;
  mostFiles?: number;
  free?: (folder: string) => Promise<number>;
  isSecret?: boolean | "sealed";
};

/**
 * Streams a form with one file into a temporary file that is gone after `use`: never into memory unless it is
 * secret, and at most `most` bytes. The rest of a larger file is only counted, and the fields after it are read. On a nearly full disk nothing is
 * taken: what is left is for bookings.
 */
export async function withUpload<Result>(
  { dataDir }: Pick<AppContext["config"], "dataDir">,
  { request, most, mostFiles = 1, free = freeBytes, isSecret = false }: Taking,
  use: (sent: SentUpload) => Promise<Result>,
): Promise<Result> {
  if (!/^multipart\//i.test(request.headers.get("content-type") ?? "")) {
    return use({ fields: fieldsFrom(await readFormBody(request)), file: () => null, files: () => [] });
  }
  if ((await free(dataDir)) < LEAST_FREE) throw new Response("The disk is nearly full.\n", { status: 507 });
  const handle = await handleFor(isSecret, most, dataDir);
  try {
    return await use(await sentIn(request, { handle, most, mostFiles, full: new AbortController() }));
  } finally {
    await handle.close();
  }
}

async function handleFor(isSecret: boolean | "sealed", most: number, dataDir: string): Promise<Handle> {
  if (isSecret === true) return inMemory(most);
  const handle = await openNameless(dataDir);
  return isSecret === "sealed" ? encrypted(handle) : handle;
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

type SentFile = {
  name: string;
  fileName: string;
  stream: BusboyFileStream;
  from: Promise<number>;
  written: Promise<number>;
};

/** What is used of a file's handle. */
type Handle = {
  write: (bytes: Uint8Array, from: number, length: number, at: number) => Promise<{ bytesWritten: number }>;
  read: (into: Uint8Array, from: number, length: number, at: number) => Promise<{ bytesRead: number }>;
  close: () => Promise<void>;
};

/** As a nameless file, for `most` bytes and what arrives with the last of them. */
function inMemory(most: number): Handle {
  let all = Buffer.alloc(0);
  return {
    write: async (bytes, from, length, at) => {
      if (at + length > all.byteLength) {
        const larger = Buffer.alloc(Math.max(at + length, Math.min(2 * all.byteLength, most)));
        all.copy(larger);
        all = larger;
      }
      all.set(bytes.subarray(from, from + length), at);
      return { bytesWritten: length };
    },
    read: async (into, from, length, at) => {
      const piece = all.subarray(at, at + length);
      into.set(piece, from);
      return { bytesRead: piece.byteLength };
    },
    close: async () => {
      all.fill(0);
    },
  };
}

const BLOCK = 16;

/** What reaches the disk is encrypted by a key that goes with this call. Each place is written once. */
function encrypted(handle: FileHandle): Handle {
  const key = randomBytes(32);
  const turned = (bytes: Uint8Array, at: number) => {
    const counter = Buffer.alloc(BLOCK);
    counter.writeUInt32BE(Math.floor(at / BLOCK), BLOCK - 4);
    const cipher = createCipheriv("aes-256-ctr", key, counter);
    cipher.update(Buffer.alloc(at % BLOCK));
    return cipher.update(bytes);
  };
  return {
    write: (bytes, from, length, at) => handle.write(turned(bytes.subarray(from, from + length), at), 0, length, at),
    read: async (into, from, length, at) => {
      const { bytesRead } = await handle.read(into, from, length, at);
      into.set(turned(into.subarray(from, from + bytesRead), at), from);
      return { bytesRead };
    },
    close: () => handle.close(),
  };
}

type Target = { handle: Handle; most: number; mostFiles: number; full: AbortController };

async function sentIn(request: Request, target: Target): Promise<SentUpload> {
  const parser = parserFor(request, target.mostFiles);
  const fields: Fields = {};
  const found: SentFile[] = [];
  parser.on("field", (name, value) => {
    if (!(name in fields)) fields[name] = value;
  });
  parser.on("file", (name, stream, fileName) => {
    // One behind the other: each begins where the one before it ended.
    const before = found.at(-1);
    const from = before ? before.written.then(async (size) => (await before.from) + size) : Promise.resolve(0);
    const written = from.then((at) => writeTo(stream, target, at));
    found.push({ name, fileName, stream, from, written });
    // Awaited below, unless the form ends in the middle.
    written.catch(() => {});
    from.catch(() => {});
  });
  const cutOff = await fed(parser, { request, signal: target.full.signal });
  if (cutOff !== null) for (const file of found) file.stream.destroy();
  target.full.signal.throwIfAborted();
  if (cutOff !== null && cutOff !== "too large") throw unread(cutOff === "too slow" ? 408 : 400);
  const all: { name: string; file: UploadedFile }[] = [];
  for (const { name, fileName, from, written } of found) {
    // A far too large file is not read to its end; what has arrived is enough to say so.
    const isCut = cutOff === "too large";
    const [at, size] = isCut ? [0, Number.POSITIVE_INFINITY] : [await from, await written];
    all.push({ name, file: fileIn(target.handle, { from: at, size, name: fileName }) });
  }
  const files = (name: string) => all.filter((one) => one.name === name).map(({ file }) => file);
  return { fields, files, file: (name) => files(name)[0] ?? null };
}

function parserFor(request: Request, mostFiles: number) {
  const headers: BusboyHeaders = { "content-type": request.headers.get("content-type") ?? "" };
  try {
    const limits = { ...LIMITS, files: mostFiles, parts: LIMITS.fields + mostFiles };
    return new Busboy({ headers, limits });
  } catch {
    throw unread(/^multipart\/form-data\s*(;|$)/i.test(headers["content-type"]) ? 400 : 415);
  }
}

/** Null if the form came to its end, else why it did not. */
async function fed(
  parser: ReturnType<typeof parserFor>,
  { request, signal }: { request: Request; signal: AbortSignal },
): Promise<unknown> {
  try {
    if (!request.body) return "broken";
    await pipeline(Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]), parser, { signal });
    return null;
  } catch (error) {
    return (error as Error).cause ?? "broken";
  }
}

async function writeTo(stream: BusboyFileStream, { handle, most, full }: Target, from: number): Promise<number> {
  let size = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    // A full disk must end the reading too, or nothing would.
    if (from + size <= most) await writeAll(handle, from + size, piece).catch((error) => full.abort(error));
    if (full.signal.aborted) break;
    size += piece.byteLength;
  }
  return size;
}

function fileIn(handle: Handle, { from, size, name }: { from: number; size: number; name: string }): UploadedFile {
  return {
    name,
    size,
    read: async (at, length) => {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - at)));
      const { bytesRead } = await handle.read(bytes, 0, bytes.byteLength, from + at);
      return bytes.subarray(0, bytesRead);
    },
    write: (at, bytes) => writeAll(handle, from + at, bytes),
  };
}

async function writeAll(handle: Handle, at: number, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.byteLength; ) {
    written += (await handle.write(bytes, written, bytes.byteLength - written, at + written)).bytesWritten;
  }
}

// Beside the database, because /tmp may be memory. Unlinked at once, it goes with the process however that ends.
async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `upload-${newId()}`);
  const handle = await open(path, "wx+", 0o600);
  await unlink(path);
  return handle;
}

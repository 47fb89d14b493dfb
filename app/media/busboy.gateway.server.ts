import { type FileHandle, open, statfs, unlink } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream, type BusboyHeaders } from "@fastify/busboy";
import type { UploadedFile } from "#app/media/uploaded-file.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { LEAST_FREE } from "#app/platform/data-folder.server.ts";
import { type Fields, fieldsFrom } from "#app/platform/form-fields.ts";
import { readFormBody, unread } from "#app/platform/http/read-body.server.ts";
import { newId } from "#app/platform/ids.server.ts";

const LIMITS = { files: 1, fields: 20, parts: 21, fieldSize: 8_000, headerPairs: 20 };

/** A form with a file, as sent. `file` returns null if there is none of that name. */
export type SentUpload = { fields: Fields; file: (name: string) => UploadedFile | null };

/** `isSecret`: it stays in memory, where a file is sealed before it is stored. */
type Taking = {
  request: Request;
  most: number;
  free?: (folder: string) => Promise<number>;
  isSecret?: boolean;
};

/**
 * Streams a form with one file into a temporary file that is gone after `use`: never into memory unless it is
 * secret, and at most `most` bytes. The rest of a larger file is only counted, and the fields after it are read. On a nearly full disk nothing is
 * taken: what is left is for bookings.
 */
export async function withUpload<Result>(
  { dataDir }: Pick<AppContext["config"], "dataDir">,
  { request, most, free = freeBytes, isSecret = false }: Taking,
  use: (sent: SentUpload) => Promise<Result>,
): Promise<Result> {
  if (!/^multipart\//i.test(request.headers.get("content-type") ?? "")) {
    return use({ fields: fieldsFrom(await readFormBody(request)), file: () => null });
  }
  if ((await free(dataDir)) < LEAST_FREE) throw new Response("The disk is nearly full.\n", { status: 507 });
  const handle = isSecret ? inMemory(most) : await openNameless(dataDir);
  try {
    return await use(await sentIn(request, { handle, most, full: new AbortController() }));
  } finally {
    await handle.close();
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

type SentFile = { name: string; fileName: string; stream: BusboyFileStream; written: Promise<number> };

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

type Target = { handle: Handle; most: number; full: AbortController };

async function sentIn(request: Request, target: Target): Promise<SentUpload> {
  const parser = parserFor(request);
  const fields: Fields = {};
  let found: SentFile | null = null;
  parser.on("field", (name, value) => {
    if (!(name in fields)) fields[name] = value;
  });
  parser.on("file", (name, stream, fileName) => {
    found = { name, fileName, stream, written: writeTo(stream, target) };
    // Awaited below, unless the form ends in the middle.
    found.written.catch(() => {});
  });
  const cutOff = await fed(parser, { request, signal: target.full.signal });
  const file = found as SentFile | null;
  if (cutOff !== null) file?.stream.destroy();
  target.full.signal.throwIfAborted();
  if (cutOff !== null && cutOff !== "too large") throw unread(cutOff === "too slow" ? 408 : 400);
  // A far too large file is not read to its end; what has arrived is enough to say so.
  const size = cutOff === "too large" ? Number.POSITIVE_INFINITY : await file?.written;
  return {
    fields,
    file: (name) => (file?.name === name ? fileIn(target.handle, { size: size ?? 0, name: file.fileName }) : null),
  };
}

function parserFor(request: Request) {
  const headers: BusboyHeaders = { "content-type": request.headers.get("content-type") ?? "" };
  try {
    return new Busboy({ headers, limits: LIMITS });
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

async function writeTo(stream: BusboyFileStream, { handle, most, full }: Target): Promise<number> {
  let size = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    // A full disk must end the reading too, or nothing would.
    if (size <= most) await writeAll(handle, size, piece).catch((error) => full.abort(error));
    if (full.signal.aborted) break;
    size += piece.byteLength;
  }
  return size;
}

function fileIn(handle: Handle, { size, name }: { size: number; name: string }): UploadedFile {
  return {
    name,
    size,
    read: async (at, length) => {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - at)));
      const { bytesRead } = await handle.read(bytes, 0, bytes.byteLength, at);
      return bytes.subarray(0, bytesRead);
    },
    write: (at, bytes) => writeAll(handle, at, bytes),
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

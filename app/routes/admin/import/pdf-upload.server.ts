import type { Incoming } from "#app/health/moving/file-imports.server.ts";
import { MOST_FILES } from "#app/health/moving/match-files.ts";
import { MOST_PAPER_BYTES, readPaper } from "#app/media/paper.server.ts";
import type { UploadedFile } from "#app/media/uploaded-file.ts";
import { type PackedFile, UnreadableZip, unzippedFrom } from "#app/moving/archive/zip-js.gateway.server.ts";

const MB = 1024 * 1024;
/** All that is sent at once, and what comes out of its ZIPs. */
export const MOST_SENT = 30 * MB;
const MOST_UNPACKED = 100 * MB;
const LONGEST_PATH = 300;

/** What was sent, one file at a time; a ZIP as what is in it. A sentence: nothing of it is taken, and why. */
export async function* filesIn(sent: readonly UploadedFile[]): AsyncGenerator<Incoming | string> {
  const real = sent.filter(({ size, name }) => size > 0 || name !== "");
  if (real.reduce((sum, { size }) => sum + size, 0) > MOST_SENT) {
    yield "Choose 30 MB or less at once.";
    return;
  }
  const left = { files: MOST_FILES, bytes: MOST_UNPACKED };
  for (const file of real) {
    const name = cleaned(file.name.replace(/^.*[\\/]/, "")) || "Unnamed file";
    if (isZip(await file.read(0, 4))) yield* unpacked({ ...file, name }, left);
    else if (--left.files < 0) yield TOO_MANY;
    else yield { path: name, content: await contentOf(file) };
  }
}

const TOO_MANY = `Choose ${MOST_FILES} files or fewer at once.`;

type Left = { files: number; bytes: number };

async function* unpacked(zip: UploadedFile, left: Left): AsyncGenerator<Incoming | string> {
  const entries = await unzippedFrom(zip).catch((error) => {
    if (error instanceof UnreadableZip) return null;
    throw error;
  });
  if (!entries) return yield `${zip.name} is damaged, or no ZIP. Make it again.`;
  const files = entries.filter(({ name, isFolder }) => !isFolder && !/(^|\/)(__MACOSX\/|\.DS_Store$|\._)/.test(name));
  const odd = files.find(({ name }) => isOutside(name));
  if (odd) return yield `${zip.name} holds a file that points outside of it: ${cleaned(odd.name)}.`;
  if (files.some(({ isEncrypted }) => isEncrypted))
    return yield `${zip.name} has a password. Make it again without one.`;
  left.files -= files.length;
  if (left.files < 0) return yield TOO_MANY;
  for (const entry of files) {
    const path = cleaned(entry.name);
    const bytes = await bytesOf(entry);
    left.bytes -= bytes instanceof Uint8Array ? bytes.byteLength : MOST_PAPER_BYTES;
    if (left.bytes < 0) return yield `${zip.name} unpacks to more than 100 MB. Send it in parts.`;
    if (bytes === "damaged") return yield `${zip.name} is damaged at ${path}. Make it again.`;
    if (!bytes) yield { path, content: "larger than 10 MB" };
    else if (isZip(bytes)) yield { path, content: "a ZIP inside a ZIP. Send it on its own" };
    else yield { path, content: await contentOf(inMemory(path, bytes)) };
  }
}

/** Null: it is too large, whatever the ZIP says of its size. */
async function bytesOf(entry: PackedFile): Promise<Uint8Array<ArrayBuffer> | "damaged" | null> {
  if (entry.bytes > MOST_PAPER_BYTES) return null;
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of entry.read()) {
      size += piece.byteLength;
      if (size > MOST_PAPER_BYTES) return null;
      pieces.push(piece);
    }
  } catch {
    return "damaged";
  }
  return new Uint8Array(Buffer.concat(pieces));
}

async function contentOf(file: UploadedFile): Promise<Incoming["content"]> {
  if (file.size === 0) return "empty";
  if (file.size > MOST_PAPER_BYTES) return "larger than 10 MB";
  const content = await readPaper(file);
  return typeof content === "string" ? "not a PDF, JPEG, PNG, WebP or AVIF file that can be read" : content;
}

function inMemory(name: string, bytes: Uint8Array<ArrayBuffer>): UploadedFile {
  const read = async (at: number, length: number) => bytes.subarray(at, at + length);
  return { name, size: bytes.byteLength, read, write: async () => undefined };
}

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

function isOutside(name: string): boolean {
  return /^([\\/]|[a-z]:)/i.test(name) || /(^|[\\/])\.\.([\\/]|$)/.test(name) || name.includes("\0");
}

function cleaned(path: string): string {
  return path
    .replaceAll("\\", "/")
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, "")
    .slice(-LONGEST_PATH)
    .trim();
}

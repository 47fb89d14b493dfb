import { openAsBlob } from "node:fs";
import type { FileEntry } from "@zip.js/zip.js";

async function loadZip() {
  const zip = await import("@zip.js/zip.js");
  zip.configure({ useWebWorkers: false });
  return zip;
}

/** One file of an archive. `isPacked`: it is compressed already. */
export type ArchiveFile = { name: string; pieces: AsyncGenerator<Uint8Array>; isPacked: boolean };

/** One file of an archive that is read. Sizes in bytes; `packed`: in the archive. */
export type PackedFile = {
  name: string;
  bytes: number;
  packed: number;
  isEncrypted: boolean;
  isFolder: boolean;
  read: () => ReadableStream<Uint8Array>;
};

/** Thrown for a file that is no ZIP, or a damaged one. */
export class UnreadableZip extends Error {}

const STALLED = 120_000;

/**
 * The files as one ZIP, each read only as fast as the last piece is taken. Whoever cancels it ends the reading.
 * `at`: the time of all files, epoch ms. `key`: seals what is in them by AES-256 (WinZip's AE-2), though not their names.
 */
export function zipped(
  files: AsyncGenerator<ArchiveFile>,
  { at, key }: { at: number; key?: string },
): ReadableStream<Uint8Array> {
  const valve = makeValve();
  const write = async () => {
    const { ZipWriter } = await loadZip();
    const zip = new ZipWriter(valve.into, {
      ...{ lastModDate: new Date(at), extendedTimestamp: false },
      ...(key !== undefined && { password: key, encryptionStrength: 3 as const }),
    });
    for await (const { name, pieces, isPacked } of files) {
      try {
        await zip.add(name, streamOf(pieces), { level: isPacked ? 0 : 6 });
      } finally {
        await pieces.return(undefined);
      }
    }
    await zip.close();
  };
  write().then(valve.end, async (error) => {
    valve.fail(error);
    await files.return(undefined).catch(() => undefined);
  });
  return valve.out;
}

function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

/** A stream whose writer waits for its reader, and hears when the reader has gone or takes nothing any more. */
function makeValve() {
  let taken = () => {};
  let gone: Error | null = null;
  const nextTake = () =>
    new Promise<void>((resolve) => {
      const stalled = setTimeout(() => {
        gone = new Error("Nobody has read on for two minutes");
        sink.error(gone);
        resolve();
      }, STALLED);
      taken = () => {
        clearTimeout(stalled);
        resolve();
      };
    });
  let sink: ReadableStreamDefaultController<Uint8Array>;
  const out = new ReadableStream<Uint8Array>({
    start(controller) {
      sink = controller;
    },
    pull: () => taken(),
    cancel() {
      gone = new Error("The archive is no longer read");
      taken();
    },
  });
  const into = new WritableStream<Uint8Array>({
    async write(piece) {
      if (gone) throw gone;
      sink.enqueue(piece);
      if ((sink.desiredSize ?? 0) > 0) return;
      await nextTake();
      if (gone) throw gone;
    },
  });
  return {
    out,
    into,
    end: () => sink.close(),
    fail: (error: unknown) => {
      if (!gone) sink.error(error);
    },
  };
}

/** The files that a ZIP on the disk names; their contents are read when asked for. */
export async function unzipped(path: string): Promise<PackedFile[]> {
  const { BlobReader, ZipReader } = await loadZip();
  try {
    const zip = new ZipReader(new BlobReader(await openAsBlob(path)), { checkOverlappingEntry: true });
    const entries = await zip.getEntries();
    return entries.map((entry) => packedFile(entry as FileEntry));
  } catch {
    throw new UnreadableZip("This file is no archive, or it is damaged");
  }
}

type Source = { size: number; read: (at: number, length: number) => Promise<Uint8Array<ArrayBuffer>> };

/** The same of a ZIP that stands somewhere else, read piece by piece. */
export async function unzippedFrom({ size, read }: Source): Promise<PackedFile[]> {
  const { Reader, ZipReader } = await loadZip();
  class Pieces extends Reader<Source> {
    override size = size;
    override readUint8Array(at: number, length: number) {
      return read(at, length);
    }
  }
  try {
    const zip = new ZipReader(new Pieces({ size, read }), { checkOverlappingEntry: true });
    return (await zip.getEntries()).map((entry) => packedFile(entry as FileEntry));
  } catch {
    throw new UnreadableZip("This file is no archive, or it is damaged");
  }
}

function packedFile(entry: FileEntry): PackedFile {
  const { filename: name, uncompressedSize: bytes, compressedSize: packed } = entry;
  return {
    name,
    bytes,
    packed,
    isEncrypted: entry.encrypted,
    isFolder: entry.directory as boolean,
    read: () => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      entry.getData(writable, { checkSignature: true }).catch((error) => writable.abort(error).catch(() => undefined));
      return readable;
    },
  };
}

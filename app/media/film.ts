export type FilmFormat = "mp4" | "webm";

/** An uploaded film. It never changes, so its address always means the same film. */
export type FilmFile = { id: string; format: FilmFormat };

export function filmAddress({ id, format }: FilmFile): string {
  return `/media/${id}.${format}`;
}

export function filmType({ format }: Pick<FilmFile, "format">): `video/${FilmFormat}` {
  return `video/${format}`;
}

export function filmAt(file: string): FilmFile | null {
  const match = /^([0-9a-f-]{36})\.(mp4|webm)$/.exec(file);
  return match ? { id: match[1] as string, format: match[2] as FilmFormat } : null;
}

// The brands of MP4, without "qt  " (QuickTime) and pictures in the same container (avif, heic).
const MP4_BRAND = /^(iso[m\d]|mp4[12]|avc1|dash|cmf\w|MSNV|M4V[ HP])$/;
const EBML = "\x1a\x45\xdf\xa3";
const SEGMENT = "\x18\x53\x80\x67";

/** A film's format by its first bytes, or null if we don't accept it. Its name and declared type can't be trusted. */
export function filmFormatOf(bytes: Uint8Array): FilmFormat | null {
  const start = String.fromCharCode(...bytes.subarray(0, 96));
  if (start.slice(4, 8) === "ftyp") return MP4_BRAND.test(start.slice(8, 12)) ? "mp4" : null;
  // Matroska starts in the same way but names another document type.
  const isWebm = start.startsWith(EBML) && start.includes("\x42\x82\x84webm") && start.includes(SEGMENT);
  return isWebm ? "webm" : null;
}

/** Reads this many bytes of a file from an offset. */
type ReadPiece = (at: number, length: number) => Promise<Uint8Array>;
/** A box of an MP4 file: where it begins, where its content begins, and where it ends. */
type Box = { type: string; at: number; from: number; to: number };
type Span = { from: number; to: number };

/** Boxes that say where, when, by whom and with what a film was made. Players don't need them. */
const METADATA = new Set(["udta", "meta", "uuid"]);
/** Where those boxes occur, by depth; elsewhere they would not be the film's own. */
const CONTAINERS: readonly (string | null)[] = ["moov", "trak", null];
/** A two-minute film in fragments of one picture each has a third of these. */
const MOST_BOXES = 20_000;

/** Whether this is a complete MP4 film: its boxes fill the file, and both the film and its index exist. */
export async function isWholeMp4(read: ReadPiece, size: number): Promise<boolean> {
  const types = (await boxesIn(read, { from: 0, to: size }))?.map(({ type }) => type) ?? [];
  return types[0] === "ftyp" && types.includes("moov") && (types.includes("mdat") || types.includes("moof"));
}

/**
 * Where a phone wrote metadata, such as the place. Overwritten as free space of the same size, so that the film's
 * index stays valid.
 */
export async function metadataIn(read: ReadPiece, size: number): Promise<Box[]> {
  return metadataWithin(read, { from: 0, to: size }, 0);
}

export const FREE = Uint8Array.from("free", (letter) => letter.charCodeAt(0));

async function metadataWithin(read: ReadPiece, within: Span, depth: number): Promise<Box[]> {
  const found: Box[] = [];
  for (const box of (await boxesIn(read, within)) ?? []) {
    if (METADATA.has(box.type)) found.push(box);
    else if (box.type === CONTAINERS[depth]) found.push(...(await metadataWithin(read, box, depth + 1)));
  }
  return found;
}

/** The boxes in this part of a file, or null if their sizes don't add up. */
async function boxesIn(read: ReadPiece, { from, to }: Span): Promise<Box[] | null> {
  const boxes: Box[] = [];
  for (let at = from; at < to; ) {
    const head = await read(at, Math.min(16, to - at));
    if (head.byteLength < 8 || boxes.length === MOST_BOXES) return null;
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
    const type = String.fromCharCode(...head.subarray(4, 8));
    const short = view.getUint32(0);
    // 1: a 64-bit size follows the type. 0: the box extends to the end.
    const header = short === 1 ? 16 : 8;
    if (head.byteLength < header) return null;
    const size = short === 1 ? Number(view.getBigUint64(8)) : short === 0 ? to - at : short;
    if (size < header || at + size > to) return null;
    boxes.push({ type, at, from: at + header, to: at + size });
    at += size;
  }
  return boxes;
}

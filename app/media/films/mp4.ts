/** A box of an MP4 file: where it begins, where its content begins, and where it ends. */
type Box = { type: string; at: number; from: number; to: number };
type Span = { from: number; to: number };

/** Boxes that say where, when and with what a film was made, and by whom. Players do without them. */
const TALKATIVE = new Set(["udta", "meta", "uuid"]);
/** Boxes in which those are found. */
const WITH_PARTS = new Set(["moov", "trak"]);

/** Whether this is a whole MP4 film: its boxes fill it to the end, and both the film and its table are there. */
export function isWholeMp4(bytes: Uint8Array): boolean {
  const types = boxesIn(bytes, { from: 0, to: bytes.byteLength })?.map(({ type }) => type) ?? [];
  return types[0] === "ftyp" && types.includes("moov") && (types.includes("mdat") || types.includes("moof"));
}

/**
 * The film without what a phone wrote into it, such as the place. Those boxes become free space of the same size, so
 * that everything else stays where the film's table says it is.
 */
export function withoutRemarks(bytes: Uint8Array): Uint8Array {
  const quiet = new Uint8Array(bytes);
  blank(quiet, { from: 0, to: quiet.byteLength });
  return quiet;
}

function blank(bytes: Uint8Array, within: Span): void {
  for (const { type, at, from, to } of boxesIn(bytes, within) ?? []) {
    if (WITH_PARTS.has(type)) blank(bytes, { from, to });
    if (!TALKATIVE.has(type)) continue;
    bytes.set([0x66, 0x72, 0x65, 0x65], at + 4); // "free"
    bytes.fill(0, from, to);
  }
}

/** The boxes in this part of a file, or null where their sizes don't add up. */
function boxesIn(bytes: Uint8Array, { from, to }: Span): Box[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const boxes: Box[] = [];
  for (let at = from; at < to; ) {
    if (to - at < 8) return null;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const short = view.getUint32(at);
    // 1: the size stands after the type, in 64 bits. 0: the box goes on to the end.
    const header = short === 1 ? 16 : 8;
    if (to - at < header) return null;
    const size = short === 1 ? Number(view.getBigUint64(at + 8)) : short === 0 ? to - at : short;
    if (size < header || at + size > to) return null;
    boxes.push({ type, at, from: at + header, to: at + size });
    at += size;
  }
  return boxes;
}

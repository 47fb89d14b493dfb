import { readFileSync } from "node:fs";

export const WEBM = readFileSync(new URL("./two-seconds.webm", import.meta.url));

export function box(type: string, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.byteLength + 8);
  return Buffer.concat([size, Buffer.from(type, "latin1"), body]);
}

// A length that divides no stored part, so that parts in the wrong order would show.
const PATTERN = Buffer.from(Array.from({ length: 251 }, (_, at) => at));
const PLACE = Buffer.from("+54.0000-001.5000/ Spy phone");

/** A formally valid MP4 file with this many bytes of film, and a place of recording in every field for it. */
export function mp4(bytes = 1000): Buffer {
  const remarks = [box("udta", PLACE), box("meta", PLACE)];
  const track = box("trak", box("tkhd", Buffer.alloc(84)), ...remarks);
  const table = box("moov", box("mvhd", Buffer.alloc(100)), track, ...remarks);
  const content = box("mdat", Buffer.alloc(bytes, PATTERN));
  return Buffer.concat([box("ftyp", Buffer.from("isom\0\0\x02\0isomavc1")), table, box("uuid", PLACE), content]);
}

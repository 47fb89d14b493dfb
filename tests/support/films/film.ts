import { readFileSync } from "node:fs";

/** Two seconds of a test card, 64 by 36 pixels, that a browser plays. */
export const WEBM = readFileSync(new URL("./two-seconds.webm", import.meta.url));

/** A box of an MP4 file. */
export function box(type: string, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.byteLength + 8);
  return Buffer.concat([size, Buffer.from(type, "latin1"), body]);
}

// Of a length that no part of a stored film has, so that parts in a wrong order would show.
const PATTERN = Buffer.from(Array.from({ length: 251 }, (_, at) => at));
const PLACE = Buffer.from("+54.0000-001.5000/ Spy phone");

/** An MP4 file in form, with so many bytes of film, and the place where it was made in all the corners for it. */
export function mp4(bytes = 1000): Buffer {
  const remarks = [box("udta", PLACE), box("meta", PLACE)];
  const track = box("trak", box("tkhd", Buffer.alloc(84)), ...remarks);
  const table = box("moov", box("mvhd", Buffer.alloc(100)), track, ...remarks);
  const content = box("mdat", Buffer.alloc(bytes, PATTERN));
  return Buffer.concat([box("ftyp", Buffer.from("isom\0\0\x02\0isomavc1")), table, box("uuid", PLACE), content]);
}

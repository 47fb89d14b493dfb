import { crc32, deflateSync } from "node:zlib";

export const OWNER = "/admin/media?list=services&id=demo-deep-tissue-massage";
const MB = 1024 * 1024;
const LOGO = "/admin/settings/look/logo";
const svg = (inner: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inner}</svg>`);
const csv = (rows: string) => Buffer.from(`Name,Email\n${rows}`);

/** `kind`: of an import. */
type TiringFile = { what: string; path: string; bytes: Uint8Array; kind: string };

/** Every address that takes a file, with the most tiring ones that it takes. */
export const TIRING_FILES: readonly TiringFile[] = [
  { what: "clients of empty lines", path: "/admin/import", bytes: csv("\n".repeat(9 * MB)), kind: "clients" },
  { what: "clients of empty cells", path: "/admin/import", bytes: csv(",\n".repeat(4 * MB)), kind: "clients" },
  { what: "clients of one letter", path: "/admin/import", bytes: csv("a\n".repeat(49_000)), kind: "clients" },
  { what: "appointments of commas", path: "/admin/import", bytes: csv(",".repeat(9 * MB)), kind: "appointments" },
  {
    what: "appointments in quotation marks",
    path: "/admin/import",
    bytes: csv('""\n'.repeat(3 * MB)),
    kind: "appointments",
  },
  { what: "a picture of 49 megapixels", path: OWNER, bytes: bomb(7_000, 7_000), kind: "" },
  { what: "a picture for a place", path: "/admin/settings/pictures/home", bytes: bomb(7_000, 7_000), kind: "" },
  { what: "a logo of ten thousand paths", path: LOGO, bytes: svg('<path d="M0 0"/>'.repeat(10_000)), kind: "" },
  {
    what: "a logo of selectors",
    path: LOGO,
    bytes: svg(`<style>${".a,".repeat(60_000)}</style><path d="M0 0"/>`),
    kind: "",
  },
  {
    what: "a logo with gaps",
    path: LOGO,
    bytes: svg(`<path d="M0 0" transform="${"scale() ".repeat(60)}x"/>`),
    kind: "",
  },
  { what: "a film of empty boxes", path: "/admin/settings/videos/1", bytes: film(20_000), kind: "" },
];

/** An MP4 film whose boxes are empty. */
function film(boxes: number): Buffer {
  const box = Buffer.from([0, 0, 0, 8, ...Buffer.from("free")]);
  const head = Buffer.from([0, 0, 0, 16, ...Buffer.from("ftypisom"), 0, 0, 0, 0]);
  return Buffer.concat([head, ...Array.from({ length: boxes }, () => box)]);
}

/** A PNG of this size in one grey, as small as deflate makes it. */
export function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(Math.min(20_000_000, Math.ceil(width / 8 + 1) * height)));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

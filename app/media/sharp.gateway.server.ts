import { existsSync } from "node:fs";
import { join } from "node:path";
import type { OutputInfo } from "sharp";
import { ICON_SIDES } from "#app/media/logo.ts";
import { type PictureKind, widthsOf } from "#app/media/picture.ts";

const MOST_PIXELS = 50_000_000;
const QUALITY = 80;

export type Drawn = { width: number; height: number; files: { width: number; bytes: Uint8Array }[] };

let library: Promise<Awaited<ReturnType<typeof readLibrary>>> | null = null;

/** Loaded for the first picture, with its 18 MB of native code (decisions/0632). */
function loadSharp() {
  library ??= readLibrary();
  return library;
}

async function readLibrary() {
  const { default: sharp } = await import("sharp");
  // One picture at a time and no cache: this process has visitors to serve.
  sharp.concurrency(1);
  sharp.cache(false);
  // The first bytes were checked before; this keeps the library's other parsers out of reach.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    // SVG only for the practice's logo, which was drawn anew as plain shapes before it was stored (decisions/0358).
    operation: [
      "VipsForeignLoadJpeg",
      "VipsForeignLoadPng",
      "VipsForeignLoadWebp",
      "VipsForeignLoadHeif",
      "VipsForeignLoadSvg",
    ],
  });
  return sharp;
}

/**
 * Draws an upload anew, upright, without metadata, in each width. Null: it is damaged, has too many pixels, or is not
 * what its first bytes say.
 */
export async function draw(bytes: Uint8Array, kind: PictureKind): Promise<Drawn | null> {
  try {
    const { format } = await (await open(bytes)).metadata();
    if (format !== (kind === "avif" ? "heif" : kind)) return null;
    // Decoded and turned upright once; the widths are made from these pixels.
    const { data, info } = await (await open(bytes))
      .rotate()
      .resize({ width: 1600, withoutEnlargement: true })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    const files: Drawn["files"] = [];
    for (const width of widthsOf(info)) files.push({ width, bytes: await webp(data, info, width) });
    return { width: info.width, height: info.height, files };
  } catch {
    return null;
  }
}

const WIDEST_OF_RECORD = 2400;

/** As `draw`, once and large enough to read a scanned letter. */
export async function drawForRecord(
  bytes: Uint8Array,
  kind: PictureKind,
): Promise<{ bytes: Uint8Array; width: number; height: number } | null> {
  try {
    const { format } = await (await open(bytes)).metadata();
    if (format !== (kind === "avif" ? "heif" : kind)) return null;
    const { data, info } = await (await open(bytes))
      .rotate()
      .resize({ width: WIDEST_OF_RECORD, height: WIDEST_OF_RECORD, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch {
    return null;
  }
}

const LARGEST_LOGO = { width: 800, height: 400 };
// The light theme's paper: app/ui/styles/theme.css.
const PAPER = "#f4f1ea";

export type DrawnLogo = {
  width: number;
  height: number;
  bytes: Uint8Array;
  icons: { width: number; bytes: Uint8Array }[];
};

/** A PNG drawn anew without metadata, and square icons of it on paper. Null as in `draw`. */
export async function drawLogo(bytes: Uint8Array): Promise<DrawnLogo | null> {
  try {
    const { format } = await (await open(bytes)).metadata();
    if (format !== "png") return null;
    const { data, info } = await (await open(bytes))
      .resize({ ...LARGEST_LOGO, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true });
    const icons: DrawnLogo["icons"] = [];
    for (const side of ICON_SIDES) icons.push({ width: side, bytes: await icon(data, side) });
    return { width: info.width, height: info.height, bytes: data, icons };
  } catch {
    return null;
  }
}

/** A square icon of a stored logo. `margin`: of paper around it, as a share of the side. */
export async function drawAppIcon(logo: Uint8Array, { side, margin }: { side: number; margin: number }) {
  const small = (await open(logo)).resize({ width: side, height: side, fit: "inside" });
  return icon(await small.png().toBuffer(), side, margin);
}

const BOTTLE = "#164a3c";
const LETTER_FONT = join(process.cwd(), "app", "ui", "fonts", "bricolage-grotesque.woff2");

/** The icon of a practice that has no logo: a letter of its name, or the plain ground where nothing draws it. */
export async function drawLetterIcon(letter: string, { side, margin }: { side: number; margin: number }) {
  const sharp = await loadSharp();
  const ground = sharp({ create: { width: side, height: side, channels: 3, background: BOTTLE } });
  const drawn = letter && (await drawLetter(letter, Math.round(side * (0.85 - 2 * margin))).catch(() => null));
  const drawing = drawn ? ground.composite([{ input: drawn, gravity: "centre" }]) : ground;
  return drawing.png({ compressionLevel: 9 }).toBuffer();
}

async function drawLetter(letter: string, height: number): Promise<Buffer> {
  const sharp = await loadSharp();
  const fontfile = existsSync(LETTER_FONT) ? { fontfile: LETTER_FONT } : {};
  const text = { text: `<span foreground="#fcfaf6">${letter}</span>`, font: "Bricolage Grotesque Bold", ...fontfile };
  return sharp({ text: { ...text, dpi: 600, rgba: true } })
    .resize({ height, width: height, fit: "inside" })
    .png()
    .toBuffer();
}

async function icon(png: Buffer, side: number, share = 1 / 8): Promise<Uint8Array> {
  const margin = Math.round(side * share);
  const inner = side - 2 * margin;
  return (await open(png))
    .resize({ width: inner, height: inner, fit: "contain", background: PAPER })
    .flatten({ background: PAPER })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: PAPER })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

async function open(bytes: Uint8Array) {
  const sharp = await loadSharp();
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error", pages: 1, unlimited: false });
}

async function webp(pixels: Buffer, { width, height, channels }: OutputInfo, targetWidth: number): Promise<Uint8Array> {
  const sharp = await loadSharp();
  return sharp(pixels, { raw: { width, height, channels } })
    .resize({ width: targetWidth })
    .webp({ quality: QUALITY })
    .toBuffer();
}

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** `right`: at the end of the same line. `rule`: a line above. Sizes in points. */
export type PdfLine = { text: string; right?: string; size?: number; rule?: boolean };

type Page = {
  title: string /** Epoch ms: the same paper is the same file, byte for byte. */;
  at: number;
  lines: readonly PdfLine[];
};

const MARGIN = 56;
const SIZE = 11;
// What the first font has; the other has the letters of the rest of Europe.
const LATIN = /[ -\u00ff\u2013\u2014\u2018-\u201e\u2022\u2026\u20ac\u2212]+/;
const RUNS = new RegExp(`(${LATIN.source})`);

/** Writes an A4 page, or as many as it takes. */
export async function writePdf({ title, at, lines }: Page): Promise<Uint8Array<ArrayBuffer>> {
  const { default: PDFDocument } = await import("pdfkit");
  const text = lines.map((line) => line.text + (line.right ?? "")).join("");
  const info = { Title: title, CreationDate: new Date(at), Producer: "", Creator: "" };
  const doc = new PDFDocument({ size: "A4", margin: MARGIN, info, lang: "en-GB", displayTitle: true });
  const pieces: Uint8Array[] = [];
  doc.on("data", (piece: Uint8Array) => pieces.push(piece));
  const ended = new Promise<void>((resolve) => doc.on("end", resolve));
  doc.registerFont("latin", await fontOf("latin", text));
  doc.registerFont("other", await fontOf("latin-ext", text));
  const width = doc.page.width - 2 * MARGIN;
  for (const { text: left, right = "", size = SIZE, rule = false } of lines) {
    if (rule)
      doc
        .moveTo(MARGIN, doc.y)
        .lineTo(MARGIN + width, doc.y)
        .lineWidth(0.5)
        .stroke()
        .moveDown(0.4);
    doc.fontSize(size).font("latin");
    const amount = right === "" ? 0 : doc.widthOfString(right) + 12;
    const top = doc.y;
    const before = doc.bufferedPageRange().count;
    write(doc, left, { x: MARGIN, y: top, width: width - amount });
    const bottom = doc.y;
    if (right !== "") {
      const isSame = doc.bufferedPageRange().count === before;
      write(doc, right, { x: MARGIN, y: isSame ? top : bottom - size * 1.4, width, align: "right" });
      doc.y = Math.max(bottom, doc.y);
    }
    doc.moveDown(0.35);
  }
  doc.end();
  await ended;
  return new Uint8Array(Buffer.concat(pieces));
}

/** What a voucher says. `facts`: the practice's name and where it is. */
export type VoucherPage = {
  /** Path data of the ring that stands beside the words. */
  ring: string;
  at: number;
  practice: string;
  title: string;
  amount: string;
  recipient: string;
  from: string;
  message: string;
  code: string;
  until: string;
  use: string;
  facts: readonly string[];
};

const A5_LANDSCAPE: [number, number] = [595.28, 419.53];
const [INK, ACCENT] = ["#15302a", "#b33e14"];
const EDGE = 34;
/** How wide words may be: the rings stand beside them. */
const COLUMN = 320;
// Rings round one place, the third of them pressed.
const RINGS = [0.76, 0.63, 0.5, 0.38, 0.27, 0.17];
const PRESSED = 2;
const RING_MIDDLE = { x: 806, y: 240 };

/** Writes a voucher on half an A4 page: words, and our rings beside them. */
export async function writeVoucher({ at, ring, practice, ...voucher }: VoucherPage): Promise<Uint8Array<ArrayBuffer>> {
  const { default: PDFDocument } = await import("pdfkit");
  const { title, amount, recipient, from, message, code, until, use, facts } = voucher;
  const people = [recipient && `For ${recipient}`, from && `From ${from}`].filter(Boolean);
  const text = [practice, title, amount, ...people, message, code, until, use, ...facts, TITLE, LABEL, BETWEEN].join(
    "",
  );
  const info = { Title: title, CreationDate: new Date(at), Producer: "", Creator: "" };
  const doc = new PDFDocument({ size: A5_LANDSCAPE, margin: EDGE, info, lang: "en-GB", displayTitle: true });
  const pieces: Uint8Array[] = [];
  doc.on("data", (piece: Uint8Array) => pieces.push(piece));
  const ended = new Promise<void>((resolve) => doc.on("end", resolve));
  doc.registerFont("latin", await fontOf("latin", text));
  doc.registerFont("other", await fontOf("latin-ext", text));
  drawRings(doc, ring);
  const lines = [
    { text: practice, size: 13, gap: 14 },
    { text: TITLE, size: 30, gap: 4 },
    { text: title.includes(amount) ? amount : `${title.replace(/^Voucher for /, "")}, ${amount}`, size: 17, gap: 12 },
    ...people.map((line) => ({ text: line, size: 13, gap: 2 })),
    // A long message is smaller, so that it stays on its page.
    ...(message ? [{ text: message.replace(/\s+/g, " "), size: message.length > 160 ? 8.5 : 11, gap: 0 }] : []),
  ];
  let top = EDGE;
  for (const { text: line, size, gap } of lines) {
    doc.fontSize(size).font("latin").fillColor(INK);
    write(doc, line, { x: EDGE, y: top, width: COLUMN });
    top = doc.y + gap;
  }
  const [, height] = A5_LANDSCAPE;
  doc.fontSize(9).font("latin");
  write(doc, LABEL, { x: EDGE, y: height - 144, width: COLUMN });
  doc.fontSize(22).fillColor(ACCENT);
  write(doc, code, { x: EDGE, y: height - 132, width: COLUMN });
  doc.fontSize(10).fillColor(INK);
  write(doc, until, { x: EDGE, y: height - 102, width: COLUMN });
  doc.fontSize(8.5);
  write(doc, use, { x: EDGE, y: height - 84, width: COLUMN });
  write(doc, facts.join(BETWEEN), { x: EDGE, y: height - 58, width: A5_LANDSCAPE[0] - 2 * EDGE });
  doc.end();
  await ended;
  return new Uint8Array(Buffer.concat(pieces));
}

const [TITLE, LABEL, BETWEEN] = ["Gift voucher", "Code", " · "];

function drawRings(doc: Doc, ring: string): void {
  const [width, height] = A5_LANDSCAPE;
  for (const [nth, size] of RINGS.entries()) {
    const isPressed = nth === PRESSED;
    doc
      .save()
      .translate(width - 108, height * 0.4)
      .scale(size)
      .translate(-RING_MIDDLE.x, -RING_MIDDLE.y)
      .path(ring)
      .lineWidth((isPressed ? 3.4 : 1.1) / size)
      .strokeColor(isPressed ? ACCENT : INK)
      .stroke()
      .restore();
  }
}

type Doc = InstanceType<typeof import("pdfkit")["default"]>;

function write(doc: Doc, text: string, { x, y, ...options }: { x: number; y: number; width: number; align?: string }) {
  const runs = text.split(RUNS).filter(Boolean);
  if (runs.length === 0) doc.text(" ", x, y, options);
  if (options.align === "right" && runs.length > 1) return writeRight(doc, runs, { x, y, width: options.width });
  for (const [nth, run] of runs.entries()) {
    doc.font(fontFor(run));
    const continued = nth < runs.length - 1;
    if (nth === 0) doc.text(run, x, y, { ...options, continued });
    else doc.text(run, { ...options, continued });
  }
  doc.font("latin");
}

const fontFor = (run: string) => (LATIN.test(run) ? "latin" : "other");

// Each run is set at the right margin by itself otherwise, over the one before it.
function writeRight(doc: Doc, runs: readonly string[], { x, y, width }: { x: number; y: number; width: number }): void {
  const widths = runs.map((run) => doc.font(fontFor(run)).widthOfString(run));
  let at = x + Math.max(0, width - widths.reduce((all, one) => all + one, 0));
  for (const [nth, run] of runs.entries()) {
    const own = widths[nth] ?? 0;
    doc.font(fontFor(run)).text(run, at, y, { width: own + SIZE });
    at += own;
  }
  doc.font("latin");
}

/** The site's own font at its ordinary weight, with the letters of this text alone. */
async function fontOf(letters: "latin" | "latin-ext", text: string): Promise<Uint8Array> {
  const { default: subsetFont } = await import("subset-font");
  const name = `@fontsource-variable/public-sans/files/public-sans-${letters}-wght-normal.woff2`;
  const file = await readFile(createRequire(import.meta.url).resolve(name));
  return subsetFont(file, `${text} `, { targetFormat: "sfnt", variationAxes: { wght: 400 } });
}

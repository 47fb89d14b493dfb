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
const LATIN = /[ -\u00ff\u2013\u2014\u2018-\u201e\u2022\u2026\u20ac]+/;
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

declare module "pdfkit" {
  type Options = { width?: number; align?: string; continued?: boolean };
  /** What we use of it; the package has no types of its own. */
  export default class PDFDocument {
    constructor(options: Record<string, unknown>);
    page: { width: number; height: number };
    y: number;
    on(event: "data", take: (piece: Uint8Array) => void): this;
    on(event: "end", take: () => void): this;
    registerFont(name: string, font: Uint8Array): this;
    font(name: string): this;
    fontSize(size: number): this;
    widthOfString(text: string): number;
    text(text: string, x: number, y: number, options?: Options): this;
    text(text: string, options?: Options): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    lineWidth(width: number): this;
    stroke(): this;
    path(data: string): this;
    strokeColor(colour: string): this;
    fillColor(colour: string): this;
    save(): this;
    restore(): this;
    translate(x: number, y: number): this;
    scale(factor: number): this;
    moveDown(lines?: number): this;
    bufferedPageRange(): { start: number; count: number };
    end(): void;
  }
}

declare module "pdfjs-dist/legacy/build/pdf.mjs" {
  /** `transform`: at 4 and 5 where it begins, in points. */
  type Piece = { str?: string; width?: number; transform?: number[] };
  type Page = { getTextContent(): Promise<{ items: Piece[] }> };
  type PdfDocument = { numPages: number; getPage(number: number): Promise<Page> };
  export function getDocument(source: { data: Uint8Array }): { promise: Promise<PdfDocument> };
}

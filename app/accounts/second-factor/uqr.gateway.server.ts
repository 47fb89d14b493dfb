import { encode } from "uqr";

/** A text as a QR code: rows of modules, true for dark, with the margin of four that cameras need. */
export function qrCode(text: string): boolean[][] {
  return encode(text, { ecc: "M", border: 4 }).data;
}

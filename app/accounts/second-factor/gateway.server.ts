import { encode } from "uqr";

/** A text as a QR code: rows of modules, true for the dark ones, with the margin of four that cameras look for. */
export function qrCode(text: string): boolean[][] {
  return encode(text, { ecc: "M", border: 4 }).data;
}

import { kindOf } from "#app/media/picture.ts";
import { drawForRecord } from "#app/media/sharp.gateway.server.ts";
import type { UploadedFile } from "#app/media/uploaded-file.ts";

export const MOST_PAPER_BYTES = 10 * 1024 * 1024;

/** A picture drawn anew, or a PDF as it came: nothing of ours reads one. */
export type Paper = { type: "webp" | "pdf"; bytes: Uint8Array; width: number; height: number };

/** Reads a photo, a scan or a PDF by its first bytes. A sentence: why it is not taken. Slow for a picture. */
export async function readPaper(file: UploadedFile | null): Promise<Paper | string> {
  if (!file || file.size === 0) return "Choose a picture or a PDF";
  if (file.size > MOST_PAPER_BYTES) return "Choose a file of 10 MB or less";
  const bytes = await file.read(0, file.size);
  if (Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "%PDF-")
    return { type: "pdf", bytes, width: 0, height: 0 };
  const kind = kindOf(bytes);
  if (!kind)
    return "Choose a JPEG, PNG, WebP or AVIF picture, or a PDF. An iPhone sends its pictures as JPEG from Photos";
  const drawn = await drawForRecord(bytes, kind);
  return drawn ? { type: "webp", ...drawn } : "That picture could not be read. Choose one with at most 50 megapixels";
}

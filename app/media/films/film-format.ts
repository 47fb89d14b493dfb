import type { FilmFormat } from "#app/media/film.ts";

// The brands of MP4; "qt  " (QuickTime) and the pictures in the same wrapping (avif, heic) are not among them.
const MP4_BRAND = /^(iso[m\d]|mp4[12]|avc1|dash|cmf\w|MSNV|M4V[ HP])$/;
const EBML = "\x1a\x45\xdf\xa3";
const SEGMENT = "\x18\x53\x80\x67";

/** What a film is by its first bytes; null for all that we don't take. Its name and declared type say nothing. */
export function filmFormatOf(bytes: Uint8Array): FilmFormat | null {
  const start = String.fromCharCode(...bytes.subarray(0, 96));
  if (start.slice(4, 8) === "ftyp") return MP4_BRAND.test(start.slice(8, 12)) ? "mp4" : null;
  // Matroska begins in the same way and names another kind of document.
  const isWebm = start.startsWith(EBML) && start.includes("\x42\x82\x84webm") && start.includes(SEGMENT);
  return isWebm ? "webm" : null;
}

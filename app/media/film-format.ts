import type { FilmFormat } from "#app/media/film.ts";

// The brands of MP4, without "qt  " (QuickTime) and pictures in the same container (avif, heic).
const MP4_BRAND = /^(iso[m\d]|mp4[12]|avc1|dash|cmf\w|MSNV|M4V[ HP])$/;
const EBML = "\x1a\x45\xdf\xa3";
const SEGMENT = "\x18\x53\x80\x67";

/** A film's format by its first bytes, or null if we don't accept it. Its name and declared type can't be trusted. */
export function filmFormatOf(bytes: Uint8Array): FilmFormat | null {
  const start = String.fromCharCode(...bytes.subarray(0, 96));
  if (start.slice(4, 8) === "ftyp") return MP4_BRAND.test(start.slice(8, 12)) ? "mp4" : null;
  // Matroska starts in the same way but names another document type.
  const isWebm = start.startsWith(EBML) && start.includes("\x42\x82\x84webm") && start.includes(SEGMENT);
  return isWebm ? "webm" : null;
}

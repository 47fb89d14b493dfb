import { z } from "zod";

/**
 * Raised when an older release could no longer read what is written, or reads it otherwise. 2: the demo practice is rows,
 * and what is missing is empty (decisions/0500).
 */
export const FORMAT = 2;

export const MANIFEST = "manifest.json";
export const README = "README.md";

const DATA = /^data\/([a-z_]{1,60})\.ndjson$/;
const MEDIA = /^media\/(pictures|films)\/[A-Za-z0-9-]{1,120}\.(webp|png|svg|mp4|webm)$/;
const SHEET = /^[a-z-]{1,40}\.csv$/;

/** Beyond these an archive is not one of ours. Bytes, unpacked. */
export const MOST_FILES = 100_000;
export const MOST_MANIFEST_BYTES = 32 * 1024 * 1024;
export const MOST_LINE_BYTES = 4 * 1024 * 1024;
export const MOST_BYTES = 64 * 1024 ** 3;
/** JSON of a practice packs to a tenth; a bomb to a thousandth. */
export const MOST_PACKED = 200;
const SMALL = 1024 * 1024;

const file = z.strictObject({ bytes: z.int().min(0).max(MOST_BYTES), sha256: z.string().regex(/^[0-9a-f]{64}$/) });

export const manifestSchema = z.object({
  product: z.literal("limber-yard"),
  format: z.int().min(1),
  createdAt: z.iso.datetime(),
  practice: z.string(),
  zone: z.string(),
  /** Rows of each table. */
  tables: z.record(z.string(), z.int().min(0)),
  files: z.record(z.string(), file),
});

export type Manifest = z.output<typeof manifestSchema>;

export function dataFile(table: string): string {
  return `data/${table}.ndjson`;
}

export function pictureFile({ id, width, type }: { id: string; width: number; type: string }): string {
  return `media/pictures/${id}-${width}.${type}`;
}

export function filmFile({ id, format }: { id: string; format: string }): string {
  return `media/films/${id}.${format}`;
}

/** Whether an archive of ours has files of this name. Nothing is ever unpacked to a path. */
export function isOurs(name: string): boolean {
  return name === MANIFEST || name === README || [DATA, MEDIA, SHEET].some((pattern) => pattern.test(name));
}

/** Whether a file unpacks to so much more that it was made to fill a disk. */
export function isBomb({ bytes, packed }: { bytes: number; packed: number }): boolean {
  return bytes > MOST_BYTES || (bytes > SMALL && bytes > packed * MOST_PACKED);
}

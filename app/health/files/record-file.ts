import { z } from "zod";
import { letter } from "#app/health/files/letter.ts";

/** What a file of a record is. */
export const FILE_KINDS = {
  photo: "Photo",
  letter: "Letter or report",
  scan: "Scan",
  consent: "Consent on paper",
} as const;

export type FileKind = keyof typeof FILE_KINDS;

/** What is written here. */
export const WRITTEN: FileKind = "letter";

export const LONGEST_TITLE = 100;
export const MOST_FILES_A_DAY = 30;

/** Where files come from that were not added here. An id is for ever: stored files name it. */
export const FILE_ORIGINS = { fresha: "Fresha", jane: "Jane", other: "another system" } as const;

export type FileOrigin = keyof typeof FILE_ORIGINS;

/** What is sealed about a file beside its bytes. `sha256`: of the bytes as they are given out. */
export const fileDetails = z.object({
  kind: z.enum(Object.keys(FILE_KINDS) as [FileKind, ...FileKind[]]),
  title: z.string().max(LONGEST_TITLE),
  on: z.string(),
  type: z.enum(["webp", "pdf"]),
  bytes: z.number(),
  sha256: z.string(),
  width: z.number(),
  height: z.number(),
  /** It was written here, and its client agreed to it. */
  letter: letter.optional(),
  /** It was imported, from there. */
  origin: z.enum(Object.keys(FILE_ORIGINS) as [FileOrigin, ...FileOrigin[]]).optional(),
});

export type FileDetails = z.infer<typeof fileDetails>;

/** A file's name where it is given out: it says nothing of what is in it. */
export function nameOfFile({ id, type }: { id: string } & Pick<FileDetails, "type">): string {
  return `file-${id.slice(-8)}.${type}`;
}

import { z } from "zod";

const tallies = z
  .object({
    /** As Cliniko counts them; null: it has not been asked yet. */
    total: z.number().nullable().default(null),
    read: z.number().default(0),
    /** Patients who are clients here; notes and forms that are stored, or would be. */
    added: z.number().default(0),
    known: z.number().default(0),
    unmatched: z.number().default(0),
    withdrawn: z.number().default(0),
    blank: z.number().default(0),
    unreadable: z.number().default(0),
  })
  .prefault({});

export const counts = z.object({ patients: tallies, treatment_notes: tallies, patient_forms: tallies });

export type Tallies = z.output<typeof tallies>;
export type Counts = z.output<typeof counts>;

export const NO_COUNTS: Counts = counts.parse({});

const iso = (at: number) => new Date(at).toISOString();

const TITLES = { patients: "Patients", treatment_notes: "Treatment notes", patient_forms: "Forms" } as const;

type Finished = {
  id: string;
  shard: string;
  createdAt: number;
  finishedAt: number | null;
  counts: Counts;
  digest: string | null;
};

/** A finished import as a text file that names no one. */
export function certificateText(finished: Finished, practice: string): string {
  const { id, shard, createdAt, finishedAt, counts: read, digest } = finished;
  const kinds = (["treatment_notes", "patient_forms"] as const).flatMap((kind) => [
    "",
    TITLES[kind],
    ...countLines(read[kind]).map(([label, count]) => `  ${label}: ${count}`),
  ]);
  return [
    ...["Certificate of an import from Cliniko", "", `Practice: ${practice}`, `Import: ${id}`],
    ...[`Cliniko account: region ${shard}`, `Begun: ${iso(createdAt)}`, `Finished: ${iso(finishedAt ?? 0)}`],
    ...["", TITLES.patients, `  Cliniko counted: ${read.patients.total ?? "not said"}`],
    ...[`  Read: ${read.patients.read}`, `  Clients here: ${read.patients.added}`],
    ...kinds,
    ...["", `SHA-256 over what was stored: ${digest ?? ""}`],
    "Each line under it is what a record was in Cliniko, a space, and its hash in its client’s chain here,",
    ...["in the order of the first. Records are sealed and locked; no one changes them.", ""],
  ].join("\n");
}

/** What became of one kind, each line a label and a number. */
export function countLines(tallies: Tallies, addedLabel = "Stored"): [string, string][] {
  const { total, read, added, known, unmatched, withdrawn, blank, unreadable } = tallies;
  const lines: [string, number][] = [
    [addedLabel, added],
    ["Already here", known],
    ["Of patients who are not clients here", unmatched],
    ["Of clients who withdrew their consent", withdrawn],
    ["With nothing in them, or never completed", blank],
    ["Not readable", unreadable],
  ];
  return [
    ["Cliniko counted", total === null ? "not said" : String(total)],
    ["Read", String(read)],
    ...lines.map(([label, count]): [string, string] => [label, String(count)]),
  ];
}

type FinishedFiles = {
  id: string;
  origin: string;
  createdAt: number;
  finishedAt: number;
  lines: [string, string][];
  digest: string;
};

/** A finished import of files as a text file that names no one. */
export function filesCertificateText(finished: FinishedFiles, practice: string): string {
  const { id, origin, createdAt, finishedAt, lines, digest } = finished;
  return [
    ...["Certificate of an import of files", "", `Practice: ${practice}`, `Import: ${id}`, `From: ${origin}`],
    ...[`Begun: ${iso(createdAt)}`, `Finished: ${iso(finishedAt)}`, ""],
    ...lines.map(([label, count]) => `${label}: ${count}`),
    ...["", `SHA-256 over what was stored: ${digest}`],
    "Each line under it is the id of a file, a space, and the hash of its sealed row, in the order of ids.",
    ...["Files are sealed and locked; no one changes them.", ""],
  ].join("\n");
}

export function fileCountLines(counts: Record<"added" | "known" | "left" | "withdrawn" | "unreadable", number>) {
  const lines: [string, number][] = [
    ["Stored", counts.added],
    ["Already here", counts.known],
    ["Left out", counts.left],
    ["Of clients who withdrew their consent", counts.withdrawn],
    ["Not readable", counts.unreadable],
  ];
  return lines.map(([label, count]): [string, string] => [label, String(count)]);
}

import { z } from "zod";

/** Where a record came from. An id is for ever: stored records name it. */
export const ORIGINS = { cliniko: "Cliniko" } as const;

/** In the place of a therapist and an author of ours: no one here wrote it. */
export const NOT_OURS = "imported";

const section = z.object({
  name: z.string(),
  lines: z.array(z.object({ question: z.string(), answer: z.string() })),
});

/** A note or a form as another system had it. Everything in it is sealed, and no one changes it here. */
export const imported = z.object({
  origin: z.enum(["cliniko"]),
  kind: z.enum(["note", "form"]),
  title: z.string(),
  /** As they were called there; null: the system does not say. */
  author: z.string().nullable(),
  /** When it was written, or the form filled in (epoch ms UTC). */
  at: z.number(),
  changedAt: z.number().nullable(),
  /** It was never finished there. */
  isDraft: z.boolean(),
  /** The client was under 18 at the time. */
  isOfChild: z.boolean(),
  sections: z.array(section),
});

export type Imported = z.output<typeof imported>;

/** `treatment_notes.source`: what it was there, so that it comes once. */
export function sourceOf(shard: string, kind: string, id: string): string {
  return `cliniko/${shard}/${kind}/${id}`;
}

/** What a stored source says without opening anything. */
export function kindOfSource(source: string): Imported["kind"] {
  return source.includes("/patient_forms/") ? "form" : "note";
}

/** `Note imported from Cliniko` */
export function originInWords(source: string): string {
  return kindOfSource(source) === "form" ? "Form imported from Cliniko" : "Note imported from Cliniko";
}

/** A record as short lines, the heading of each section before its answers. What was left blank is left out. */
export function importedLines({ sections }: Imported): [string, string][] {
  return sections.flatMap(({ name, lines }) =>
    lines.map(({ question, answer }): [string, string] => [name ? `${name}: ${question}` : question, answer]),
  );
}

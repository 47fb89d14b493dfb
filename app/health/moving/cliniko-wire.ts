import { z } from "zod";
import type { Imported } from "#app/health/moving/imported.ts";

/** What is read of Cliniko, in this order: records need to know whose they are. */
export const CLINIKO_KINDS = ["patients", "treatment_notes", "patient_forms"] as const;
export type ClinikoKind = (typeof CLINIKO_KINDS)[number];

// Ids are 64 bits wide: as numbers they would be rounded.
const id = z.union([z.string().regex(/^\d{1,20}$/), z.number().int().min(0)]).transform(String);
const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const optionalInstant = z.preprocess((value) => (value === "" ? null : value), instant.nullish());
const text = z.string().nullish();

const link = z
  .object({ links: z.object({ self: z.string() }) })
  .transform(({ links }) => /\/(\d{1,20})$/.exec(links.self)?.[1] ?? "");

const patientShape = z.object({
  id,
  ...{ first_name: text, last_name: text, email: text, date_of_birth: text },
  patient_phone_numbers: z
    .array(z.object({ number: text }))
    .nullish()
    .catch([]),
});

/** Someone whom Cliniko keeps, as far as it takes to find them among our clients. */
export type Patient = { id: string; name: string; email: string; phones: string[]; bornOn: string };

export function readPatient(item: unknown): Patient | null {
  const read = patientShape.safeParse(item).data;
  if (!read) return null;
  const name = [read.first_name, read.last_name].flatMap((part) => part?.trim() || []).join(" ");
  const phones = (read.patient_phone_numbers ?? []).flatMap(({ number }) => number || []);
  return { id: read.id, name, email: read.email?.trim() ?? "", phones, bornOn: read.date_of_birth ?? "" };
}

const answer = z.object({ value: z.string().nullish(), selected: z.boolean().nullish() });
const question = z.object({
  name: text,
  type: z.string(),
  answer: text,
  answers: z.array(answer).nullish(),
  other: z.object({ value: text, selected: z.boolean().nullish() }).nullish().catch(null),
  signature_id: z.unknown().optional(),
});
const content = z
  .object({ sections: z.array(z.object({ name: text, questions: z.array(question).nullish() })).nullish() })
  .nullish();

const recordShape = z.object({
  id,
  created_at: instant,
  updated_at: optionalInstant,
  completed_at: optionalInstant,
  deleted_at: optionalInstant,
  draft: z.boolean().nullish(),
  ...{ title: text, name: text, author_name: text },
  patient: link,
  content,
});

/** A note or form with its patient. `record` null: nothing was written in it, or it was deleted there. */
export type ClinikoRecord = { id: string; patientId: string; record: Omit<Imported, "isOfChild"> | null };

/** Null: it has another shape than Cliniko documents. */
export function readRecord(kind: Exclude<ClinikoKind, "patients">, item: unknown): ClinikoRecord | null {
  const read = recordShape.safeParse(item).data;
  if (!read || read.patient === "") return null;
  const isForm = kind === "patient_forms";
  const sections = sectionsOf(read.content);
  // A form that no one has completed says nothing yet.
  const isBlank = sections.length === 0 || read.deleted_at != null || (isForm && read.completed_at == null);
  const record = {
    ...{ origin: "cliniko" as const, kind: isForm ? ("form" as const) : ("note" as const), sections },
    title: (isForm ? read.name : read.title)?.trim() || (isForm ? "Form" : "Treatment note"),
    author: read.author_name?.trim() || null,
    at: (isForm ? read.completed_at : null) ?? read.created_at,
    changedAt: read.updated_at ?? null,
    isDraft: read.draft === true,
  };
  return { id: read.id, patientId: read.patient, record: isBlank ? null : record };
}

/** The id of an item, whatever else is wrong with it. */
export function idOf(item: unknown): string | null {
  return z.object({ id }).safeParse(item).data?.id ?? null;
}

function sectionsOf(given: z.output<typeof content>): Imported["sections"] {
  return (given?.sections ?? []).flatMap(({ name, questions }) => {
    const lines = (questions ?? []).flatMap((one) => {
      const words = answerOf(one);
      return words === "" ? [] : [{ question: one.name?.trim() || "Answer", answer: words }];
    });
    return lines.length === 0 ? [] : [{ name: name?.trim() ?? "", lines }];
  });
}

function answerOf({ type, answer: typed, answers, other, signature_id }: z.output<typeof question>): string {
  if (type === "paragraph") return plainText(typed ?? "");
  if (type === "signature") return signature_id == null ? "" : "Signed in Cliniko";
  const chosen = (answers ?? []).flatMap(({ value, selected }) => (selected && value ? value : []));
  const own = other?.selected && other.value ? [other.value] : [];
  return [...chosen, ...own].join(", ") || (typed?.trim() ?? "");
}

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", amp: "&" };

/** The words of an answer that may have simple HTML. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<br\s*\/?>|<\/(?:div|p|ul|ol|blockquote|h1|h2|li)>/giu, "\n")
    .replaceAll(/<li[^>]*>/giu, "- ")
    .replaceAll(/<\/?[a-z][^>]*>/giu, "")
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/giu, (whole, decimal, hex, name) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
    })
    .replaceAll(/[^\S\n]+\n/gu, "\n")
    .replaceAll(/\n{3,}/gu, "\n\n")
    .trim();
}

/** A key as the owner pastes it: its end names where the account is; one without is from before Cliniko had several. */
export function readKey(typed: string): { key: string; shard: string } | null {
  const key = typed.trim();
  if (!/^[\w+/=-]{16,512}$/.test(key)) return null;
  const shard = /-([a-z]{2}\d{1,2})$/.exec(key)?.[1];
  if (shard) return { key, shard };
  return key.includes("-") ? null : { key, shard: "au1" };
}

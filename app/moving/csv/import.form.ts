import { fieldsOf, type ImportKind, isNotes, isSensitive } from "#app/moving/csv/columns.ts";
import type { Import, ImportChoices } from "#app/moving/csv/import-choices.ts";
import type { Fields } from "#app/platform/form-fields.ts";

/** The names of the form's fields. A name of the file stands in them as it is. */
export const columnField = (index: number) => `column.${index}`;
export const serviceField = (name: string) => `service:${name}`;
export const personField = (number: number) => `person:${number}`;
export const therapistField = (name: string) => `therapist:${name}`;

/** The choices as sent. A column about health is left out, whatever was sent for it. */
export function choicesFrom(fields: Fields, { kind, headings }: Pick<Import, "kind" | "headings">): ImportChoices {
  const known = fieldsOf(kind).map(({ field }) => field);
  const columns = headings.map((heading, index) => {
    const field = fields[columnField(index)] ?? "";
    const isNote = isNotes(heading) && fields.notes === columnField(index);
    return isNote ? "note" : known.includes(field) && !isSensitive(heading) ? field : "";
  });
  return {
    columns,
    dates: fields.dates === "month-first" ? "month-first" : "day-first",
    services: namedBy(fields, "service:"),
    therapists: namedBy(fields, "therapist:"),
    reminds: fields.reminds === "on",
    money: kind === "clients" || kind === "appointments" ? null : kind,
    existing: fields.existing !== "no",
    people: namedBy(fields, "person:"),
  };
}

const KINDS: readonly ImportKind[] = ["clients", "appointments", "balances", "prices", "vouchers"];

export function kindFrom(fields: Fields): ImportKind | null {
  return KINDS.find((kind) => kind === fields.kind) ?? null;
}

function namedBy(fields: Fields, prefix: string): Record<string, string> {
  const named = Object.entries(fields).filter(([field]) => field.startsWith(prefix));
  return Object.fromEntries(named.map(([field, slug]) => [field.slice(prefix.length), slug.slice(0, 200)]));
}

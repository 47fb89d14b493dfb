import type { ImportKind } from "#app/moving/csv/columns.ts";
import type { ImportChoices } from "#app/moving/csv/import-choices.ts";

/** Why an import can't start with these columns; null if it can. */
export function problemWith(kind: ImportKind, { columns }: Pick<ImportChoices, "columns">): string | null {
  const has = (...fields: string[]) => fields.some((field) => columns.includes(field));
  const twice = columns.find((field, index) => field !== "" && columns.indexOf(field) !== index);
  if (twice) return "Two columns are to be stored as the same thing: leave one of them out";
  if (!has("name", "firstName", "lastName", "email", "phone")) {
    return "Choose which column holds the name, the e-mail address or the phone number";
  }
  if (kind === "clients") return null;
  if (kind === "balances") return has("credit", "owed") ? null : "Choose which column holds the credit or what is owed";
  if (!has("date", "time")) return "Choose which column holds the date";
  if (kind === "prices") return has("price") ? null : "Choose which column holds the price";
  return has("service") ? null : "Choose which column holds the service";
}

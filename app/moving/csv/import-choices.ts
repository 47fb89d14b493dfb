import { z } from "zod";
import type { ImportKind } from "#app/moving/csv/columns.ts";

/** What the owner chose: the columns' fields in order, how dates are written, and whom names stand for. */
export const importChoices = z.object({
  columns: z.array(z.string()),
  dates: z.enum(["day-first", "month-first"]).default("day-first"),
  /** A name in the file to a service's slug; empty: its rows are left out. */
  services: z.record(z.string(), z.string()).default({}),
  /** A name in the file to a therapist's slug, or to `anyone`; empty: its rows are left out. */
  therapists: z.record(z.string(), z.string()).default({}),
  reminds: z.boolean().default(false),
  /** The list holds money. Its row is stored as one of clients: the table's check knows two kinds. */
  money: z.enum(["balances", "prices", "vouchers"]).nullish(),
  /** Whether people of whom the file gives neither a first nor a past visit have been to the practice before. */
  existing: z.boolean().default(true),
  /** Whose the appointments are that several clients may have, by the row's number: a client's id, or `new`. */
  people: z.record(z.string(), z.string()).default({}),
});

export type ImportChoices = z.output<typeof importChoices>;

/** An uploaded list. Instants are epoch ms UTC; `actor`: the user who uploaded it. */
export type Import = {
  id: string;
  kind: ImportKind;
  state: "reading" | "waiting" | "running" | "done";
  fileName: string;
  headings: string[];
  choices: ImportChoices;
  actor: string;
  total: number;
  added: number;
  known: number;
  refused: number;
  createdAt: number;
  finishedAt: number | null;
};

/** In place of a client's id: whoever it is has no record here yet. */
export const NEW_CLIENT = "new";

/** `number`: of the row in a spreadsheet, where the headings are row 1. */
export type ImportRow = { number: number; cells: string[]; reason: string | null };

export const MOST_BYTES = 10 * 1024 * 1024;
export const MOST_COLUMNS = 80;
export const MOST_ROWS: Record<ImportKind, number> = {
  clients: 50_000,
  appointments: 5_000,
  balances: 50_000,
  prices: 50_000,
  vouchers: 50_000,
};
/** Rows without a single letter are skipped, but not without end. */
export const MOST_BLANK_ROWS = 50_000;
/** How long a list is stored that nobody starts, and the refused rows of one that was: in ms. */
export const KEPT_FOR = 86_400_000;
/** How long an imported appointment waits for its client to be chosen; then it gets a record of its own. */
export const UNDECIDED_FOR = 90 * KEPT_FOR;

export const NOUNS: Record<ImportKind, string> = {
  clients: "clients",
  appointments: "appointments",
  balances: "balances",
  prices: "past prices",
  vouchers: "vouchers",
};

/** Why an import can't start with these columns; null if it can. */
export function problemWith(kind: ImportKind, { columns }: Pick<ImportChoices, "columns">): string | null {
  const has = (...fields: string[]) => fields.some((field) => columns.includes(field));
  const twice = columns.find((field, index) => field !== "" && columns.indexOf(field) !== index);
  if (kind === "vouchers" && !twice) {
    if (!has("left")) return "Choose which column holds what is left of each";
    const whose = has("code", "name", "firstName", "lastName", "email", "phone");
    return whose ? null : "Choose which column holds the code or the client";
  }
  if (twice) return "Two columns are to be stored as the same thing: leave one of them out";
  if (!has("name", "firstName", "lastName", "email", "phone")) {
    return "Choose which column holds the name, the email address or the phone number";
  }
  if (kind === "clients") return null;
  if (kind === "balances") return has("credit", "owed") ? null : "Choose which column holds the credit or what is owed";
  if (!has("date", "time")) return "Choose which column holds the date";
  if (kind === "prices") return has("price") ? null : "Choose which column holds the price";
  return has("service") ? null : "Choose which column holds the service";
}

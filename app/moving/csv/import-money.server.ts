import { placeClients } from "#app/clients/add-clients.server.ts";
import { listByName } from "#app/clients/clients.db.server.ts";
import type { Import, ImportChoices, ImportRow } from "#app/moving/csv/import-choices.ts";
import { contactOf } from "#app/moving/csv/import-clients.server.ts";
import { type Counts, deleteRows, refuseRow } from "#app/moving/csv/imports.db.server.ts";
import { cellsBy, type Read, RefusedRow, readOr, readPerson, shortened } from "#app/moving/csv/person-cells.ts";
import { readDay } from "#app/moving/csv/typed-moment.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { parsePrice, priceInFull } from "#app/platform/money-words.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { folded } from "#app/platform/search-text.ts";

export type MoneyKind = "balances" | "prices" | "vouchers";

export function isMoney(kind: Import["kind"]): kind is MoneyKind {
  return kind !== "clients" && kind !== "appointments";
}

/** Where balances go: handed in from above, as money is none of this room's. */
export type Openings = {
  list: (db: Queries, keys: readonly string[]) => Promise<Set<string>>;
  record: (
    tx: Tx,
    by: { app: AppContext; actor: Actor },
    opening: { clientId: string; creditPence: number; owedPence: number; key: string },
  ) => Promise<void>;
  /** What a voucher is found by; null: no code. */
  codeKeyOf: (code: string) => string | null;
  recordVoucher: (
    tx: Tx,
    by: { app: AppContext; actor: Actor },
    voucher: Pick<VoucherRow, "code" | "title" | "leftPence" | "sessions" | "expiresOn"> & {
      clientId: string | null;
      key: string;
    },
  ) => Promise<void>;
};

/** Where no money is taken. */
export const NO_OPENINGS: Openings = {
  list: async () => new Set(),
  record: async () => {
    throw new Error("No balances are taken here");
  },
  codeKeyOf: () => null,
  recordVoucher: async () => {
    throw new Error("No vouchers are taken here");
  },
};

export type MoneyRow = BalanceRow | PriceRow | VoucherRow;

type Decided =
  | { kind: "refused"; reason: string }
  | { kind: "read"; row: MoneyRow; clientId: string | null; key: string; isKnown: boolean };

type Line = {
  kind: MoneyKind;
  cells: readonly string[];
  choices: Import["choices"];
  today: string;
  openings: Openings;
};

/** What becomes of one row: the preview and the import ask the same. */
export async function decideMoney(db: Queries, { kind, cells, choices, today, openings }: Line): Promise<Decided> {
  const read = readRow({ kind, cells, choices, today });
  if (read.kind === "refused") return read;
  const { row } = read;
  const whose = await clientOf(db, row);
  // A code opens a voucher, whoever has it: one of somebody who is no client here comes over without a name.
  const needsClient = !("leftPence" in row) || row.sessions !== null || row.code === "";
  if (typeof whose !== "string" && needsClient) return { kind: "refused", reason: whose.reason };
  const clientId = typeof whose === "string" ? whose : null;
  const code = "code" in row && row.code !== "" ? row.code : null;
  const codeKey = code && openings.codeKeyOf(code);
  if (code && !codeKey) return { kind: "refused", reason: "Its code is too short: four letters or digits at least" };
  const key = codeKey ? hashOf(JSON.stringify([kind, codeKey])) : keyOf(kind, row);
  const known = kind === "prices" ? await listPrices(db, key) : await openings.list(db, [key]);
  return { kind: "read", row, clientId, key, isKnown: known.has(key) };
}

function readRow({ kind, cells, choices, today }: Omit<Line, "openings">): Read<MoneyRow> {
  if (kind === "balances") return readBalanceRow(cells, choices);
  return kind === "prices" ? readPriceRow(cells, choices, today) : readVoucherRow(cells, choices, today);
}

/** What is the same row in another file. A voucher is by its code, as what is left of it may have changed. */
function keyOf(kind: MoneyKind, row: MoneyRow): string {
  const { name, email, phone, ...content } = row;
  const person = { name: folded(name ?? ""), email: email?.toLowerCase() ?? null, phone };
  return hashOf(JSON.stringify([kind, person, content]));
}

async function clientOf(db: Queries, row: MoneyRow): Promise<string | { reason: string }> {
  if (row.email || row.phone) {
    const [placed] = await placeClients(db, [contactOf(row)]);
    return placed && !placed.isNew
      ? placed.id
      : { reason: "No client here has these details: import your clients first" };
  }
  const [only, ...others] = await listByName(db, row.name ?? "");
  if (!only) return { reason: "No client here has this name: import your clients first" };
  return others.length === 0
    ? only
    : { reason: "Several clients have this name: add their email addresses to the file" };
}

async function listPrices(db: Queries, key: string): Promise<Set<string>> {
  const row = await db.selectFrom("imported_prices").select("id").where("id", "=", key).executeTakeFirst();
  return new Set(row ? [row.id] : []);
}

type Batch = {
  app: AppContext;
  job: Import & { kind: MoneyKind };
  rows: readonly ImportRow[];
  now: number;
  zone: string;
  openings: Openings;
};

/** Stores balances in the ledger and past prices outside it. A refused row stays with its reason. */
export async function importMoney(tx: Tx, { app, job, rows, now, zone, openings }: Batch): Promise<Counts> {
  const counts: Counts = { added: 0, known: 0, refused: 0 };
  for (const { number, cells } of rows) {
    const line = { kind: job.kind, cells, choices: job.choices, today: localDateOf(now, zone), openings };
    const decided = await decideMoney(tx, line);
    if (decided.kind === "refused") {
      await refuseRow(tx, job.id, { number, reason: decided.reason });
      counts.refused += 1;
      continue;
    }
    const { row, clientId, key } = decided;
    counts[decided.isKnown ? "known" : "added"] += 1;
    const actor = { kind: "admin", userId: job.actor } as const;
    if (!decided.isKnown && "leftPence" in row) {
      const { code, title, leftPence, sessions, expiresOn } = row;
      const voucher = { code, title, leftPence, sessions, expiresOn, clientId, key };
      await openings.recordVoucher(tx, { app, actor }, voucher);
    } else if (!decided.isKnown && clientId !== null && "pence" in row) {
      const { day, text, pence } = row;
      await tx.insertInto("imported_prices").values({ id: key, client_id: clientId, day, text, pence }).execute();
    } else if (!decided.isKnown && clientId !== null && "owedPence" in row) {
      const { creditPence, owedPence } = row;
      await openings.record(tx, { app, actor }, { clientId, creditPence, owedPence, key });
    }
    await deleteRows(tx, job.id, [number]);
  }
  return counts;
}

type Person = { name: string | null; email: string | null; phone: string | null };

/** What a client owes, or has of credit, in the system before this one. Pence. */
type BalanceRow = Person & { creditPence: number; owedPence: number; reference: string };

/** What a past appointment cost. `day`: a local date. */
type PriceRow = Person & { day: string; text: string; pence: number };

/** What is left of a voucher, or of a course where it has sessions. `expiresOn`: null where the file doesn't say. */
type VoucherRow = Person & {
  code: string;
  title: string;
  leftPence: number;
  sessions: number | null;
  expiresOn: string | null;
};

type Chosen = Pick<ImportChoices, "columns" | "dates">;

const LONGEST_TEXT = 120;

function readBalanceRow(cells: readonly string[], { columns }: Chosen): Read<BalanceRow> {
  return readOr(() => {
    const cell = cellsBy(columns, cells);
    const person = personIn(cell);
    const [creditPence, owedPence] = [penceIn(cell("credit")), penceIn(cell("owed"))];
    if (creditPence === 0 && owedPence === 0) throw new RefusedRow("Nothing is owed, and there is no credit");
    return { ...person, creditPence, owedPence, reference: cell("reference").trim().slice(0, LONGEST_TEXT) };
  });
}

function readPriceRow(cells: readonly string[], { columns, dates }: Chosen, today: string): Read<PriceRow> {
  return readOr(() => {
    const cell = cellsBy(columns, cells);
    const person = personIn(cell);
    const [written = ""] = cell("date").split(/[T ](?=\d{1,2}:)/);
    const day = readDay(written.replace(/,$/, ""), dates);
    if (!day) throw new RefusedRow(`“${shortened(cell("date"))}” is no date`);
    if (day > today) throw new RefusedRow("Its date is still to come: import it as an appointment");
    return { ...person, day, text: shortened(cell("service")) || "Appointment", pence: penceIn(cell("price")) };
  });
}

const MOST_SESSIONS = 50;
const LONGEST_CODE = 40;

function readVoucherRow(cells: readonly string[], { columns, dates }: Chosen, today: string): Read<VoucherRow> {
  return readOr(() => {
    const cell = cellsBy(columns, cells);
    const person = readPerson(cell);
    const code = cell("code").trim();
    if (code.length > LONGEST_CODE) throw new RefusedRow(`The code is longer than ${LONGEST_CODE} characters`);
    const typed = cell("sessions").trim();
    if (typed !== "" && !/^\d{1,3}$/.test(typed))
      throw new RefusedRow(`“${shortened(typed)}” is no number of sessions`);
    const sessions = typed === "" ? null : Number(typed);
    const leftPence = penceIn(cell("left"));
    if (sessions === 0 || (sessions === null && leftPence === 0)) throw new RefusedRow("Nothing is left of it");
    if (sessions !== null && sessions > MOST_SESSIONS) {
      throw new RefusedRow(`A course has ${MOST_SESSIONS} sessions at most`);
    }
    if (leftPence === 0)
      throw new RefusedRow("Its column of what is left in pounds is empty: enter what its sessions are worth");
    const isNamed = person.name ?? person.email ?? person.phone;
    if (sessions !== null && !isNamed) throw new RefusedRow("It has no client: a course is in a client’s name");
    if (code === "" && !isNamed) throw new RefusedRow("It has neither a code nor a client");
    const expiresOn = lastDayIn(cell("expires"), dates);
    if (expiresOn !== null && expiresOn < today) throw new RefusedRow("It has expired");
    const title = cell("title").trim().slice(0, LONGEST_TEXT);
    return { ...person, code, title, leftPence, sessions, expiresOn };
  });
}

function lastDayIn(cell: string, dates: Chosen["dates"]): string | null {
  const typed = cell.trim();
  if (/^(|-|never|none|n\/a|no expiry)$/i.test(typed)) return null;
  const [written = ""] = typed.split(/[T ](?=\d{1,2}:)/);
  const day = readDay(written.replace(/,$/, ""), dates);
  if (!day) throw new RefusedRow(`“${shortened(cell)}” is no date`);
  return day;
}

function personIn(cell: (field: string) => string): Person {
  const person = readPerson(cell);
  if (!person.name && !person.email && !person.phone) {
    throw new RefusedRow("It has no name, no email address and no phone number");
  }
  return person;
}

const MOST_PENCE = 10_000_00;

/** A blank cell is nothing. A minus could mean either side, and a comma a decimal: both are refused. */
function penceIn(cell: string): number {
  const typed = cell.trim().replace(/^GBP\s*/i, "");
  if (typed === "" || typed === "-") return 0;
  const pence = parsePrice(typed);
  if (pence === null) throw new RefusedRow(`“${shortened(cell)}” is no amount in pounds, like 48 or 48.50`);
  if (pence > MOST_PENCE) throw new RefusedRow(`${priceInFull(pence)} is more than £10,000`);
  return pence;
}

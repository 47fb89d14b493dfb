import { listByName } from "#app/clients/clients.db.server.ts";
import { placeClients } from "#app/clients/place-clients.server.ts";
import type { Import, ImportRow } from "#app/moving/csv/import-choices.ts";
import { contactOf } from "#app/moving/csv/import-clients.server.ts";
import { type Counts, deleteRows, refuseRow } from "#app/moving/csv/imports.db.server.ts";
import {
  type BalanceRow,
  type PriceRow,
  readBalanceRow,
  readPriceRow,
  readVoucherRow,
  type VoucherRow,
} from "#app/moving/csv/money-row.ts";
import type { Read } from "#app/moving/csv/person-cells.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { folded } from "#app/platform/search-text.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";

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

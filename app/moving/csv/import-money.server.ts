import { listByName } from "#app/clients/clients.db.server.ts";
import { placeClients } from "#app/clients/place-clients.server.ts";
import type { Import, ImportRow } from "#app/moving/csv/import-choices.ts";
import { contactOf } from "#app/moving/csv/import-clients.server.ts";
import { type Counts, deleteRows, refuseRow } from "#app/moving/csv/imports.db.server.ts";
import { type BalanceRow, type PriceRow, readBalanceRow, readPriceRow } from "#app/moving/csv/money-row.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { folded } from "#app/platform/search-text.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";

export type MoneyKind = "balances" | "prices";

export function isMoney(kind: Import["kind"]): kind is MoneyKind {
  return kind === "balances" || kind === "prices";
}

/** Where balances go: handed in from above, as money is none of this room's. */
export type Openings = {
  list: (db: Queries, keys: readonly string[]) => Promise<Set<string>>;
  record: (
    tx: Tx,
    by: { app: AppContext; actor: Actor },
    opening: { clientId: string; creditPence: number; owedPence: number; key: string },
  ) => Promise<void>;
};

/** Where no money is taken. */
export const NO_OPENINGS: Openings = {
  list: async () => new Set(),
  record: async () => {
    throw new Error("No balances are taken here");
  },
};

type Decided =
  | { kind: "refused"; reason: string }
  | { kind: "read"; row: BalanceRow | PriceRow; clientId: string; key: string; isKnown: boolean };

type Line = {
  kind: MoneyKind;
  cells: readonly string[];
  choices: Import["choices"];
  today: string;
  openings: Openings;
};

/** What becomes of one row: the preview and the import ask the same. */
export async function decideMoney(db: Queries, { kind, cells, choices, today, openings }: Line): Promise<Decided> {
  const read = kind === "balances" ? readBalanceRow(cells, choices) : readPriceRow(cells, choices, today);
  if (read.kind === "refused") return read;
  const { row } = read;
  const clientId = await clientOf(db, row);
  if (typeof clientId !== "string") return { kind: "refused", reason: clientId.reason };
  const { name, email, phone, ...content } = row;
  const person = { name: folded(name ?? ""), email: email?.toLowerCase() ?? null, phone };
  const key = hashOf(JSON.stringify([kind, person, content]));
  const known = kind === "balances" ? await openings.list(db, [key]) : await listPrices(db, key);
  return { kind: "read", row, clientId, key, isKnown: known.has(key) };
}

async function clientOf(db: Queries, row: BalanceRow | PriceRow): Promise<string | { reason: string }> {
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
    if (!decided.isKnown && "pence" in row) {
      const { day, text, pence } = row;
      await tx.insertInto("imported_prices").values({ id: key, client_id: clientId, day, text, pence }).execute();
    } else if (!decided.isKnown && "owedPence" in row) {
      const { creditPence, owedPence } = row;
      const actor = { kind: "admin", userId: job.actor } as const;
      await openings.record(tx, { app, actor }, { clientId, creditPence, owedPence, key });
    }
    await deleteRows(tx, job.id, [number]);
  }
  return counts;
}

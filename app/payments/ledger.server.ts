import type { Insertable } from "kysely";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import type { LedgerTables } from "#app/platform/database/ledger-tables.ts";
import { hashOf, newSecret } from "#app/platform/ids.server.ts";

/** The tables of which each row stands in a seller's chain, with the column that says something about people. */
export const CHAINED = {
  bills: null,
  bill_items: "reason",
  payments: "reason",
  allocations: null,
  receipts: "name",
  day_closings: "sentence",
  sold_products: null,
  vouchers: "note",
  voucher_moves: "reason",
} as const satisfies Partial<Record<keyof LedgerTables, string | null>>;

export type Chained = keyof typeof CHAINED;
export const CHAINED_TABLES = Object.keys(CHAINED) as Chained[];

export const PRACTICE_SELLER = "1";

type Head = { seq: number; seal: string };

/** A seller's chain, held by this transaction until it ends. */
export type Ledger = { tx: Tx; sellerId: string; head: Head };

export const FIRST_SEAL = hashOf("ledger");

/** Waits for others who write to the same seller's chain. What is read afterwards is true until the commit. */
export async function openLedger(tx: Tx, sellerId: string): Promise<Ledger> {
  await tx
    .insertInto("ledger_heads")
    .values({ seller_id: sellerId, seq: 0, seal: FIRST_SEAL })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // An update that changes nothing locks the row on either engine.
  const head = await tx
    .updateTable("ledger_heads")
    .set((head) => ({ seq: head.ref("seq") }))
    .where("seller_id", "=", sellerId)
    .returning(["seq", "seal"])
    .executeTakeFirstOrThrow();
  return { tx, sellerId, head };
}

/** Adds rows to a table and to the chain. */
export async function record<Place extends Chained>(
  ledger: Ledger,
  place: Place,
  rows: readonly Insertable<LedgerTables[Place]>[],
): Promise<void> {
  if (rows.length === 0) return;
  const { tx, sellerId } = ledger;
  await tx
    .insertInto(place)
    .values(rows as never)
    .execute();
  if (place === "payments") await noteRefunds(ledger, rows as readonly Insertable<LedgerTables["payments"]>[]);
  const entries = rows.map((row) => {
    const { words, facts } = wordsAndFacts(place, row);
    const salt = words === null ? null : newSecret();
    const digest = salt === null ? null : digestOf(salt, words ?? "");
    const seq = ledger.head.seq + 1;
    const seal = sealOf({ before: ledger.head.seal, seq, place, facts, digest });
    ledger.head = { seq, seal };
    return { seller_id: sellerId, seq, place, row_id: String(facts.id), salt, digest, seal };
  });
  await tx.insertInto("ledger_entries").values(entries).execute();
  await tx.updateTable("ledger_heads").set(ledger.head).where("seller_id", "=", sellerId).execute();
}

/** What is given back of a payment that a provider took goes back to its card, whichever command gives it back. */
async function noteRefunds({ tx }: Ledger, rows: readonly Insertable<LedgerTables["payments"]>[]): Promise<void> {
  for (const { id, method, pence, counters, at } of rows) {
    // A card may have been read by the till's own reader.
    if ((method !== "online" && method !== "card") || pence >= 0 || !counters) continue;
    const page = await tx
      .selectFrom("pay_pages")
      .select("id")
      .where("payment_id", "=", counters)
      .where("provider_ref", "is not", null)
      .executeTakeFirst();
    // One that was moved in from another installation is given back by hand: its keys stayed there.
    if (!page) continue;
    const nothing = { provider_ref: null, words: null, done_at: null, tries: 0 };
    const row = { ...nothing, id, page_id: page.id, amount: -pence, at, next_at: at };
    await tx
      .insertInto("online_refunds")
      .values({ ...row, state: "due" })
      .execute();
  }
}

type Facts = Record<string, unknown>;

/** What of a row the chain covers, and what it says about people. Whose client it is may be merged, and is neither. */
export function wordsAndFacts(
  place: Chained,
  { client_id: _client, ...row }: Facts,
): { words: string | null; facts: Facts } {
  const personal = CHAINED[place];
  if (personal === null) return { words: null, facts: row };
  const { [personal]: words, ...facts } = row;
  return { words: typeof words === "string" ? words : null, facts };
}

export const digestOf = (salt: string, words: string) => hashOf(`${salt}\n${words}`);

export type EntryFacts = { before: string; seq: number; place: string; facts: Facts; digest: string | null };

export function sealOf({ before, seq, place, facts, digest }: EntryFacts): string {
  const sorted = Object.entries(facts)
    .map(([column, value]) => [column, value ?? null] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return hashOf(JSON.stringify([before, seq, place, sorted, digest]));
}

/** What an earlier press with this key took; null: it is new. `changed`: the key came with other content. */
export async function takenBefore(
  db: Queries,
  { key, body }: { key: string; body: string },
): Promise<{ takingId: string; changed: boolean } | null> {
  const row = await db
    .selectFrom("ledger_keys")
    .select(["body", "taking_id"])
    .where("key", "=", key)
    .executeTakeFirst();
  return row ? { takingId: row.taking_id, changed: row.body !== body } : null;
}

export async function noteKey(
  tx: Tx,
  { key, body, takingId, at }: { key: string; body: string; takingId: string; at: number },
): Promise<void> {
  await tx.insertInto("ledger_keys").values({ key, body, taking_id: takingId, at }).execute();
}

import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Addresses folded as names are, and an index that the finder walks from whoever booked last. */
export const clientFinder = { up: prepareFinder } satisfies Migration;

const BATCH = 500;

async function prepareFinder(db: Kysely<unknown>): Promise<void> {
  await foldAddresses(db);
  await db.schema
    .createIndex("clients_finder")
    .on("clients")
    .columns(["booked_at", "id", "search"])
    .where(sql.ref("erased_at"), "is", null)
    .execute();
}

async function foldAddresses(db: Kysely<unknown>): Promise<void> {
  for (let after = ""; ; ) {
    const { rows } = await sql<{ id: string; search: string }>`select id, search from clients
      where id > ${after} order by id limit ${sql.lit(BATCH)}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    for (const { id, search } of rows) {
      const now = folded(search).slice(0, 600).trim();
      if (now !== search) await sql`update clients set search = ${now} where id = ${id}`.execute(db);
    }
    after = last.id;
  }
}

// app/platform/search-text.ts as it was when this was written.
const LETTERS: Record<string, string> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ħ: "h", ŧ: "t", ı: "i", ŋ: "n", ς: "σ" },
  ...{ "‘": "'", "’": "'", ʼ: "'", "‐": "-", "‑": "-", "–": "-" },
};

function folded(text: string): string {
  const plain = text.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  const letters = plain.replace(/[^\n -~]/gu, (letter) => LETTERS[letter] ?? letter);
  return letters.replace(/\s+/g, " ").trim();
}

import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What a search looks through, folded by us: databases know other small letters than we do, each its own. */
export const foldedSearch = { up: addSearch } satisfies Migration;

const BATCH = 500;

async function addSearch(db: Kysely<unknown>): Promise<void> {
  for (const table of ["appointments", "users"] as const) {
    await db.schema.alterTable(table).addColumn("search", "text").execute();
    await fold(db, { table, search: ({ name, email }) => `${folded(name)}\n${folded(email)}` });
  }
  // Folded already, but for the letters that are no accents.
  await fold(db, {
    table: "clients",
    search: ({ search }) => folded(search).slice(0, 600).trim(),
  });
}

type Row = { id: string; name: string | null; email: string | null; search: string | null };

async function fold(db: Kysely<unknown>, { table, search }: { table: string; search: (row: Row) => string }) {
  for (let after = ""; ; ) {
    const { rows } = await sql<Row>`select id, name, email, search from ${sql.table(table)}
      where id > ${after} order by id limit ${sql.lit(BATCH)}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    // Both engines call the columns of a list of values so.
    const values = sql.join(rows.map((row) => sql`(${row.id}, ${search(row)})`));
    await sql`update ${sql.table(table)} set search = folded.column2 from (values ${values}) as folded
      where id = folded.column1`.execute(db);
    after = last.id;
  }
}

// app/platform/search-text.ts as it was when this was written.
const LETTERS: Record<string, string> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ħ: "h", ŧ: "t", ı: "i", ŋ: "n", ς: "σ" },
  ...{ "‘": "'", "’": "'", ʼ: "'", "‐": "-", "‑": "-", "–": "-" },
};

function folded(text: string | null): string {
  const plain = (text ?? "").normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  const letters = plain.replace(/[^\n -~]/gu, (letter) => LETTERS[letter] ?? letter);
  return letters.replace(/\s+/g, " ").trim();
}

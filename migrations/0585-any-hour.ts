import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Help at any hour becomes a stated fact: the demo states it, and so does a practice whose contact page says it. */
export const anyHour: Migration = { up: stateAnyHour };

const SENTENCE = "Help is available 24/7";

async function stateAnyHour(db: Kysely<unknown>): Promise<void> {
  const words = await sql<{ words: string }>`select words from page_words where page = 'contact'`.execute(db);
  if (!words.rows[0]?.words.includes(SENTENCE)) return;
  await stateIn(db, "settings", { key: "key", row: "practiceFacts" });
  await stateIn(db, "demo_marks", { key: "id", row: "practiceFacts" });
}

async function stateIn(db: Kysely<unknown>, table: string, { key, row }: { key: string; row: string }): Promise<void> {
  const where = sql`${sql.ref(key)} = ${row}`;
  const { rows } = await sql<{ value: string }>`select value from ${sql.table(table)} where ${where}`.execute(db);
  const facts = factsIn(rows[0]?.value ?? "");
  if (!facts) return;
  const stated = JSON.stringify({ ...facts, isAnyHour: true });
  const lastGood = table === "settings" ? sql`, last_good = ${stated}` : sql``;
  await sql`update ${sql.table(table)} set value = ${stated}${lastGood} where ${where}`.execute(db);
}

function factsIn(text: string): object | null {
  try {
    const facts = JSON.parse(text);
    return typeof facts === "object" ? facts : null;
  } catch {
    return null;
  }
}

import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** A company becomes one of three legal forms. What stood under `company` stays there for the release before. */
export const legalForm: Migration = { up: addForm };

async function addForm(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ value: string; last_good: string | null }>`
    select value, last_good from settings where key = 'business'`.execute(db);
  for (const row of rows) {
    const [value, lastGood] = [withForm(row.value), row.last_good && withForm(row.last_good)];
    await sql`update settings set value = ${value}, last_good = ${lastGood} where key = 'business'`.execute(db);
  }
}

// A damaged text stays as it is: the last good one is shown.
function withForm(text: string): string {
  try {
    const business = JSON.parse(text);
    return business?.company && !business.legal
      ? JSON.stringify({ ...business, legal: { form: "company", ...business.company } })
      : text;
  } catch {
    return text;
  }
}

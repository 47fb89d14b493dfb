import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";

export const anyHourAndFirstVisits: Migration = {
  async up(db: Kysely<unknown>) {
    await stateAnyHour(db);
    await forgetDaysOfExisting(db);
  },
};

const SENTENCE = "Help is available 24/7";

/** Help at any hour becomes a stated fact: the demo states it, and so does a practice whose contact page says it. */
export async function stateAnyHour(db: Kysely<unknown>): Promise<void> {
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

const DAYS = `select report_days.starts_at from appointments as own cross join report_days
  where own.client_id = new.id and report_days.starts_at <= own.starts_at
    and report_days.starts_at > own.starts_at - ${2 * 86_400_000} and report_days.ends_at > own.starts_at`;

/** An existing client's first appointment counts as a returning client's: the stored days that said otherwise go. */
async function forgetDaysOfExisting(db: Kysely<unknown>): Promise<void> {
  await sql`delete from report_days`.execute(db);
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) {
    await sql
      .raw(`create trigger report_days_existing after update of is_existing on clients for each row
        when old.is_existing <> new.is_existing begin
          delete from report_days where starts_at in (${DAYS});
        end`)
      .execute(db);
    return;
  }
  await sql
    .raw(`create function keep_report_days_of_existing() returns trigger language plpgsql as $$ begin
      if current_setting('transaction_isolation') = 'repeatable read' then truncate report_days; end if;
      delete from report_days where starts_at in (${DAYS});
      return null;
    end $$`)
    .execute(db);
  await sql`create trigger report_days_existing after update on clients for each row
    when (old.is_existing is distinct from new.is_existing) execute function keep_report_days_of_existing()`.execute(
    db,
  );
}

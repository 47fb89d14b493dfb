import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { DATABASE_FILE, openSqlite } from "#app/platform/database/open.server.ts";
import { type Ground, migrated, openGround } from "#tests/proof/million/ground.ts";

const EVERY = 50;

/** How long the migrations took, and how long a reader and a writer had to wait at most meanwhile, in s. */
export type Update = { seconds: number; read: number; written: number; names: string[] };

/** Brings a full database up to date while somebody reads and somebody writes. */
export async function update(ground: Ground): Promise<Update> {
  const before = await namesIn(ground);
  const ended = new AbortController();
  const waits = [longestWait(ground, READ, ended.signal), longestWait(ground, WRITE, ended.signal)];
  const begun = performance.now();
  await migrated(ground);
  const seconds = (performance.now() - begun) / 1000;
  ended.abort();
  const [read = 0, written = 0] = await Promise.all(waits);
  const names = (await namesIn(ground)).filter((name) => !before.includes(name));
  return { seconds, read, written, names };
}

const READ = sql`select id from appointments order by starts_at desc limit 1`;
// Without an effect.
const WRITE = sql`update appointments set updated_at = updated_at
  where id = (select id from appointments order by starts_at desc limit 1)`;

async function longestWait(ground: Ground, statement: ReturnType<typeof sql>, until: AbortSignal): Promise<number> {
  const patience = { tries: 100_000, within: 600_000 };
  const db =
    ground.engine === "sqlite" ? openSqlite(join(ground.dataDir, DATABASE_FILE), { patience }) : openGround(ground);
  let longest = 0;
  try {
    while (!until.aborted) {
      const begun = performance.now();
      await statement.execute(db.kysely);
      longest = Math.max(longest, performance.now() - begun);
      await sleep(EVERY);
    }
  } finally {
    await db.close();
  }
  return longest / 1000;
}

async function namesIn(ground: Ground): Promise<string[]> {
  const db = openGround(ground);
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db.kysely);
    return rows.map(({ name }) => name);
  } finally {
    await db.close();
  }
}

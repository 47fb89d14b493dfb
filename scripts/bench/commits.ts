import { sql } from "kysely";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { CONNECTIONS } from "#scripts/bench/load.ts";

const COMMITS = 1000;

/** One-row transactions that this database commits to disk in a second: the baseline for bookings. */
export async function measureCommits({ db }: AppContext): Promise<{ perSecond: number }> {
  const { kysely } = db;
  await sql`create table bench_commits (id integer)`.execute(kysely);
  const numbers = Array.from({ length: COMMITS }, (_, index) => index).values();
  async function writer(): Promise<void> {
    for (const number of numbers) {
      await kysely.transaction().execute((tx) => sql`insert into bench_commits (id) values (${number})`.execute(tx));
    }
  }
  const begun = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, writer));
  const seconds = (performance.now() - begun) / 1000;
  await sql`drop table bench_commits`.execute(kysely);
  return { perSecond: COMMITS / seconds };
}

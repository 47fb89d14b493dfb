import { type Free, stockOf, tryToBook } from "#tests/proof/booking-client.ts";
import type { Fleet } from "#tests/proof/fleet.ts";
import { unsoundness } from "#tests/support/soundness.ts";

export type Races = {
  rounds: number;
  /** Rounds by how many won: `{ "1": 200 }` is what is promised. */
  winners: Record<string, number>;
  statuses: Record<string, number>;
  unsound: Record<string, number>;
  /** The slowest answer, and of 100 the one that 99 beat, in ms. */
  slowestMs: number;
  p99Ms: number;
};

/** Round after round, so many callers want the same time at once, spread over the fleet by its proxy. */
export async function races(fleet: Fleet, { rounds, callers }: { rounds: number; callers: number }): Promise<Races> {
  const stock = (await stockOf(fleet.url)).slice(0, rounds);
  if (stock.length < rounds) throw new Error(`Only ${stock.length} free times for ${rounds} rounds`);
  const winners: Record<string, number> = {};
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  for (const free of stock) {
    const answers = await Promise.all(Array.from({ length: callers }, () => timed(fleet, free, times)));
    const won = answers.filter((status) => status === 201).length;
    winners[won] = (winners[won] ?? 0) + 1;
    for (const status of answers) statuses[String(status)] = (statuses[String(status)] ?? 0) + 1;
  }
  times.sort((a, b) => a - b);
  const [slowestMs, p99Ms] = [times.at(-1) ?? 0, times[Math.floor(times.length * 0.99)] ?? 0];
  return { rounds, winners, statuses, unsound: await unsoundness(fleet.app.db.kysely), slowestMs, p99Ms };
}

async function timed(fleet: Fleet, free: Free, times: number[]): Promise<number | null> {
  const started = performance.now();
  const { status } = await tryToBook(fleet.url, free);
  times.push(Math.round(performance.now() - started));
  return status;
}

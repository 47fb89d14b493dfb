import { existsSync, readFileSync } from "node:fs";
import autocannon, { type Client } from "autocannon";
import type { SiteServer } from "#tests/support/server.ts";

export const CONNECTIONS = 16;

/**
 * Answers a second, 99th percentile of the latency in ms, and the server's CPU time for one answer in ms (null where it
 * can't be read), which alone is independent of other load on the machine.
 */
export type Load = { perSecond: number; p99: number; cpu: number | null };

type Options = { seconds?: number; connections?: number; headers?: Record<string, string> };

/**
 * Requests one address, or one for each connection, as fast as they are answered, after a second of warm-up. Any status
 * but 2xx is a failure.
 */
export async function load(site: SiteServer, path: string | string[], inputs: Options = {}): Promise<Load> {
  const { seconds = 3, connections = CONNECTIONS, headers = {} } = inputs;
  const paths = [path].flat();
  let actor = 0;
  const setupClient = (client: Client) => client.setRequests([{ path: paths[actor++ % paths.length] as string }]);
  const asked = { url: site.url, connections, headers, setupClient };
  await autocannon({ ...asked, duration: 1 });
  const before = processorTime(site);
  const result = await autocannon({ ...asked, duration: seconds });
  const bad = result.non2xx + result.errors + result.timeouts;
  if (bad > 0) throw new Error(`${paths}: ${bad} answers were none`);
  const spent = before === null ? null : (processorTime(site) ?? 0) - before;
  const { total, average } = result.requests;
  return { perSecond: average, p99: result.latency.p99, cpu: spent === null ? null : spent / total };
}

type InTurns = Options & { rounds: number };

/**
 * The best loads of one path at two sites, asked in turns: other work on the machine then affects both alike. `ratio`: what
 * an answer of the second costs, as a multiple of the first.
 */
export async function loadInTurns(
  [one, other]: readonly [SiteServer, SiteServer],
  path: string,
  { rounds, ...options }: InTurns,
): Promise<{ baseline: Load; measured: Load; ratio: number }> {
  const loads: [Load[], Load[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    loads[0].push(await load(one, path, options));
    loads[1].push(await load(other, path, options));
  }
  const [baseline, measured] = [cheapest(loads[0]), cheapest(loads[1])];
  return { baseline, measured, ratio: costOf(measured) / costOf(baseline) };
}

const costOf = ({ cpu, perSecond }: Load) => cpu ?? 1 / perSecond;
const cheapest = (all: readonly Load[]) => all.toSorted((one, other) => costOf(one) - costOf(other))[0] as Load;

/** The CPU time a server has used so far, in ms (Linux counts hundredths of a second); null elsewhere. */
export function processorTime({ process: { pid } }: SiteServer): number | null {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return null;
  const fields = readFileSync(file, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

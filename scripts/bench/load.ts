import { existsSync, readFileSync } from "node:fs";
import autocannon, { type Client } from "autocannon";
import type { SiteServer } from "#tests/support/server.ts";

export const CONNECTIONS = 16;

/**
 * Answers a second, the latency in ms that 99 of 100 answers keep, and the server's processor time for one answer
 * in ms, which alone does not depend on what else the machine does (null where it can't be read).
 */
export type Load = { perSecond: number; p99: number; cpu: number | null };

type Wishes = { seconds?: number; connections?: number; headers?: Record<string, string> };

/**
 * Asks for one address as fast as it is answered, or for several: then each connection has its own. Anything but 2xx is
 * a failure. A second of warming up before.
 */
export async function load(site: SiteServer, path: string | string[], wishes: Wishes = {}): Promise<Load> {
  const { seconds = 3, connections = CONNECTIONS, headers = {} } = wishes;
  const paths = [path].flat();
  let asker = 0;
  const setupClient = (client: Client) => client.setRequests([{ path: paths[asker++ % paths.length] as string }]);
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

/** The processor time that a server has taken so far, in ms (Linux counts hundredths of a second); null elsewhere. */
export function processorTime({ process: { pid } }: SiteServer): number | null {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return null;
  const fields = readFileSync(file, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

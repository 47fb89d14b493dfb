import autocannon from "autocannon";

export const CONNECTIONS = 16;

/** Answers a second and the latency in ms that 99 of 100 answers keep. */
export type Load = { perSecond: number; p99: number };

/** Asks for one address as fast as it is answered; anything but 2xx is a failure. A second of warming up before. */
export async function load(
  url: string,
  { seconds = 4, headers = {} }: { seconds?: number; headers?: Record<string, string> } = {},
): Promise<Load> {
  await autocannon({ url, connections: CONNECTIONS, duration: 1, headers });
  const result = await autocannon({ url, connections: CONNECTIONS, duration: seconds, headers });
  const bad = result.non2xx + result.errors + result.timeouts;
  if (bad > 0) throw new Error(`${url}: ${bad} answers were none`);
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}

import { Agent, request } from "node:http";

export type Calls = { statuses: Map<number, number>; perSecond: number; p99: number };

/** Posts each body once as JSON over this many connections: count by status, rate, and 99th percentile in ms. */
export async function postAll(url: string, bodies: readonly unknown[], connections: number): Promise<Calls> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const statuses = new Map<number, number>();
  const times: number[] = [];
  const waiting = bodies.values();
  async function caller(): Promise<void> {
    for (const body of waiting) {
      const begun = performance.now();
      const status = await post(url, body, agent);
      times.push(performance.now() - begun);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }
  const begun = performance.now();
  await Promise.all(Array.from({ length: connections }, caller));
  const seconds = (performance.now() - begun) / 1000;
  agent.destroy();
  return { statuses, perSecond: bodies.length / seconds, p99: percentile(times, 0.99) };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

function post(url: string, body: unknown, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", agent, headers: { "content-type": "application/json" } });
    sent.on("error", reject);
    sent.on("response", (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.end(JSON.stringify(body));
  });
}

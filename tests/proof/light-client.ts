import { Agent, request } from "node:http";

/** Asks and reads, with as little work as can be: the crowd shares its processors with the site. */
export type LightClient = {
  get: (address: string) => Promise<number>;
  post: (address: string, body: string, headers: Record<string, string>) => Promise<number>;
  close: () => void;
};

/**
 * Keeps its connections, this many at most; whoever finds none free waits, as behind a proxy. Each request comes from an
 * address of its own, for a server that has one proxy in front (TRUST_PROXY=1).
 */
export function lightClient(connections: number): LightClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: "fifo", timeout: 4_000 });
  let visitor = 0;
  const ask = (address: string, input: { method: string; headers: Record<string, string> }, body?: string) =>
    new Promise<number>((resolve, reject) => {
      visitor += 1;
      const from = `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`;
      const headers = { ...input.headers, "x-forwarded-for": from };
      const sent = request(address, { ...input, headers, agent }, (answer) => {
        answer.resume();
        answer.on("end", () => resolve(answer.statusCode ?? 0));
        answer.on("error", reject);
      });
      sent.on("error", reject);
      sent.end(body);
    });
  return {
    get: (address) => ask(address, { method: "GET", headers: { "accept-encoding": "br, gzip" } }),
    post: (address, body, headers) => ask(address, { method: "POST", headers }, body),
    close: () => agent.destroy(),
  };
}

import { Agent, type IncomingMessage, request } from "node:http";
import type { Look } from "#tests/proof/look.ts";

const SAID = 300;

/** Asks and reads, with as little work as can be: the crowd shares its processors with the site. */
export type LightClient = {
  get: (address: string) => Promise<Look>;
  post: (address: string, body: string, headers: Record<string, string>) => Promise<Look>;
  close: () => void;
};

type Input = { method: string; headers: Record<string, string> };

/**
 * Keeps its connections, this many at most; whoever finds none free waits, as behind a proxy. Each request comes from an
 * address of its own, for a server that has one proxy in front (TRUST_PROXY=1).
 */
export function lightClient(connections: number): LightClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: "fifo", timeout: 4_000 });
  let visitor = 0;

  async function ask(address: string, input: Input, body?: string): Promise<Look> {
    visitor += 1;
    const from = `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`;
    const asked = { ...input, headers: { ...input.headers, "x-forwarded-for": from } };
    const first = await once(address, asked, body);
    if (!first.isStale) return first.look;
    return { ...(await once(address, asked, body)).look, again: true };
  }

  function once(address: string, input: Input, body?: string): Promise<{ look: Look; isStale: boolean }> {
    const started = performance.now();
    const { pathname, search } = new URL(address);
    return new Promise((resolve) => {
      const told = (rest: Partial<Look>, isStale = false) => {
        const look = { path: `${input.method} ${pathname}${search}`, status: null, retryAfter: null, ...rest };
        resolve({ look: { ...look, ms: performance.now() - started }, isStale });
      };
      const failed = (error: NodeJS.ErrnoException, isStale = false) =>
        told({ why: error.code ?? error.message }, isStale);
      const sent = request(address, { ...input, agent }, (answer) => read(answer, told, failed));
      sent.on("error", (error: NodeJS.ErrnoException) =>
        failed(error, sent.reusedSocket && error.code === "ECONNRESET"),
      );
      sent.end(body);
    });
  }

  return {
    get: (address) => ask(address, { method: "GET", headers: { "accept-encoding": "br, gzip" } }),
    post: (address, body, headers) => ask(address, { method: "POST", headers }, body),
    close: () => agent.destroy(),
  };
}

function read(answer: IncomingMessage, told: (look: Partial<Look>) => void, failed: (error: Error) => void): void {
  const { statusCode: status = 0, headers } = answer;
  const isEncoded = headers["content-encoding"] !== undefined;
  let said = "";
  if (status >= 500 && !isEncoded)
    answer.on("data", (piece: Buffer) => {
      if (said.length < SAID) said += piece.toString("utf8").slice(0, SAID);
    });
  else answer.resume();
  const retryAfter = headers["retry-after"] ?? null;
  answer.on("end", () => told({ status, retryAfter, ...(said && { said }) }));
  answer.on("error", (error) => failed(new Error(`${status}, cut off: ${error.message}`)));
}

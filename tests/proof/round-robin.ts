import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A plain proxy: each request goes to the next server, whoever sends it. No stickiness, no retries. */
export async function roundRobin(): Promise<{ url: string; to: (urls: readonly string[]) => void; close: () => void }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200, timeout: 4000 });
  let targets: readonly string[] = [];
  let next = 0;
  const server = createServer((asked, answer) => {
    const target = targets[next++ % targets.length];
    if (target) forward(asked, answer, { target, agent });
    else answer.writeHead(502).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    to: (urls) => {
      targets = urls;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}

function forward(
  asked: IncomingMessage,
  answer: ServerResponse,
  { target, agent }: { target: string; agent: Agent },
): void {
  // A caller may say where it comes from, so that many places can be played; a real proxy writes what it sees.
  const from = asked.headers["x-forwarded-for"] ?? asked.socket.remoteAddress ?? "";
  const headers = { ...asked.headers, "x-forwarded-for": from };
  const passed = request(new URL(asked.url ?? "/", target), { method: asked.method, headers, agent });
  passed.on("response", (got) => {
    answer.writeHead(got.statusCode ?? 502, got.rawHeaders);
    got.pipe(answer);
  });
  passed.on("error", () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
  asked.pipe(passed);
}

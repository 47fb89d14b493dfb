import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { onTestFinished } from "vitest";

/** A site as it is read through a proxy that answers one address itself, until it is told to stop. */
export async function behind(url: string, path: string, script: string): Promise<{ url: string; stop: () => void }> {
  let isReplaced = true;
  const server = createServer(async (request, response) => {
    if (isReplaced && request.url === path)
      return void response.writeHead(200, { "Content-Type": "text/javascript" }).end(script);
    const answer = await fetch(url + request.url, {
      headers: { cookie: request.headers.cookie ?? "" },
      redirect: "manual",
    });
    const headers = new Headers(answer.headers);
    for (const name of ["content-encoding", "content-length", "transfer-encoding"]) headers.delete(name);
    response.writeHead(answer.status, Object.fromEntries(headers));
    if (answer.body) Readable.from(answer.body).pipe(response);
    else response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const stop = () => {
    isReplaced = false;
  };
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, stop };
}

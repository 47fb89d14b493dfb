import type { Server } from "node:http";

const GRACE = 10_000;

/** Stops accepting connections, finishes running requests (ten seconds at most), then closes the rest. */
export function closeGracefully(server: Server, grace = GRACE): Promise<void> {
  return new Promise((resolve, reject) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), grace);
    // A kept-alive connection would hold the server open after its answer.
    const sweep = setInterval(() => server.closeIdleConnections(), 100);
    server.close((error) => {
      clearTimeout(cutOff);
      clearInterval(sweep);
      if (error && (error as { code?: string }).code !== "ERR_SERVER_NOT_RUNNING") reject(error);
      else resolve();
    });
  });
}

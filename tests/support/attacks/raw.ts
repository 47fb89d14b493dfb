import { connect, type Socket } from "node:net";

/** Sends raw bytes on a new connection. Resolves to everything received until the server closes it. */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      // A server that keeps the connection open has answered: stop waiting.
      if (/\r\n\r\n/.test(Buffer.concat(chunks).toString("latin1"))) socket.end();
    });
    socket.on("close", () => resolve(Buffer.concat(chunks).toString("latin1")));
    socket.on("error", (error: Error & { code?: string }) =>
      error.code === "ECONNRESET" || error.code === "EPIPE"
        ? resolve(Buffer.concat(chunks).toString("latin1"))
        : reject(error),
    );
  });
}

/** The status of an answer's text; null without one. */
export function statusOf(answer: string): number | null {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
  return status ? Number(status) : null;
}

export function openSilent(port: number, text: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(text);
      resolve(socket);
    });
    socket.on("error", reject);
  });
}

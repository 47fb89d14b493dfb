import { connect, type Socket } from "node:net";

/** Sends bytes as they are on a connection of their own. Resolves to all that came back until the server hung up. */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      // Whoever keeps the connection has answered: more is not waited for.
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

/** The status of an answer as text; null when none came. */
export function statusOf(answer: string): number | null {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
  return status ? Number(status) : null;
}

/** A connection that says this much and then nothing. */
export function openSilent(port: number, text: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(text);
      resolve(socket);
    });
    socket.on("error", reject);
  });
}

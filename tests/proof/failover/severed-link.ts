import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A wire between two programs. Severed, it carries nothing in either direction, and says nothing of it. */
export type Link = { port: number; sever: () => void; mend: () => void; close: () => void };

/** Listens on a port of its own and passes on to `target`, as a network would that can be cut without root. */
export async function startLink(target: number): Promise<Link> {
  const sockets = new Set<Socket>();
  const waiting: Socket[] = [];
  let isSevered = false;

  function join(caller: Socket): void {
    if (caller.destroyed) return;
    const called = connect(target, "127.0.0.1");
    for (const [from, to] of [
      [caller, called],
      [called, caller],
    ] as const) {
      to.setNoDelay(true);
      keep(from);
      from.on("data", (bytes) => {
        if (!to.write(bytes)) from.pause();
      });
      to.on("drain", () => isSevered || from.resume());
      // An end is news, too: it must not cross a severed wire.
      from.on("close", () => (isSevered ? waiting.push(to) : to.destroy()));
    }
    if (isSevered) for (const socket of [caller, called]) socket.pause();
  }

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  }

  const server = createServer({ allowHalfOpen: false }, (caller) => {
    caller.on("error", () => {});
    if (isSevered) newcomers.push(caller);
    else join(caller);
  });
  const newcomers: Socket[] = [];
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    sever: () => {
      isSevered = true;
      for (const socket of sockets) socket.pause();
    },
    mend: () => {
      isSevered = false;
      for (const socket of waiting.splice(0)) socket.destroy();
      for (const socket of sockets) socket.resume();
      for (const caller of newcomers.splice(0)) join(caller);
    },
    close: () => {
      server.close();
      for (const socket of [...sockets, ...newcomers]) socket.destroy();
    },
  };
}

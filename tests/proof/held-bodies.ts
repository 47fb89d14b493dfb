import { connect, type Socket } from "node:net";
import { type AttackedSite, attackedSite } from "#tests/proof/attacked-site.ts";
import type { Attack } from "#tests/proof/attacks.ts";

const STRANGERS = 24;
const MB = 1024 * 1024;
const SENT = 31 * MB;
const MOST_MORE = 30;
const PATHS = ["/admin/settings/videos/1", "/admin/media", "/admin/settings/pictures/home", "/book", "/contact"];

/** Strangers who send as much as the largest upload may be, and more than most forms take; each time to a new site. */
export async function heldBodies(): Promise<Attack[]> {
  const found: Attack[] = [];
  for (const path of PATHS) {
    const site = await attackedSite();
    found.push(await heldAt(site, path).finally(site.stop));
  }
  return found;
}

async function heldAt(site: AttackedSite, path: string): Promise<Attack> {
  // What each such request costs once is no part of it.
  await sendAll(site, path, MB);
  const before = await site.memory();
  const more = Math.round((await sendAll(site, path, SENT)) - before);
  return {
    what: `${STRANGERS} strangers send 31 MB each to ${path}`,
    sent: STRANGERS,
    promise: `resident memory rises by less than ${MOST_MORE} MB`,
    measured: `from ${Math.round(before)} MB by ${more} MB`,
    held: more < MOST_MORE,
  };
}

/** All send at once, as much as is taken of so many bytes; the most memory seen meanwhile, in MB. */
async function sendAll(site: AttackedSite, path: string, bytes: number): Promise<number> {
  const sockets = Array.from({ length: STRANGERS }, (_, at) => uploadFrom(`192.0.2.${at + 1}`, { site, path, bytes }));
  let highest = 0;
  const all = Promise.all(sockets.map(({ sent }) => sent));
  for (let isOver = false; !isOver; ) {
    isOver = await Promise.race([all.then(() => true), site.memory().then(() => false)]);
    highest = Math.max(highest, await site.memory());
  }
  for (const { socket } of sockets) socket.destroy();
  return highest;
}

type Upload = { site: AttackedSite; path: string; bytes: number };

function uploadFrom(address: string, { site, path, bytes }: Upload): { socket: Socket; sent: Promise<void> } {
  const { host, port } = new URL(site.url);
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => {});
  // Read and dropped: an answer that nobody reads would hold the connection.
  socket.resume();
  return { socket, sent: send() };

  async function send(): Promise<void> {
    const head = [
      `POST ${path} HTTP/1.1`,
      `Host: ${host}`,
      `Origin: ${site.url}`,
      `X-Forwarded-For: ${address}`,
      "Content-Type: multipart/form-data; boundary=x",
      `Content-Length: ${bytes + 1}`,
    ];
    socket.write(
      `${head.join("\r\n")}\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`,
    );
    const chunk = Buffer.alloc(256 * 1024, "a");
    for (let left = bytes; left > 0 && !socket.destroyed; left -= chunk.length) {
      if (!socket.write(chunk)) await drained(socket);
    }
  }
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      socket.off("drain", goOn).off("close", goOn);
      resolve();
    };
    socket.on("drain", goOn).on("close", goOn);
  });
}

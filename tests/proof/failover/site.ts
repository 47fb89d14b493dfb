import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "#scripts/bootstrap/project.mjs";
import { websiteProxyFile } from "#tests/proof/failover/config-files.ts";
import { findPrograms, type Owner, quietPort, signal, startProgram } from "#tests/proof/failover/programs.ts";
import { type SiteServer, startServer } from "#tests/support/server.ts";

const SECRET = "the-same-secret-on-every-server-of-the-fleet";

export type ProxiedSite = {
  url: string;
  servers: SiteServer[];
  /**
   * Ends one process with this signal, and starts one of the release in `folder` in its place, with today's settings.
   * `isTakenOut`: the proxy is told first, for a release that does not say itself that it is about to close.
   */
  replace: (index: number, by: { folder: string; signal: NodeJS.Signals; isTakenOut: boolean }) => Promise<void>;
  stop: () => Promise<void>;
};

/** So many processes of the built site behind HAProxy, on one database. `before`: a release that they start from. */
export async function startProxiedSite(
  env: Record<string, string>,
  { size, owner, before }: { size: number; owner: Owner; before?: { folder: string; env: Record<string, string> } },
): Promise<ProxiedSite> {
  const { haproxy = "" } = findPrograms(["haproxy"]);
  const folder = mkdtempSync(join(tmpdir(), "limber-yard-site-"));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const port = await quietPort();
  const url = `http://127.0.0.1:${port}`;
  const ports = await Promise.all(Array.from({ length: size }, () => quietPort()));
  const shared = { DATA_DIR: join(folder, "data"), AUTH_SECRET: SECRET, PUBLIC_URL: url, TRUST_PROXY: "1", ...env };
  const start = (at: number, folderOf: string, own = {}) =>
    startServer({ ...shared, ...own, PORT: String(at) }, { folder: folderOf });
  const servers = await Promise.all(ports.map((at) => start(at, before?.folder ?? root, before?.env)));
  const processes = ports.map((at, index) => ({ name: `site${index + 1}`, port: at }));
  const socket = join(folder, "haproxy.sock");
  writeFileSync(join(folder, "website.cfg"), websiteProxyFile(port, { processes, socket }));
  const proxy = startProgram("haproxy", [haproxy, "-f", join(folder, "website.cfg")], { folder, owner });
  const end = () => {
    if (proxy.process.pid) signal([proxy.process.pid], "SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", end);
  await untilServed(url);
  return {
    url,
    servers,
    async replace(index, by) {
      const [server, at] = [servers[index], ports[index]];
      if (!server || !at) throw new Error(`No process ${index}`);
      const asked = `website/site${index + 1}`;
      if (by.isTakenOut) await takeOut(socket, asked);
      const ended = once(server.process, "exit");
      server.process.kill(by.signal);
      await ended;
      await server.stop();
      servers[index] = await start(at, by.folder);
      if (by.isTakenOut) await command(socket, `set server ${asked} state ready`);
    },
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()));
      process.off("exit", end);
      end();
    },
  };
}

/** No new request goes to it; resolves when those in hand are answered. */
async function takeOut(socket: string, asked: string): Promise<void> {
  await command(socket, `set server ${asked} state drain`);
  const columnOf = (line: string) => line.split(",");
  for (let turn = 0; turn < 150; turn++) {
    const [head = "", ...lines] = (await command(socket, "show stat")).split("\n");
    const line = lines.find((one) => one.startsWith(`${asked.replace("/", ",")},`)) ?? "";
    if (columnOf(line)[columnOf(head).indexOf("scur")] === "0") return;
    await sleep(200);
  }
}

/** HAProxy's own commands (its Runtime API). */
async function command(socket: string, words: string): Promise<string> {
  const line = connect(socket);
  line.end(`${words}\n`);
  return text(line);
}

async function untilServed(url: string): Promise<void> {
  for (let turn = 0; turn < 100; turn++) {
    if ((await fetch(url).catch(() => null))?.ok) return;
    await sleep(200);
  }
  throw new Error("The site did not answer through its proxy");
}

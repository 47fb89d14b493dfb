import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { websiteProxyFile } from "#tests/proof/failover/config-files.ts";
import { findPrograms, type Owner, signal, startProgram } from "#tests/proof/failover/programs.ts";
import { freePort } from "#tests/support/free-port.ts";
import { type SiteServer, startServer } from "#tests/support/server.ts";

const SECRET = "the-same-secret-on-every-server-of-the-fleet";

export type ProxiedSite = { url: string; servers: SiteServer[]; stop: () => Promise<void> };

/** So many processes of the built site behind HAProxy, on one database. */
export async function startProxiedSite(
  env: Record<string, string>,
  { size, owner }: { size: number; owner: Owner },
): Promise<ProxiedSite> {
  const { haproxy = "" } = findPrograms(["haproxy"]);
  const folder = mkdtempSync(join(tmpdir(), "limber-yard-site-"));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const ports = await Promise.all(Array.from({ length: size }, () => freePort()));
  const shared = { DATA_DIR: join(folder, "data"), AUTH_SECRET: SECRET, PUBLIC_URL: url, TRUST_PROXY: "1", ...env };
  const servers = await Promise.all(ports.map((at) => startServer({ ...shared, PORT: String(at) })));
  const processes = ports.map((at, index) => ({ name: `site${index + 1}`, port: at }));
  writeFileSync(join(folder, "website.cfg"), websiteProxyFile(port, processes));
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
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()));
      process.off("exit", end);
      end();
    },
  };
}

async function untilServed(url: string): Promise<void> {
  for (let turn = 0; turn < 100; turn++) {
    if ((await fetch(url).catch(() => null))?.ok) return;
    await sleep(200);
  }
  throw new Error("The site did not answer through its proxy");
}

import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { lookup, Resolver } from "node:dns/promises";
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { networkInterfaces } from "node:os";
import { dirname } from "node:path";
import { connect } from "node:tls";
import type { PlannedFile } from "#scripts/server/plan.ts";

/** Says what to do next, and stops. */
export function end(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

export function readOr<T>(path: string, otherwise: T): string | T {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return otherwise;
  }
}

/** Whole or not at all, also if the power fails in the middle. */
export function write({ path, mode, text }: PlannedFile): void {
  mkdirSync(dirname(path), { recursive: true });
  const partial = `${path}.${randomBytes(4).toString("hex")}`;
  const file = openSync(partial, "w", mode);
  writeFileSync(file, text);
  fsyncSync(file);
  closeSync(file);
  chmodSync(partial, mode);
  renameSync(partial, path);
}

export function runs(command: string, words: readonly string[]): boolean {
  return spawnSync(command, words, { stdio: "ignore" }).status === 0;
}

export function mustRun(
  command: string,
  words: readonly string[],
  { env = {} }: { env?: Record<string, string> } = {},
): void {
  const { status, stdout, stderr } = spawnSync(command, words, { encoding: "utf8", env: { ...process.env, ...env } });
  if (status === 0) return;
  process.stderr.write(`${stdout ?? ""}${stderr ?? ""}`);
  end(
    `${command} failed; the reason stands above. Nothing of the running site was changed: mend it, then run this again.`,
  );
}

/** Null where nothing answers. */
export function statusOf(url: string): Promise<number | null> {
  return new Promise((resolve) => {
    get(url, { timeout: 2000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? null);
    })
      .on("error", () => resolve(null))
      .on("timeout", function (this: { destroy: () => void }) {
        this.destroy();
        resolve(null);
      });
  });
}

export async function recordsOf(domain: string): Promise<{ a: string[]; aaaa: string[] }> {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  const none = () => [] as string[];
  const [a, aaaa] = await Promise.all([resolver.resolve4(domain).catch(none), resolver.resolve6(domain).catch(none)]);
  if (a.length > 0 || aaaa.length > 0) return { a, aaaa };
  // A name of /etc/hosts is good enough for a machine of the own network.
  const found = await lookup(domain, { all: true }).catch(() => []);
  return {
    a: found.filter(({ family }) => family === 4).map(({ address }) => address),
    aaaa: found.filter(({ family }) => family === 6).map(({ address }) => address),
  };
}

/** Those that were given, and those of its network cards. */
export function ownAddresses(given: readonly string[]): string[] {
  const found = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return [...given, ...found.filter(({ internal, scopeid }) => !internal && !scopeid).map(({ address }) => address)];
}

/** Whether the proxy of this machine has a certificate for the host. */
export function hasCertificate(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    // Whoever signed it: browsers decide that, and another authority may be set.
    const socket = connect({
      host: "127.0.0.1",
      port: 443,
      servername: host,
      rejectUnauthorized: false,
      timeout: 3000,
    });
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("secureConnect", () => settle(Object.keys(socket.getPeerCertificate()).length > 0));
    socket.once("error", () => settle(false));
    socket.once("timeout", () => settle(false));
  });
}

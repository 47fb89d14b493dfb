import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { openSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { onPath } from "#scripts/bootstrap/project.mjs";
import { Failure } from "#scripts/bootstrap/step.mjs";

const SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const PACKAGES = { patroni: "patroni", etcd: "etcd-server", haproxy: "haproxy" };

export type Owner = { uid: number; gid: number } | null;
export type Program = { process: ChildProcess; log: string };

/** Where the programs are, or a failure that names the packages that are missing. */
export function findPrograms(names: readonly (keyof typeof PACKAGES)[]): Record<string, string> {
  process.env.PATH = `${process.env.PATH}:${SYSTEM_PATH}`;
  const found = names.map((name) => [name, onPath(name)] as const);
  const missing = found.filter(([, path]) => path === null).map(([name]) => PACKAGES[name as keyof typeof PACKAGES]);
  if (names.includes("patroni") && !knowsEtcd()) missing.push("python3-etcd");
  if (missing.length > 0) {
    throw new Failure(
      `This proof needs ${missing.join(", ")}. To mend it: sudo apt-get install -y --no-install-recommends ${missing.join(" ")}`,
    );
  }
  return Object.fromEntries(found.map(([name, path]) => [name, path ?? ""]));
}

function knowsEtcd(): boolean {
  return spawnSync("/usr/bin/python3", ["-c", "import etcd"]).status === 0;
}

/** Nothing of the cluster runs as root. */
export function plainUser(): Owner {
  if (process.getuid?.() !== 0) return null;
  const idOf = (flag: string, user: string) => spawnSync("id", [flag, user], { encoding: "utf8" }).stdout.trim();
  const user = idOf("-u", "postgres") === "" ? "nobody" : "postgres";
  return { uid: Number(idOf("-u", user)), gid: Number(idOf("-g", user)) };
}

/** Starts a program in a folder that is all it may write to; what it says goes to `name.log` there. */
export function startProgram(
  name: string,
  [command = "", ...args]: readonly string[],
  { folder, owner }: { folder: string; owner: Owner },
): Program {
  const log = join(folder, `${name}.log`);
  const output = openSync(log, "a");
  const env = { PATH: SYSTEM_PATH, HOME: folder, LANG: "C.UTF-8" };
  const child = spawn(command, args, { ...owner, cwd: folder, env, stdio: ["ignore", output, output] });
  child.on("error", (error) => console.error(`${name}: ${error.message}`));
  return { process: child, log };
}

/** PostgreSQL's processes work in their data folder, removed or not: that is how ours are told from others. */
export function processesIn(folder: string): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && folderOf(pid) === folder);
}

function folderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).replace(/ \(deleted\)$/, "");
  } catch {
    return null;
  }
}

export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended meanwhile.
    }
  }
}

export function tailOf(log: string): string {
  return readFileSync(log, "utf8").split("\n").slice(-60).join("\n");
}

/**
 * A free port below those that the system gives to outgoing connections: a program that is started again at its port
 * must find it free.
 */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 18_000);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

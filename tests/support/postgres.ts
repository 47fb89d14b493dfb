import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findPostgres } from "#scripts/bootstrap/find-postgres.mjs";
import { freePort } from "#tests/support/free-port.ts";
import { makeTemplate } from "#tests/support/postgres-databases.ts";

export type PostgresServer = {
  url: string;
  stop: () => Promise<void>;
  /** The same without a last write of data that nobody will read. */
  discard: () => Promise<void>;
  /** Starts a copy of it that follows, but stays as it is now: it applies what comes an hour later. */
  startStandby: () => Promise<Standby>;
  /** Kills it as a crash would (connections cut, nothing flushed) and restarts it at the same address. */
  crash: () => Promise<void>;
};

/** `urlOf`: the address of the same database there. */
export type Standby = { urlOf: (databaseUrl: string) => string; stop: () => Promise<void> };

type Owner = { uid: number; gid: number } | null;

// Fast instead of safe: the data is thrown away.
const SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "300",
  shared_buffers: "64MB",
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
};

// Durable commits as in production, for tests that crash the server.
const DURABLE = { ...SETTINGS, fsync: "on", synchronous_commit: "on", full_page_writes: "on" };

type Settings = Record<string, string>;

/** Starts a server with the migrated template that `makeDatabase` copies. Stop it when done. `settings`: its own, too. */
export async function startPostgres({
  durable = false,
  settings = {},
}: {
  durable?: boolean;
  settings?: Settings;
} = {}): Promise<PostgresServer> {
  const bin = findPostgres();
  const owner = ownerOfData();
  const folder = mkdtempSync(join(tmpdir(), "limber-yard-postgres-"));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  initialise({ bin, folder, owner });
  const port = await freePort();
  const all = { ...(durable ? DURABLE : SETTINGS), ...settings };
  let server = serve({ bin, folder, owner, port, settings: all });
  const removeAtExit = () => {
    server.kill("SIGQUIT");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", removeAtExit);
  await untilReady(server);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await makeTemplate(url);
  const end = async (signal: "SIGINT" | "SIGQUIT") => {
    process.off("exit", removeAtExit);
    const ended = once(server, "exit");
    if (server.kill(signal)) await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    url,
    startStandby: () => startStandby({ bin, owner, primary: url }),
    crash: async () => {
      const ended = once(server, "exit");
      if (server.kill("SIGQUIT")) await ended;
      server = serve({ bin, folder, owner, port, settings: all });
      await untilReady(server);
    },
    // SIGINT: PostgreSQL's fast shutdown, which closes open connections.
    stop: () => end("SIGINT"),
    discard: () => end("SIGQUIT"),
  };
}

const LATE = { ...SETTINGS, recovery_min_apply_delay: "1h" };

async function startStandby({ bin, owner, primary }: { bin: string; owner: Owner; primary: string }): Promise<Standby> {
  const folder = mkdtempSync(join(tmpdir(), "limber-yard-standby-"));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const args = ["-D", join(folder, "data"), "-d", primary, "--write-recovery-conf", "--checkpoint=fast", "--no-sync"];
  const copied = spawnSync(join(bin, "pg_basebackup"), args, { ...owner, cwd: folder, encoding: "utf8" });
  if (copied.status !== 0) throw new Error(`pg_basebackup could not copy the server: ${copied.stderr}`);
  const port = await freePort();
  const server = serve({ bin, folder, owner, port, settings: LATE });
  const removeAtExit = () => {
    server.kill("SIGQUIT");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", removeAtExit);
  await untilReady(server);
  return {
    urlOf: (databaseUrl) => Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    stop: async () => {
      process.off("exit", removeAtExit);
      const ended = once(server, "exit");
      if (server.exitCode === null && server.kill("SIGINT")) await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL and PgBouncer refuse to run as root: then their files belong to the user `postgres` or `nobody`. */
export function ownerOfData(): Owner {
  if (process.getuid?.() !== 0) return null;
  const idOf = (flag: string, user: string) => spawnSync("id", [flag, user], { encoding: "utf8" }).stdout.trim();
  const user = idOf("-u", "postgres") === "" ? "nobody" : "postgres";
  return { uid: Number(idOf("-u", user)), gid: Number(idOf("-g", user)) };
}

type Place = { bin: string; folder: string; owner: Owner };

function initialise({ bin, folder, owner }: Place): void {
  const args = ["-D", join(folder, "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  const { status, stderr, error } = spawnSync(join(bin, "initdb"), args, { ...owner, cwd: folder, encoding: "utf8" });
  if (status === 0) return;
  rmSync(folder, { recursive: true, force: true });
  throw new Error(`initdb could not make a database cluster: ${error?.message ?? stderr}`);
}

function serve({ bin, folder, owner, port, settings }: Place & { port: number; settings: Settings }): ChildProcess {
  const told = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const args = ["-D", join(folder, "data"), "-p", String(port), ...told];
  return spawn(join(bin, "postgres"), args, { ...owner, cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
}

async function untilReady(server: ChildProcess): Promise<void> {
  const said: string[] = [];
  if (!server.stderr) throw new Error("PostgreSQL was started without a pipe for its log");
  // Read the pipe to its end: a full one would stop the server.
  const lines = createInterface({ input: server.stderr });
  await new Promise<void>((resolve, reject) => {
    lines.on("line", (line) => {
      said.push(line);
      if (line.includes("ready to accept")) resolve();
    });
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`PostgreSQL ended with ${code}:\n${said.slice(-20).join("\n")}`)));
  });
}

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { isExecutable, onPath } from "#scripts/bootstrap/project.mjs";
import { Failure } from "#scripts/bootstrap/step.mjs";
import { freePort } from "#tests/support/free-port.ts";
import { ownerOfData } from "#tests/support/postgres.ts";

export type Pooler = { url: string; version: string; stop: () => Promise<void> };

const DEBIAN = "/usr/sbin/pgbouncer";
const MISSING =
  "PgBouncer is not installed, and this proof runs every test through it. To mend it: sudo apt-get install -y " +
  "--no-install-recommends pgbouncer";

/** The program; throws a sentence with the remedy when it is missing. */
export function findPgbouncer(): string {
  const program = onPath("pgbouncer") ?? (isExecutable(DEBIAN) ? DEBIAN : null);
  if (!program) throw new Failure(MISSING);
  return program;
}

/** Starts PgBouncer before a server, pooling by transaction. Stop it when done. */
export async function startPgbouncer(serverUrl: string): Promise<Pooler> {
  const program = findPgbouncer();
  const owner = ownerOfData();
  const folder = mkdtempSync(join(tmpdir(), "limber-yard-pgbouncer-"));
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(file, settings(serverUrl, port));
  if (owner) for (const path of [folder, file]) chownSync(path, owner.uid, owner.gid);
  const pooler = spawn(program, [file], { ...owner, cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  const removeAtExit = () => {
    pooler.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", removeAtExit);
  await untilUp(pooler);
  const version = /PgBouncer (\S+)/.exec(spawnSync(program, ["--version"], { encoding: "utf8" }).stdout)?.[1] ?? "?";
  return {
    url: Object.assign(new URL(serverUrl), { port: String(port) }).href,
    version,
    stop: async () => {
      process.off("exit", removeAtExit);
      const ended = once(pooler, "exit");
      // SIGTERM: at once, whoever is connected.
      if (pooler.kill("SIGTERM")) await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// In turn over the server's connections, so that whoever leans on a session meets another one. Hundreds of databases
// share the server's 300 connections, so idle ones are given back soon.
function settings(serverUrl: string, port: number): string {
  const server = new URL(serverUrl);
  return `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
server_round_robin = 1
ignore_startup_parameters = statement_timeout
max_client_conn = 2000
default_pool_size = 8
server_idle_timeout = 2
autodb_idle_timeout = 10
`;
}

async function untilUp(pooler: ReturnType<typeof spawn>): Promise<void> {
  const said: string[] = [];
  if (!pooler.stderr) throw new Error("PgBouncer was started without a pipe for its log");
  const lines = createInterface({ input: pooler.stderr });
  await new Promise<void>((resolve, reject) => {
    lines.on("line", (line) => {
      said.push(line);
      if (said.length > 50) said.shift();
      if (line.includes("process up")) resolve();
    });
    pooler.once("error", reject);
    pooler.once("exit", (code) => reject(new Error(`PgBouncer ended with ${code}:\n${said.join("\n")}`)));
  });
}

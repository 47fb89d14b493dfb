import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findRadicale } from "#scripts/bootstrap/find-radicale.mjs";
import { freePort } from "#tests/support/free-port.ts";

const USERS = 60;
export const PASSWORD = "app-password-of-a-phone";

/** A started server of calendars: where it is, and how it names a person's own place there. */
export type CalDavServer = {
  name: string;
  version: string;
  origin: string;
  /** Someone who has no calendar yet. */
  newUser: () => { username: string; password: string; home: string };
  stop: () => Promise<void>;
};

/** Starts Radicale on this machine, with accounts that have the same password. */
export async function startRadicale(): Promise<CalDavServer> {
  const program = findRadicale();
  const folder = mkdtempSync(join(tmpdir(), "limber-yard-radicale-"));
  const port = await freePort();
  const names = Array.from({ length: USERS }, (_, nth) => `tom${nth}`);
  writeFileSync(join(folder, "users"), names.map((name) => `${name}:${PASSWORD}\n`).join(""));
  writeFileSync(join(folder, "config"), settings(folder, port));
  const server = spawn(program, ["--config", join(folder, "config")], { stdio: "ignore" });
  const removeAtExit = () => {
    server.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", removeAtExit);
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswering(server, origin);
  let taken = 0;
  return {
    name: "Radicale",
    version: versionOf(program),
    origin,
    newUser: () => {
      const username = names[taken++ % USERS] ?? "tom0";
      return { username, password: PASSWORD, home: `${origin}/${username}/` };
    },
    stop: async () => {
      process.off("exit", removeAtExit);
      const ended = once(server, "exit");
      if (server.exitCode === null && server.kill("SIGKILL")) await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function settings(folder: string, port: number): string {
  return `[server]
hosts = 127.0.0.1:${port}
max_connections = 40
[auth]
type = htpasswd
htpasswd_filename = ${join(folder, "users")}
htpasswd_encryption = plain
delay = 0
[storage]
filesystem_folder = ${join(folder, "collections")}
[logging]
level = critical
`;
}

/** Waits until a server of calendars answers, whatever it answers. */
export async function untilAnswering(server: ChildProcess, origin: string): Promise<void> {
  let ended = false;
  server.once("exit", () => {
    ended = true;
  });
  for (let tries = 0; tries < 600 && !ended; tries += 1) {
    const answer = await fetch(origin, { redirect: "manual" }).catch(() => null);
    if (answer) return;
    await pause(50);
  }
  throw new Error(`${server.spawnfile} did not begin to answer at ${origin}`);
}

export function versionOf(program: string): string {
  return /\d+(\.\d+)+/.exec(spawnSync(program, ["--version"], { encoding: "utf8" }).stdout)?.[0] ?? "?";
}

import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stockOf, tryToBook } from "#tests/proof/booking-client.ts";
import type { Table } from "#tests/proof/report.ts";
import { freePort } from "#tests/support/free-port.ts";
import { type Installation, makeInstallation } from "#tests/support/releases.ts";

/** There by OpenSSH with a key, and back over the old data: each time with what was booked meanwhile. */
export async function moved(folder: string, broken: string[]): Promise<Table> {
  const rows: (string | number)[][] = [];
  const [here, there] = [await installed(folder), await installed(folder)];
  const ssh = await startSsh(mkdtempSync(join(folder, "ssh-")));
  try {
    await here.systemctl("start");
    await untilReady(here);
    const stock = await stockOf(here.url);
    const ways = [
      { name: "to the new server", from: here, to: there },
      { name: "back, over the old data", from: there, to: here },
    ];
    for (const { name, from, to } of ways) {
      const free = stock.shift();
      const booked = free && (await tryToBook(from.url, free));
      if (booked?.status !== 201) broken.push(`${name}: no booking before it (${booked?.status})`);
      const run = await move({ from, to, ssh: ssh.command });
      await untilReady(to);
      const again = free && booked && (await tryToBook(to.url, free, booked));
      const isKept = again?.status === 201 && again.reference === booked?.reference;
      const said = (run.output || run.errors).trim().split("\n")[0] ?? "";
      if (run.code !== 0 || !isKept) broken.push(`moved ${name}: ended with ${run.code}: ${run.errors}`);
      rows.push([name, run.code ?? "killed", isKept ? "kept" : "lost", said.replaceAll(folder, "…")]);
    }
  } finally {
    ssh.stop();
    for (const site of [here, there]) {
      await site.systemctl("stop");
      rmSync(site.home, { recursive: true, force: true });
    }
  }
  return {
    title: "Moved to another server",
    note: "`npm run move-server` over OpenSSH with a key, between two installations with a service of their own. A booking made before each way is asked for after it, where the site serves.",
    columns: ["way", "exit code", "a booking from before", "said"],
    rows,
  };
}

function installed(folder: string): Promise<Installation> {
  return makeInstallation(mkdtempSync(join(folder, "house-")));
}

async function untilReady({ url }: Installation): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (
      await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await sleep(200);
  }
}

type Move = { from: Installation; to: Installation; ssh: string };

function move({ from, to, ssh }: Move) {
  const env = join(to.home, "env");
  const lines = Object.entries(to.env).map(([name, value]) => `${name}='${value}'\n`);
  writeFileSync(env, lines.join(""));
  mkdirSync(to.dataDir, { recursive: true });
  writeFileSync(join(from.home, "bin/ssh"), ssh);
  chmodSync(join(from.home, "bin/ssh"), 0o755);
  return from.run("scripts/move-server.ts", `root@other-server:${to.current()}`, "--env", env);
}

/** A daemon that lets root in by one key, and the ssh command of whoever has that key. */
async function startSsh(folder: string) {
  const port = await freePort();
  const [host, key] = [join(folder, "host"), join(folder, "key")];
  for (const file of [host, key]) spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", file]);
  mkdirSync("/run/sshd", { recursive: true });
  const daemon = [
    `Port ${port}`,
    "ListenAddress 127.0.0.1",
    `HostKey ${host}`,
    `AuthorizedKeysFile ${key}.pub`,
    "PasswordAuthentication no",
    "PermitRootLogin prohibit-password",
    "StrictModes no",
    "UsePAM no",
    "PidFile none",
  ];
  writeFileSync(join(folder, "sshd.conf"), `${daemon.join("\n")}\n`);
  const client = [
    "Host other-server",
    "HostName 127.0.0.1",
    `Port ${port}`,
    `IdentityFile ${key}`,
    `UserKnownHostsFile ${join(folder, "known")}`,
    "StrictHostKeyChecking accept-new",
  ];
  writeFileSync(join(folder, "ssh.conf"), `${client.join("\n")}\n`);
  const child = spawn("/usr/sbin/sshd", ["-D", "-e", "-f", join(folder, "sshd.conf")], { stdio: "ignore" });
  return {
    command: `#!/bin/sh\nexec /usr/bin/ssh -F '${join(folder, "ssh.conf")}' "$@"\n`,
    stop: () => void child.kill(),
  };
}

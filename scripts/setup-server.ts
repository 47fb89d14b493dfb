import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { totalmem } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { dnsProblem, readDomain } from "#app/maintenance/domain.ts";
import { ADDRESS_OUTCOME_FILE, ADDRESS_REQUEST_FILE } from "#app/maintenance/server-task.ts";
import { ON_TEAM_CODE } from "#scripts/admin-command.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { root } from "#scripts/bootstrap/project.mjs";
import {
  end,
  hasCertificate,
  mustRun,
  ownAddresses,
  readOr,
  recordsOf,
  runs,
  statusOf,
  write,
} from "#scripts/server/machine.ts";
import {
  BACKUPS,
  CADDYFILE,
  COMMAND,
  caddyText,
  DATA,
  dnsWords,
  ENVIRONMENT,
  environmentText,
  FIREWALL,
  FIREWALL_UNIT,
  HOME,
  type Machine,
  machineProblem,
  mayReplace,
  needsSwap,
  type PlannedFile,
  plannedFiles,
  readSetup,
  readWish,
  SETUP,
  SWAP,
  TASKS,
  UNIT,
  USER,
  type Wish,
} from "#scripts/server/plan.ts";

import { readAsOwner, removeAsOwner, writeAsOwner } from "#scripts/update/as-owner.ts";

// npm run setup-server: makes this machine the practice's server, or takes it apart. Every step may run again (decisions/0801).
const { flags, texts } = readCommand("setup-server");
const isDry = flags["dry-run"] === true;
// Without the slash at its end, as the link is read.
const RELEASE = realpathSync(root);
const LOCK = "/run/limber-yard-setup";
const PENDING = "/etc/limber-yard/pending";
const PACKAGES = ["caddy", "nftables", "unattended-upgrades", "ca-certificates"];
const SERVICES = ["limber-yard", "caddy"] as const;

if (flags.uninstall) await asOne(uninstall);
else if (flags.requested) await carryOutRequest();
else {
  const before = readSetup(readOr(SETUP, ""));
  const { domain, email, address, "acme-url": acmeUrl } = texts;
  const wish = readWish({ domain, email, address, acmeUrl }, before);
  if (typeof wish === "string") end(wish);
  await asOne(async () => {
    if (before && before.domain !== wish.domain && !isDry) await prepareAddress(before, wish);
    await setUp(wish);
  });
}

/** What the page Site address asked for, by a process of its own, so that whatever stops it is told to the owner. */
async function carryOutRequest(): Promise<void> {
  const file = `${DATA}/${ADDRESS_REQUEST_FILE}`;
  const atHome = { folder: RELEASE, dataDir: DATA };
  const domain = readDomain(await readAsOwner(atHome, file));
  const words = [...process.execArgv, process.argv[1] ?? "", "--domain", domain ?? ""];
  const done = domain ? spawnSync(process.execPath, words, { encoding: "utf8" }) : null;
  process.stdout.write(`${done?.stdout ?? ""}${done?.stderr ?? ""}`);
  const outcome =
    done?.status === 0
      ? { kind: "changed", words: `The site is at https://${domain} now.` }
      : { kind: "refused", words: done?.stderr.trim() || "The request named no domain. Ask again." };
  const text = JSON.stringify({ at: Date.now(), domain, ...outcome });
  await writeAsOwner(atHome, `${DATA}/${ADDRESS_OUTCOME_FILE}`, text);
  await removeAsOwner(atHome, file);
}

/** Both addresses are answered until the new one has its certificate. Without it everything stays as it was. */
async function prepareAddress(before: Wish, wish: Wish): Promise<void> {
  const old = readOr(CADDYFILE, null);
  if (old === null || !mayReplace(old))
    end(`${CADDYFILE} was written by someone else. Move it away, then run this again.`);
  const problem = dnsProblem(wish.domain, { ...(await recordsOf(wish.domain)), here: await addressesOf(before) });
  if (problem) end(`${dnsWords(problem)}\nNothing was changed: the site stays at https://${before.domain}.`);
  console.log(`Doing: A certificate for ${wish.domain}, beside ${before.domain}`);
  const answerBoth = (text: string) => {
    write({ path: CADDYFILE, mode: 0o644, text });
    mustRun("systemctl", ["reload", "caddy"]);
  };
  answerBoth(caddyText(before, wish.domain));
  if (await waitForCertificate(wish.domain)) return;
  answerBoth(old);
  end(
    `${wish.domain} leads here, and no certificate came within two minutes. Nothing was changed: the site stays at https://${before.domain}.`,
  );
}

/** Behind a provider's own network a machine doesn't see its public address: the site's present domain leads to it. */
async function addressesOf(before: Wish): Promise<string[]> {
  const { a, aaaa } = await recordsOf(before.domain);
  return [...ownAddresses(before.addresses), ...a, ...aaaa];
}

async function waitForCertificate(domain: string): Promise<boolean> {
  for (let left = 120; left > 0; left--) {
    if (await hasCertificate(domain)) return true;
    await wait(1000);
  }
  return false;
}

/** Two at once would write the same files: the second is refused. A lock whose process has died is taken over. */
async function asOne(work: () => Promise<void>): Promise<void> {
  if (isDry) return work();
  const problem = machineProblem({
    memoryMb: Math.round(totalmem() / 1_000_000),
    hasSystemd: existsSync("/run/systemd/system"),
    isRoot: process.getuid?.() === 0,
  });
  if (problem) end(problem);
  const other = existsSync(LOCK) ? Number(readFileSync(LOCK, "utf8")) : 0;
  if (other && existsSync(`/proc/${other}`)) end("Another set-up runs on this machine. Wait until it is done.");
  writeFileSync(LOCK, String(process.pid));
  try {
    await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

async function setUp(wish: Wish): Promise<void> {
  const machine = lookAtMachine();
  const environment = environmentText(readOr(ENVIRONMENT, ""), wish);
  const files = [{ path: ENVIRONMENT, mode: 0o600, text: environment }, ...plannedFiles(wish, machine)];
  const foreign = files.find(({ path }) => path !== ENVIRONMENT && !mayReplace(readOr(path, null)));
  if (foreign) end(`${foreign.path} was written by someone else. Move it away, then run this again.`);
  await step("Packages: caddy, nftables, unattended-upgrades", hasPackages, () => {
    for (const port of [80, 443]) expectFree(port);
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    mustRun("apt-get", ["update", "-q"], { env });
    // Its own start would take port 80 with a page of its own.
    mustRun("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...PACKAGES], { env });
  });
  await step(
    `User ${USER}, without a shell`,
    () => runs("id", ["-u", USER]),
    () => mustRun("useradd", ["--system", "--home-dir", DATA, "--shell", "/usr/sbin/nologin", USER]),
  );
  await step(
    `Folder ${BACKUPS} for a backup a day`,
    () => existsSync(BACKUPS),
    () => {
      mkdirSync(BACKUPS, { recursive: true, mode: 0o700 });
      mustRun("chown", [`${USER}:${USER}`, BACKUPS]);
    },
  );
  // What an earlier run wrote, and did not come to restart: it failed, or the power was lost.
  const changed = readOr(PENDING, "").split("\n").filter(Boolean);
  const note = (path: string) => {
    changed.push(path);
    write({ path: PENDING, mode: 0o600, text: changed.join("\n") });
  };
  await step(
    `${HOME}/current is ${RELEASE}`,
    () => linked() === RELEASE,
    () => {
      // The service of the release before runs on until it is restarted.
      note(UNIT);
      link(RELEASE);
    },
  );
  if (needsSwap(machine)) await step(`Swap file ${SWAP} of 1 GB`, () => existsSync(SWAP), addSwap);
  for (const file of files) {
    const isThere = () => readOr(file.path, null) === file.text;
    await step(
      `File ${file.path}`,
      isThere,
      () => {
        note(file.path);
        write(file);
      },
      file,
    );
  }
  if (machine.hasUfw)
    await step(
      "Firewall: ports 80 and 443 in ufw",
      () => false,
      () => mustRun("ufw", ["allow", "80,443/tcp"]),
    );
  await step(
    "Services: start now and after each boot",
    () => changed.length === 0 && isRunning(),
    () => restart(changed),
  );
  if (isDry) return console.log("Nothing was changed. Leave out --dry-run to do it.");
  await expectReady();
  const isSafe = await expectHttps(wish);
  await showLink(wish);
  if (!isSafe) process.exitCode = 2;
}

/** One step: says whether it is done already, does it, or with --dry-run shows what it would write. */
async function step(
  title: string,
  isDone: () => boolean,
  run: () => void | Promise<void>,
  file?: PlannedFile,
): Promise<void> {
  const done = isDone();
  console.log(`${done ? "As it is" : isDry ? "Would do" : "Doing"}: ${title}`);
  if (isDry && file && !done) console.log(file.text.replace(/^/gm, "    ").trimEnd());
  if (!done && !isDry) await run();
}

function lookAtMachine(): Machine {
  const ssh = spawnSync("sshd", ["-T"], { encoding: "utf8" }).stdout ?? "";
  const ports = [...ssh.matchAll(/^port (\d+)$/gm)].map(([, port]) => Number(port));
  return {
    memoryMb: Math.round(totalmem() / 1_000_000),
    hasSwap: readOr("/proc/swaps", "").trim().split("\n").length > 1,
    sshPorts: ports.length > 0 ? ports : [22],
    release: RELEASE,
    hasUfw: (spawnSync("ufw", ["status"], { encoding: "utf8" }).stdout ?? "").includes("Status: active"),
  };
}

function hasPackages(): boolean {
  return PACKAGES.every((name) => runs("dpkg-query", ["-W", "-f", "x", name]));
}

/** Refuses while something of someone else's answers at a port that Caddy needs. */
function expectFree(port: number): void {
  const { stdout = "" } = spawnSync("ss", ["-Hltnp", `sport = :${port}`], { encoding: "utf8" });
  const who = /users:\(\("([^"]+)"/.exec(stdout ?? "")?.[1];
  if (who && who !== "caddy")
    end(`Port ${port} is taken by ${who}. Stop it (systemctl disable --now ${who}), then run this again.`);
}

function linked(): string | null {
  try {
    return realpathSync(`${HOME}/current`);
  } catch {
    return null;
  }
}

function link(release: string): void {
  mkdirSync(HOME, { recursive: true });
  const partial = `${HOME}/.current.${randomBytes(4).toString("hex")}`;
  symlinkSync(release, partial);
  renameSync(partial, `${HOME}/current`);
}

function addSwap(): void {
  const partial = `${SWAP}.partial`;
  mustRun("fallocate", ["-l", "1G", partial]);
  chmodSync(partial, 0o600);
  mustRun("mkswap", [partial]);
  renameSync(partial, SWAP);
  mustRun("swapon", [SWAP]);
  const line = `${SWAP} none swap sw 0 0`;
  const fstab = readOr("/etc/fstab", "");
  if (!fstab.includes(line)) write({ path: "/etc/fstab", mode: 0o644, text: `${fstab.trimEnd()}\n${line}\n` });
}

function isRunning(): boolean {
  return SERVICES.every((name) => runs("systemctl", ["is-active", "--quiet", name]));
}

function restart(changed: readonly string[]): void {
  mustRun("systemctl", ["daemon-reload"]);
  if (existsSync(FIREWALL_UNIT)) {
    mustRun("systemctl", ["enable", "limber-yard-firewall"]);
    mustRun("systemctl", ["restart", "limber-yard-firewall"]);
  }
  for (const name of SERVICES) mustRun("systemctl", ["enable", name]);
  for (const { name } of TASKS) mustRun("systemctl", ["enable", "--now", `${name}.path`]);
  if (changed.includes(UNIT) || changed.includes(ENVIRONMENT)) mustRun("systemctl", ["restart", "limber-yard"]);
  else mustRun("systemctl", ["start", "limber-yard"]);
  mustRun("systemctl", [changed.includes(CADDYFILE) ? "restart" : "start", "caddy"]);
  rmSync(PENDING, { force: true });
}

async function expectReady(): Promise<void> {
  for (let left = 90; left > 0; left--) {
    if ((await statusOf("http://127.0.0.1:3000/readyz")) === 200)
      return console.log("The site answers on this machine.");
    await wait(1000);
  }
  end("The site did not start within 90 seconds. See why: journalctl -u limber-yard -n 50");
}

/** Waits for the certificate, two minutes at most. Says what is wrong with the domain meanwhile. */
async function expectHttps({ domain, addresses }: Wish): Promise<boolean> {
  const problem = dnsProblem(domain, { ...(await recordsOf(domain)), here: ownAddresses(addresses) });
  if (problem) {
    console.error(
      `${dnsWords(problem)}\nThe site runs already. Its certificate comes by itself once the record is right: nothing needs to be run again.`,
    );
    return false;
  }
  if (await waitForCertificate(domain)) return true;
  console.error(`${domain} leads here, and no certificate came within two minutes. See why: journalctl -u caddy -n 50`);
  return false;
}

/** The link that makes the owner goes to the terminal or the machine's console, and to no log. */
async function showLink({ domain, email }: Wish): Promise<void> {
  const env = { ...process.env, ...environmentNow(), NODE_ENV: "production", DATA_DIR: DATA, LOG_LEVEL: "warn" };
  const ids = { uid: idOf("-u"), gid: idOf("-g") };
  const words = ["--import", "./scripts/bootstrap/tsx.mjs", "scripts/admin.ts", "invite", email];
  const made = spawnSync(process.execPath, words, { cwd: root, env, ...ids, encoding: "utf8" });
  const link = /https:\S+/.exec(made.stdout ?? "")?.[0];
  if (made.status === ON_TEAM_CODE) return console.log(`https://${domain} has its owner.`);
  if (!link) end(`${made.stderr ?? ""}The link for the owner could not be made. Run this again.`);
  const said = `Open this link to become the owner of https://${domain} (it works once, for seven days):\n\n  ${link}\n`;
  if (process.stdout.isTTY) return console.log(said);
  // Without a terminal (cloud-init), what is printed ends in a log file. The console's greeting does not, and a boot forgets it.
  mkdirSync("/run/issue.d", { recursive: true });
  write({ path: "/run/issue.d/limber-yard.issue", mode: 0o600, text: `${said}\n` });
  runs("systemctl", ["restart", "getty@tty1"]);
  console.log("The link that makes the owner is on this machine's console: open it at your provider.");
}

function environmentNow(): Record<string, string> {
  const lines = readOr(ENVIRONMENT, "")
    .split("\n")
    .filter((line) => /^[A-Z_]+=/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

function idOf(which: "-u" | "-g"): number {
  return Number(spawnSync("id", [which, USER], { encoding: "utf8" }).stdout);
}

async function uninstall(): Promise<void> {
  const services = [...TASKS.map(({ name }) => `${name}.path`), "limber-yard", "limber-yard-firewall"];
  await step(
    "Services: stop, and not after the next boot",
    () => false,
    () => {
      for (const name of services) runs("systemctl", ["disable", "--now", name]);
      if (mayReplace(readOr(CADDYFILE, null))) runs("systemctl", ["disable", "--now", "caddy"]);
    },
  );
  const tasks = TASKS.flatMap(({ name }) => [".path", ".service"].map((end) => `/etc/systemd/system/${name}${end}`));
  const ours = [
    UNIT,
    ...tasks,
    SETUP,
    COMMAND,
    CADDYFILE,
    FIREWALL,
    FIREWALL_UNIT,
    "/etc/systemd/journald.conf.d/limber-yard.conf",
  ];
  for (const path of [...ours, "/etc/apt/apt.conf.d/52limber-yard"]) {
    const text = readOr(path, null);
    if (text !== null && mayReplace(text))
      await step(
        `Delete ${path}`,
        () => false,
        () => rmSync(path),
      );
  }
  if (existsSync(SWAP)) {
    await step(
      `Delete ${SWAP}`,
      () => false,
      () => {
        runs("swapoff", [SWAP]);
        rmSync(SWAP);
        const kept = readOr("/etc/fstab", "")
          .split("\n")
          .filter((line) => !line.startsWith(`${SWAP} `));
        write({ path: "/etc/fstab", mode: 0o644, text: kept.join("\n") });
      },
    );
  }
  await step(
    `Delete ${HOME}/current`,
    () => linked() === null,
    () => rmSync(`${HOME}/current`),
  );
  if (!isDry) runs("systemctl", ["daemon-reload"]);
  console.log(`The data stays in ${DATA}, the backups in ${BACKUPS}, the settings in ${ENVIRONMENT}.`);
}

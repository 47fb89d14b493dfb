import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { onPath, root } from "#scripts/bootstrap/project.mjs";
import { Failure } from "#scripts/bootstrap/step.mjs";
import { stockOf, tryToBook } from "#tests/proof/booking-client.ts";
import type { Table } from "#tests/proof/report.ts";
import { freePort } from "#tests/support/free-port.ts";

const BASE = "localhost/limber-yard-base";
const IMAGE = "localhost/limber-yard";
// The official images can't be fetched everywhere, so the proof makes its own on the same base.
const CADDY = "localhost/limber-yard-caddy";
const POSTGRES = "localhost/limber-yard-postgres";
const MIRROR = "http://deb.debian.org/debian";
const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";

type Ran = { code: number | null; output: string };
type Machine = { folder: string; podman: (...args: string[]) => Promise<Ran>; compose: Compose };
type Compose = (env: Record<string, string>, ...args: string[]) => Promise<Ran>;

/** Builds the image and compose.yaml, and runs both with podman and runc. */
export async function container(folder: string, broken: string[]): Promise<Table> {
  const missing = ["podman", "runc", "podman-compose", "debootstrap"].filter((name) => onPath(name) === null);
  if (missing.length > 0)
    throw new Failure(`This proof needs ${missing.join(", ")}: apt-get install ${missing.join(" ")}.`);
  const machine = machineIn(folder);
  const rows: (string | number)[][] = [];
  const row = (what: string, holds: boolean, said: string) => {
    rows.push([what, holds ? "yes" : "no", said]);
    if (!holds) broken.push(`container: ${what}: ${said}`);
  };
  await makeBase(machine);
  const begun = performance.now();
  const built = await machine.podman("build", ...buildOptions(), "--build-arg", `BASE=${BASE}`, "-t", IMAGE, root);
  row(
    "the image is built with npm ci",
    built.code === 0,
    built.code === 0 ? `${seconds(begun)} s` : lastOf(built.output),
  );
  if (built.code === 0) {
    const { output } = await machine.podman("image", "inspect", "--format", "{{.Size}}", IMAGE);
    rows.push(["its size, with the base", "", `${Math.round(Number(output) / 1e6)} MB`]);
    await runAlone(machine, row);
    await runComposed(machine, row);
  }
  return {
    title: "Containers",
    note: "podman with runc, on a base made by debootstrap with Node and npm; Caddy and PostgreSQL are Debian's, on the same base, in place of the official images.",
    columns: ["what", "holds", "figure"],
    rows,
  };
}

function machineIn(folder: string): Machine {
  const config = join(folder, "containers.conf");
  // A container in a container may not raise its own limits.
  const limits = 'default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]';
  writeFileSync(config, `[engine]\nruntime = "runc"\nevents_logger = "file"\n[containers]\n${limits}\n`);
  const env = { CONTAINERS_CONF: config };
  return {
    folder,
    podman: (...args) => ran("podman", args, { env }),
    compose: (more, ...args) =>
      ran("podman-compose", ["-p", "limberproof", "-f", "compose.yaml", ...args], { env: { ...env, ...more } }),
  };
}

function buildOptions(): string[] {
  const npmrc = join(homedir(), ".npmrc");
  return [
    "--format",
    "docker",
    "--network",
    "host",
    ...(existsSync(npmrc) ? ["--volume", `${npmrc}:/root/.npmrc:ro`] : []),
  ];
}

/** Debian with Node and npm of this machine, unless an earlier run has left it. */
async function makeBase({ folder, podman }: Machine): Promise<void> {
  if ((await podman("image", "exists", BASE)).code === 0) return;
  const into = join(folder, "base");
  const made = await ran("debootstrap", [
    "--variant=minbase",
    "--include=ca-certificates,libatomic1,libstdc++6",
    "bookworm",
    into,
    MIRROR,
  ]);
  if (made.code !== 0) throw new Failure(`debootstrap made no base: ${lastOf(made.output)}`);
  const local = join(into, "usr/local");
  copyFileSync(onPath("node") ?? "/usr/bin/node", join(local, "bin/node"));
  const npm = await ran("npm", ["root", "--global"]);
  mkdirSync(join(local, "lib/node_modules"), { recursive: true });
  cpSync(join(npm.output.trim(), "npm"), join(local, "lib/node_modules/npm"), { recursive: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(local, "bin/npm"));
  copyFileSync(CERTIFICATES, join(into, CERTIFICATES));
  const image = join(folder, "base.tar");
  await ran("tar", ["-C", into, "-cf", image, "."]);
  const imported = await podman("import", "--change", `ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, image, BASE);
  if (imported.code !== 0) throw new Failure(`The base could not be imported: ${lastOf(imported.output)}`);
}

type Row = (what: string, holds: boolean, said: string) => void;

async function runAlone({ podman }: Machine, row: Row): Promise<void> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const name = "limber-yard-proof";
  const start = async () => {
    const shut = ["--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"];
    const env = ["-e", `PORT=${port}`, "-e", "RATE_LIMITS=off", "-e", "DEMO=catalogue"];
    const begun = performance.now();
    await podman("run", "-d", "--name", name, "--network", "host", ...shut, ...env, "-v", `${name}:/data`, IMAGE);
    return { isUp: await untilUp(url), ms: performance.now() - begun };
  };
  try {
    const { isUp, ms } = await start();
    row("it serves with a read-only root, without a capability", isUp, `ready in ${(ms / 1000).toFixed(1)} s`);
    if (!isUp) return;
    const who = (await podman("exec", name, "id", "-u")).output.trim();
    row("it is not root", who === "1000", `user ${who}`);
    const wrote = await podman("exec", name, "touch", "/site/app/changed");
    row("its code can't be changed", wrote.code !== 0, lastOf(wrote.output));
    const healthy = await podman("healthcheck", "run", name);
    row("its health check answers", healthy.code === 0, healthy.code === 0 ? "healthy" : lastOf(healthy.output));
    const [free] = await stockOf(url);
    const booked = free && (await tryToBook(url, free));
    row("it takes a booking", booked?.status === 201, `${booked?.status}`);
    await podman("rm", "-f", name);
    await start();
    const again = free && booked && (await tryToBook(url, free, booked));
    row(
      "the booking is on the volume",
      again?.reference === booked?.reference && again !== undefined,
      "another container",
    );
  } finally {
    await podman("rm", "-f", name);
    await podman("volume", "rm", "-f", name);
  }
}

async function runComposed(machine: Machine, row: Row): Promise<void> {
  await buildOfficial(machine);
  const shared = {
    SITE_NAME: "localhost",
    BASE,
    CADDY_IMAGE: CADDY,
    POSTGRES_IMAGE: POSTGRES,
    DEMO: "catalogue",
    BIND: "127.0.0.1",
  };
  const database = {
    POSTGRES_PASSWORD: "a-password",
    DATABASE_URL: "postgres://postgres:a-password@postgres/postgres",
  };
  for (const [what, env, services] of [
    ["compose: Caddy answers over TLS, on SQLite", shared, ["site", "caddy"]],
    ["compose: the same with PostgreSQL", { ...shared, ...database }, []],
  ] as const) {
    const begun = performance.now();
    try {
      const up = await machine.compose(env, "up", "-d", "--no-build", ...services);
      const answer = await throughCaddy();
      row(what, answer === "200", answer === "200" ? `${seconds(begun)} s` : `${answer}; ${lastOf(up.output)}`);
    } finally {
      await machine.compose(env, "down", "-v");
    }
  }
}

async function buildOfficial({ folder, podman }: Machine): Promise<void> {
  const install = (name: string) => `RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends ${name}`;
  const caddy = `FROM ${BASE}\n${install("caddy")}\nENV XDG_DATA_HOME=/data\nCMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile"]\n`;
  const start = [
    "#!/bin/sh",
    "D=/var/lib/postgresql/data; B=/usr/lib/postgresql/15/bin",
    'chown postgres "$D"',
    'if [ ! -s "$D/PG_VERSION" ]; then printf %s "$POSTGRES_PASSWORD" > /tmp/p; chmod 644 /tmp/p',
    '  su postgres -c "$B/initdb -D $D --auth=scram-sha-256 --pwfile=/tmp/p"; echo "host all all all scram-sha-256" >> "$D/pg_hba.conf"; fi',
    "exec su postgres -c \"$B/postgres -D $D -c listen_addresses='*'\"",
  ];
  const postgres = `FROM ${BASE}\n${install("postgresql")}\nCOPY start /start\nCMD ["sh", "/start"]\n`;
  for (const [image, file] of [
    [CADDY, caddy],
    [POSTGRES, postgres],
  ] as const) {
    const context = mkdtempSync(join(folder, "image-"));
    writeFileSync(join(context, "Dockerfile"), file);
    writeFileSync(join(context, "start"), `${start.join("\n")}\n`);
    const built = await podman("build", "--network", "host", "-t", image, context);
    if (built.code !== 0) throw new Failure(`${image} could not be built: ${lastOf(built.output)}`);
  }
}

/** Through TLS with Caddy's own certificate of localhost. */
async function throughCaddy(): Promise<string> {
  const ask = () => ran("curl", ["-sk", "-o", "/dev/null", "-w", "%{http_code}", "https://localhost/readyz"]);
  let said = "";
  for (let tries = 0; tries < 120 && said !== "200"; tries++) {
    said = (await ask()).output.trim();
    if (said !== "200") await sleep(500);
  }
  return said;
}

async function untilUp(url: string): Promise<boolean> {
  for (let tries = 0; tries < 240; tries++) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return true;
    await sleep(250);
  }
  return false;
}

async function ran(command: string, args: readonly string[], { env = {} } = {}): Promise<Ran> {
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code: code as number | null, output: code === 0 ? output : output + errors };
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0);
}

function lastOf(said: string): string {
  return said.trim().split("\n").at(-1)?.slice(0, 200) ?? "";
}

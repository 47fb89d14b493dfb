import { createHash } from "node:crypto";
import { chmodSync, cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeReleaseKey, signRelease } from "#app/maintenance/release.server.ts";
import { packed } from "#app/maintenance/tar.gateway.server.ts";
import { pinnedNode, root } from "#scripts/bootstrap/project.mjs";
import { freePort } from "#tests/support/free-port.ts";
import { type Run, runProgram } from "#tests/support/run-program.ts";

const PARTS = ["app", "migrations", "scripts", "build"];
const NODE = realpathSync(pinnedNode);

/** An installation in folders, as docs/operations.md has it, with the key of the test in its code and a stand-in for systemd. */
export type Installation = {
  home: string;
  dataDir: string;
  url: string;
  /** Signs and packs a release of the present code; `changes` are texts put before or in place of files. */
  pack: (version: string, changes?: Record<string, string>, secret?: string) => Promise<string>;
  update: (...args: string[]) => Promise<Run>;
  /** One of the scripts of the release in use, with the site's environment. */
  run: (script: string, ...args: string[]) => Promise<Run>;
  env: Record<string, string>;
  systemctl: (what: string) => Promise<Run>;
  current: () => string;
};

/** `env`: of the site, its data folder too. `next`: the built sources of what is packed, today's without it. */
type Making = { version?: string; env?: Record<string, string>; next?: string };

export async function makeInstallation(
  home: string,
  { version: installed = "0.1.0", env: own = {}, next = root }: Making = {},
): Promise<Installation> {
  const { secret, key } = makeReleaseKey();
  const [releases, bin, dataDir] = [join(home, "releases"), join(home, "bin"), own.DATA_DIR ?? join(home, "data")];
  const old = join(releases, installed);
  for (const folder of [old, bin, dataDir]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  copySources(old, installed);
  const keys = join(old, "app/maintenance/release.server.ts");
  const code = readFileSync(keys, "utf8");
  writeFileSync(
    keys,
    code.replace("RELEASE_KEYS: readonly string[] = [];", `RELEASE_KEYS = [${JSON.stringify(key)}];`),
  );
  symlinkSync(join(root, "node_modules"), join(old, "node_modules"));
  // A new release finds its packages here; npm ci installs only a Node into it.
  symlinkSync(join(root, "node_modules"), join(releases, "node_modules"));
  symlinkSync(old, join(home, "current"));
  writeFileSync(join(bin, "systemctl"), SYSTEMCTL);
  chmodSync(join(bin, "systemctl"), 0o755);
  const port = await freePort();
  const env = {
    DEMO: "catalogue",
    LOG_LEVEL: "warn",
    ...own,
    PATH: `${bin}:${process.env.PATH ?? ""}`,
    DATA_DIR: dataDir,
    PORT: String(port),
    UNIT: home,
  };
  const current = () => realpathSync(join(home, "current"));
  return {
    home,
    dataDir,
    env,
    url: `http://127.0.0.1:${port}`,
    current,
    pack: (version, changes = {}, by = secret) => packRelease(home, { version, changes, secret: by, sources: next }),
    run: (...args) => runProgram(args, env, "", current()),
    update: (...args) => runProgram(["scripts/update.ts", ...args], env, "", current()),
    systemctl: (what) => runProgram(["-e", CALL, what], env, "", current()),
  };
}

function copySources(folder: string, version: string, sources = root): void {
  for (const part of PARTS) cpSync(join(sources, part), join(folder, part), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(sources, "package.json"), "utf8")) as Record<string, unknown>;
  const { dependencies: _, devDependencies: __, ...rest } = manifest;
  const node = { node: "file:vendor/node" };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...rest, version, dependencies: node }));
}

type Packing = { version: string; changes: Record<string, string>; secret: string; sources: string };

async function packRelease(home: string, { version, changes, secret, sources }: Packing): Promise<string> {
  const [folder, out] = [join(home, `sources-${version}`), join(home, "published")];
  mkdirSync(join(folder, "vendor/node"), { recursive: true });
  mkdirSync(out, { recursive: true });
  copySources(folder, version, sources);
  const node = { name: "node", version: "26.0.0", bin: { node: "node.sh" } };
  writeFileSync(join(folder, "vendor/node/package.json"), JSON.stringify(node));
  writeFileSync(join(folder, "vendor/node/node.sh"), `#!/bin/sh\nexec ${NODE} "$@"\n`, { mode: 0o755 });
  const packages = {
    "": { name: "limber-yard", version, dependencies: { node: "file:vendor/node" } },
    "node_modules/node": { resolved: "vendor/node", link: true },
    "vendor/node": node,
  };
  const lock = { name: "limber-yard", version, lockfileVersion: 3, requires: true, packages };
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  writeFileSync(join(folder, "scripts/bootstrap/build.mjs"), "export async function build() {}\n");
  for (const [file, text] of Object.entries(changes)) {
    const path = join(folder, file);
    writeFileSync(path, text + readFileSync(path, "utf8"));
  }
  const chunks: Buffer[] = [];
  for await (const chunk of await packed(folder)) chunks.push(chunk as Buffer);
  const archive = Buffer.concat(chunks);
  writeFileSync(join(out, `limber-yard-${version}.tar.gz`), archive);
  const sha256 = createHash("sha256").update(archive).digest("hex");
  const manifest = join(out, `limber-yard-${version}.json`);
  writeFileSync(
    manifest,
    signRelease({ version, bytes: archive.length, sha256, changelog: "- Warmer towels" }, secret),
  );
  return manifest;
}

/** At the head of a site that changes the database so that the release before does not start on it, and ends. */
export const LATER_SCHEMA = `import { DatabaseSync } from "node:sqlite";
if (process.env.JOBS !== "off") {
  const db = new DatabaseSync(process.env.DATA_DIR + "/limber-yard.db");
  db.exec("insert into kysely_migration values ('9999-later', '2027-01-01')");
  process.exit(3);
}
`;

const CALL = `require("node:child_process").spawnSync("systemctl", [process.argv[1], "limber-yard"], { stdio: "inherit" });`;

// One service, kept by its process id.
const SYSTEMCTL = `#!/bin/sh
[ "$1" = "--quiet" ] && shift
pid=$(cat "$UNIT/pid" 2>/dev/null)
case "$1" in
  start)
    [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null && exit 0
    cd "$UNIT/current" || exit 1
    setsid node_modules/.bin/node scripts/serve.ts >>"$UNIT/log" 2>&1 </dev/null &
    echo $! >"$UNIT/pid" ;;
  stop)
    [ -n "$pid" ] && kill "$pid" 2>/dev/null
    while [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
    rm -f "$UNIT/pid" ;;
  is-failed)
    [ -n "$pid" ] && ! kill -0 "$pid" 2>/dev/null ;;
esac
`;

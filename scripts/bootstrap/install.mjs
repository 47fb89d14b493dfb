import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { mustRun } from "./child.mjs";
import { pinnedNode, root } from "./project.mjs";
import { Failure, step } from "./step.mjs";

const OLDEST_NODE = 20;
// npm writes this list last, when everything is in its place.
const INSTALLED = join(root, "node_modules", ".package-lock.json");
const NOTHING = { packages: {} };

/**
 * Installs what package-lock.json lists, unless exactly that is installed already. `serves`: the command needs no
 * packages for development, so a fresh clone goes without them (40 % of the work), and a working copy keeps its own.
 */
export async function install({ serves = false } = {}) {
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
    throw new Failure(`This needs Node ${OLDEST_NODE} or newer, and found ${process.version}: see https://nodejs.org/`);
  }
  const locked = readJson(join(root, "package-lock.json"));
  const installed = existsSync(INSTALLED) ? readJson(INSTALLED) : NOTHING;
  if (existsSync(pinnedNode) && isInstalled(locked, installed, { serves })) return;
  const kinds = serves && !hasForDevelopment(locked, installed) ? "--omit=dev" : "--include=dev";
  await step("Installing the packages (up to a minute the first time)", () => runNpm(kinds));
  expectPinnedNode();
}

/**
 * Whether what npm has installed is what the lock file lists. Optional packages may be missing (most are for other
 * platforms), and others may be there too: somebody installed them with --no-save.
 */
export function isInstalled(locked, installed, { serves = false } = {}) {
  const isForServing = serves && !hasForDevelopment(locked, installed);
  return Object.entries(locked.packages).every(([path, { version, integrity, optional, devOptional, dev }]) => {
    if (path === "") return true;
    const found = installed.packages[path];
    if (found === undefined) return Boolean(optional || devOptional || (dev && isForServing));
    return found.version === version && found.integrity === integrity;
  });
}

function hasForDevelopment(locked, installed) {
  return Object.keys(installed.packages).some((path) => locked.packages[path]?.dev);
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

function runNpm(kinds) {
  // npm deletes node_modules first, so it must not run on the Node in there.
  const ours = join("node_modules", ".bin");
  const PATH = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.endsWith(ours));
  // Errors only: npm runs on the machine's Node and would warn about each package made for a newer one.
  return mustRun("npm", ["ci", "--no-audit", "--no-fund", kinds, "--loglevel=error"], {
    env: { PATH: PATH.join(delimiter) },
    quiet: true,
    orElse: "The packages could not be installed; npm says why above. To try again: npm ci",
    exitCode: 1,
  });
}

function expectPinnedNode() {
  if (spawnSync(pinnedNode, ["--version"]).status === 0) return;
  throw new Failure(
    `${pinnedNode} does not run: its install script may have been switched off. ` +
      "To mend it: npm ci --ignore-scripts=false",
  );
}

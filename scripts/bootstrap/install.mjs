import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { mustRun } from "./child.mjs";
import { fingerprint, isStamped, writeStamp } from "./fingerprint.mjs";
import { pinnedNode, root } from "./project.mjs";
import { Failure, step } from "./step.mjs";

const OLDEST_NODE = 20;
const stamp = join(root, "node_modules", ".limber-yard-install");

/** Installs what package-lock.json lists, unless exactly that is installed already. */
export async function install() {
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
    throw new Failure(`This needs Node ${OLDEST_NODE} or newer, and found ${process.version}: see https://nodejs.org/`);
  }
  const wanted = fingerprint(root, ["package-lock.json"]);
  if (isStamped(stamp, wanted)) return;
  await step("Installing the packages (half a minute the first time)", () => runNpm());
  expectPinnedNode();
  writeStamp(stamp, wanted);
}

function runNpm() {
  // npm deletes node_modules first, so it must not run on the Node in there.
  const ours = join("node_modules", ".bin");
  const PATH = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.endsWith(ours));
  // `npm ci` refuses a lock file whose optional packages for other platforms a registry lacks. Errors only: npm runs on
  // the machine's Node and would warn about each package made for a newer one.
  return mustRun("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--include=dev", "--loglevel=error"], {
    env: { PATH: PATH.join(delimiter) },
    quiet: true,
    orElse: "The packages could not be installed; npm says why above. To try again: npm install",
    exitCode: 1,
  });
}

function expectPinnedNode() {
  if (spawnSync(pinnedNode, ["--version"]).status === 0) return;
  throw new Failure(
    `${pinnedNode} does not run: its install script may have been switched off. ` +
      "To mend it: npm install --ignore-scripts=false",
  );
}

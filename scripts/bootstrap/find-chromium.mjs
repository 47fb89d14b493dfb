import { canInstall, installWithApt } from "./apt.mjs";
import { isExecutable, onPath } from "./project.mjs";
import { Failure, say } from "./step.mjs";

const WHOLE = ["chromium", "chromium-browser", "google-chrome"];
// Chromium without windows: the same engine opens a page in half the time.
const SHELL = "chromium-headless-shell";
const MISSING =
  "No Chromium was found. To mend it: sudo apt-get update && sudo apt-get install -y chromium " +
  "(or set CHROMIUM_PATH to the Chromium or Chrome that you have)";

/** CHROMIUM_PATH, else the first of the usual names on PATH; throws a `Failure` when there is none. */
export function findChromium() {
  return told() ?? onPath(SHELL, ...WHOLE) ?? missing();
}

/** A full Chromium, as visitors have it, for measurements. Installs one where possible. */
export async function ensureChromium() {
  const found = () => told() ?? onPath(...WHOLE);
  if (found() === null && canInstall()) await installWithApt(["chromium"], MISSING);
  return found() ?? missing();
}

/** The browser for tests: headless where it exists or can be installed, else the full one. */
export async function ensureTestBrowser() {
  const found = () => told() ?? onPath(SHELL);
  if (found() === null && canInstall()) await installWithApt([SHELL], "").catch(orWithout);
  return found() ?? ensureChromium();
}

function orWithout(failure) {
  if (!(failure instanceof Failure) || failure.exitCode !== 1) throw failure;
  say(`There is no ${SHELL} to be had here.`);
}

function told() {
  const path = process.env.CHROMIUM_PATH;
  if (!path) return null;
  if (!isExecutable(path)) throw new Failure(`CHROMIUM_PATH is ${path}, which is no program. Correct it or unset it.`);
  return path;
}

function missing() {
  throw new Failure(MISSING);
}

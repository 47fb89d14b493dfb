import { canInstall, installWithApt } from "./apt.mjs";
import { isExecutable, onPath } from "./project.mjs";
import { Failure } from "./step.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];
const MISSING =
  "No Chromium was found. To mend it: sudo apt-get update && sudo apt-get install -y chromium " +
  "(or set CHROMIUM_PATH to the Chromium or Chrome that you have)";

/** The browser that the tests drive: CHROMIUM_PATH, else the first of the usual names on PATH, else a `Failure`. */
export function findChromium() {
  const found = look();
  if (found === null) throw new Failure(MISSING);
  return found;
}

/** The same, and installs one when there is none and we may. */
export async function ensureChromium() {
  if (look() === null && canInstall()) await installWithApt(["chromium"], MISSING);
  return findChromium();
}

function look() {
  const told = process.env.CHROMIUM_PATH;
  if (!told) return onPath(...NAMES);
  if (!isExecutable(told)) throw new Failure(`CHROMIUM_PATH is ${told}, which is no program. Correct it or unset it.`);
  return told;
}

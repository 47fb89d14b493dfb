import { canInstall, installWithApt } from "./apt.mjs";
import { isExecutable, onPath } from "./project.mjs";
import { Failure } from "./step.mjs";

const MISSING =
  "No Radicale was found, a server of calendars that the tests speak to. To mend it: sudo apt-get update && " +
  "sudo apt-get install -y --no-install-recommends radicale, or: pipx install radicale " +
  "(or set RADICALE_BIN to the program that you have)";

/** RADICALE_BIN, else `radicale` on PATH; throws a `Failure` when there is none. */
export function findRadicale() {
  const told = process.env.RADICALE_BIN;
  if (told && !isExecutable(told)) {
    throw new Failure(`RADICALE_BIN is ${told}, which is no program. Correct it or unset it.`);
  }
  const found = told || onPath("radicale");
  if (!found) throw new Failure(MISSING);
  return found;
}

/** The same, and installs one where possible. */
export async function ensureRadicale() {
  const isThere = process.env.RADICALE_BIN || onPath("radicale");
  if (!isThere && canInstall()) await installWithApt(["--no-install-recommends", "radicale"], MISSING);
  return findRadicale();
}

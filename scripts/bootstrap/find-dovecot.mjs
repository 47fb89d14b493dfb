import { canInstall, installWithApt } from "./apt.mjs";
import { isExecutable, onPath } from "./project.mjs";
import { Failure } from "./step.mjs";

const MISSING =
  "No Dovecot was found, a server of mailboxes that the tests speak to. To mend it: sudo apt-get update && " +
  "sudo apt-get install -y --no-install-recommends dovecot-imapd (or set DOVECOT_BIN to the program that you have)";

/** Debian puts it where only root looks. */
const USUAL = "/usr/sbin/dovecot";

/** DOVECOT_BIN, else `dovecot` on PATH or where Debian puts it; throws a `Failure` when there is none. */
export function findDovecot() {
  const named = process.env.DOVECOT_BIN;
  if (named && !isExecutable(named)) {
    throw new Failure(`DOVECOT_BIN is ${named}, which is no program. Correct it or unset it.`);
  }
  const found = named || onPath("dovecot") || (isExecutable(USUAL) ? USUAL : null);
  if (!found) throw new Failure(MISSING);
  return found;
}

/** The same, and installs one where possible. */
export async function ensureDovecot() {
  const isThere = process.env.DOVECOT_BIN || onPath("dovecot") || isExecutable(USUAL);
  if (!isThere && canInstall()) await installWithApt(["--no-install-recommends", "dovecot-imapd"], MISSING);
  return findDovecot();
}

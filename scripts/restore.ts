import { eraseAgain } from "#app/client-records/erase-again.server.ts";
import { type Restored, restoreBackup } from "#app/platform/backup/restore.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { progressLine } from "#scripts/progress-line.ts";

// npm run restore -- FOLDER: replaces the present data with a backup. The site must be stopped.
const { words, flags } = readCommand("restore");
const config = readConfig();
process.exitCode = await restore(words[0] ?? "");

async function restore(from: string): Promise<number> {
  const { databaseUrl, dataDir, backupDir, logLevel } = config;
  const { tell: told, end } = progressLine();
  const [sendMails, replace] = [flags["send-mails"] === true, flags.replace === true];
  const shared = {
    where: { databaseUrl, dataDir },
    now: systemClock.now(),
    log: createLog(logLevel),
    backupDir,
    eraseAgain,
    tell: told,
  };
  try {
    const outcome = await restoreBackup({ ...shared, folder: from, sendMails, replace });
    end();
    return tell(outcome);
  } catch (error) {
    end();
    return failed(`Nothing was changed. ${(error as Error).message}`);
  }
}

function tell(outcome: Restored): number {
  if (outcome.kind === "running") return failed("Nothing was changed: the site is still running. Stop it first.");
  if (outcome.kind === "occupied")
    return failed("Nothing was changed: the PostgreSQL database has appointments. To replace them: --replace");
  console.log(`Restored the backup of ${new Date(outcome.manifest.madeAt).toISOString()}.`);
  if (outcome.erasedAgain > 0) console.log(`Erased again, as since that backup: ${outcome.erasedAgain}.`);
  if (outcome.replaced) console.log(`What was there before is now in ${outcome.replaced}.`);
  if (outcome.heldMails > 0)
    console.log(`${outcome.heldMails} waiting mails are held back (they may have been sent since): see /admin/mail.`);
  return 0;
}

function failed(sentence: string): number {
  console.error(sentence);
  return 1;
}

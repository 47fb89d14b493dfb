import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { placeFrom } from "#app/maintenance/backup-place.ts";
import { storeEarlier } from "#app/maintenance/earlier.server.ts";
import { fetchBackup } from "#app/maintenance/fetch-backup.server.ts";
import { eraseAgain } from "#app/personal-data.server.ts";
import { type Restored, restoreBackup } from "#app/platform/backup/restore.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { replaceHealthText, replaceSealingText } from "#app/platform/encryption.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { progressLine } from "#scripts/progress-line.ts";

// npm run restore -- FOLDER, or --from ADDRESS: replaces the present data with a backup. The site must be stopped.
const { words, flags, texts } = readCommand("restore");
const config = readConfig();
const from = texts.from;
const open = flags.look === true ? look : restore;
process.exitCode = await (from === undefined ? open(words[0] ?? "") : restoreFrom(from, texts["as-of"]));

async function restore(folder: string): Promise<number> {
  const { databaseUrl, dataDir, backupDir, logLevel } = config;
  const { tell: told, end } = progressLine();
  const [sendMails, replace] = [flags["send-mails"] === true, flags.replace === true];
  const shared = {
    where: { databaseUrl, dataDir },
    now: systemClock.now(),
    log: createLog(logLevel),
    backupDir,
    eraseAgain,
    onProgress: told,
  };
  try {
    const outcome = await restoreBackup({ ...shared, folder, sendMails, replace });
    end();
    return tell(outcome);
  } catch (error) {
    end();
    return failed(`Nothing was changed. ${(error as Error).message}`);
  }
}

/** Changes nothing: an owner then chooses what to bring back. The site may run. */
async function look(folder: string): Promise<number> {
  try {
    const madeAt = await storeEarlier(config.dataDir, { folder, now: systemClock.now() });
    console.log(`The state of ${new Date(madeAt).toISOString()} is here for a day. Nothing was changed.`);
    console.log("To choose what comes back: Settings, Backups, An earlier state.");
    return 0;
  } catch (error) {
    return failed(`Nothing was changed. ${(error as Error).message}`);
  }
}

/** From a storage, with the recovery words: they are asked for, so that no list of processes shows them. */
async function restoreFrom(address: string, asOf: string | undefined): Promise<number> {
  const place = placeFrom(address);
  if (!place) return failed(`${address} is no place for backups. Like s3://KEY@s3.example.com/bucket or /mnt/backups.`);
  const until = asOf === undefined ? null : Date.parse(asOf);
  if (until !== null && Number.isNaN(until)) return failed(`${asOf} is no time. Like 2026-11-23T14:00Z.`);
  const lines = askedLines();
  const key = texts.key && place.kind === "sftp" ? readFileSync(texts.key, "utf8") : "";
  const secret =
    place.kind === "folder" || key ? "" : await lines.ask("The secret key or password of the storage: ", true);
  const typed = await lines.ask("The 24 recovery words: ", false);
  lines.close();
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const into = mkdtempSync(join(config.dataDir, ".restore-"));
  const { tell: told, end } = progressLine();
  try {
    const spec = { ...place, secret, hostKey: "", key };
    const fetched = await fetchBackup({ config }, { spec, words: typed, asOf: until, into, onProgress: told });
    end();
    const code = await open(fetched.folder);
    if (flags.look === true) return code;
    if (code === 0 && fetched.sealingText !== null) console.log(keyLine(fetched.sealingText));
    if (code === 0 && fetched.healthText !== null) {
      replaceHealthText(config, fetched.healthText, systemClock.now());
      console.log("The health key came along: health records open again.");
    }
    if (code === 0) console.log("This site goes on sending backups to the same place. Leave the old machine off.");
    return code;
  } catch (error) {
    end();
    return failed(`Nothing was changed. ${(error as Error).message}`);
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
}

function keyLine(text: string): string {
  const outcome = replaceSealingText(config, text, systemClock.now());
  if (outcome === "environment")
    return "SEALING_KEY is another key than the backup’s. Unset it and restore again, or enter stored passwords anew.";
  return "The sealing key came along: stored passwords open again.";
}

/** Asks on standard error and reads lines of standard input; what is hidden is not shown while it is typed. */
function askedLines() {
  let isHidden = false;
  const output = new Writable({
    write: (chunk, _, done) => {
      if (!isHidden) process.stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY === true });
  const read = lines[Symbol.asyncIterator]();
  return {
    ask: async (question: string, hides: boolean): Promise<string> => {
      process.stderr.write(question);
      isHidden = hides;
      const { value, done } = await read.next();
      if (hides || !process.stdin.isTTY) process.stderr.write("\n");
      isHidden = false;
      return done ? "" : String(value);
    },
    close: () => lines.close(),
  };
}

function tell(outcome: Restored): number {
  if (outcome.kind === "running") return failed("Nothing restored. Stop the site first.");
  if (outcome.kind === "conflict")
    return failed("Nothing was changed: the PostgreSQL database has appointments. To replace them: --replace");
  console.log(`Restored the backup of ${new Date(outcome.manifest.madeAt).toISOString()}.`);
  if (outcome.erasedAgain > 0) console.log(`Erased again: ${outcome.erasedAgain} (clients erased after this backup).`);
  if (outcome.replaced) console.log(`What was there before is now in ${outcome.replaced}.`);
  if (outcome.heldMails > 0)
    console.log(`${outcome.heldMails} waiting mails are held back (they may have been sent since): see /admin/mail.`);
  return 0;
}

function failed(sentence: string): number {
  console.error(sentence);
  return 1;
}

import { copyFileSync, mkdtempSync, readdirSync, renameSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { sentName } from "#app/maintenance/backup-place.ts";
import { backUpIfDue } from "#app/maintenance/backups.jobs.server.ts";
import { backUpInto, NOON, practiceIn } from "#tests/proof/recovery/practice.ts";
import type { Table } from "#tests/proof/report.ts";
import { runProgram } from "#tests/support/run-program.ts";

const HOUR = 3_600_000;

/** What a person types wrong, and what somebody does to the files: each is refused, and nothing is written. */
export async function refused(folder: string, broken: string[]): Promise<Table> {
  const place = mkdtempSync(join(folder, "refused-"));
  let now = NOON;
  const app = await practiceIn(mkdtempSync(join(folder, "site-")), { now: () => now });
  const words = await backUpInto(app, place);
  await backUpIfDue(app);
  now += HOUR;
  await backUpIfDue(app);
  await app.db.close();
  const [first, second] = [join(place, sentName(NOON)), join(place, sentName(now))];
  const swap = () => {
    renameSync(first, `${first}.aside`);
    renameSync(second, first);
    renameSync(`${first}.aside`, second);
  };
  const cut = () => {
    copyFileSync(second, `${second}.aside`);
    truncateSync(second, 20_000);
  };
  const other = `${"abandon ".repeat(23)}art`;
  const cases: [string, string, string[], string, () => void, () => void][] = [
    [
      "a word that is not in the list",
      words.with(2, "qqqq").join(" "),
      [],
      "Word 3, “qqqq”, is not in the list.",
      no,
      no,
    ],
    ["words that don’t belong together", `${"zoo ".repeat(23)}zebra`, [], "together they do not fit", no, no],
    ["the words of another sheet", other, [], "the words of another sheet", no, no],
    ["a time before the oldest", words.join(" "), ["--as-of", "2027-05-04T09:00Z"], "made after that time", no, no],
    [
      "the newest cut short",
      words.join(" "),
      [],
      "was cut short or changed",
      cut,
      () => renameSync(`${second}.aside`, second),
    ],
    ["two backups swapped", words.join(" "), [], "Another backup lies under the name", swap, swap],
  ];
  const rows: string[][] = [];
  for (const [what, typed, more, says, before, after] of cases) {
    const dataDir = mkdtempSync(join(folder, "fresh-"));
    before();
    const env = { DATA_DIR: dataDir, LOG_LEVEL: "silent" };
    const run = await runProgram(["scripts/restore.ts", "--from", place, ...more], env, `${typed}\n`);
    after();
    const said = run.errors.trim().split("\n").at(-1) ?? "";
    const left = readdirSync(dataDir).length;
    if (run.code !== 1 || !said.includes(says) || left > 0) broken.push(`${what}: said “${said}”, left ${left} files`);
    rows.push([
      what,
      run.code === 1 && left === 0 ? "refused, nothing written" : "taken",
      said.replace(/^.*Nothing was/, "Nothing was"),
    ]);
  }
  return {
    title: "Wrong words and wrong backups",
    note: "A restore into an empty folder, with the backups of two hours.",
    columns: ["what", "outcome", "said"],
    rows,
  };
}

function no(): void {}

import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { sentAt } from "#app/maintenance/backup-place.ts";
import { backUpIfDue, getBackupFacts } from "#app/maintenance/backups.jobs.server.ts";
import { fillWithAppointments } from "#scripts/bench/practice.ts";
import { backUpInto, NOON, practiceIn } from "#tests/proof/recovery/practice.ts";
import type { Table } from "#tests/proof/report.ts";
import { runProgram } from "#tests/support/run-program.ts";
import { talliesOf } from "#tests/support/tallies.ts";

const APPOINTMENTS = 20_000;
const HOUR = 3_600_000;
// All of two days, one a day for a month, one a month for a year.
const KEPT = 48 + 29 + 11;

/** A practice of many years: its backup, a year of them, and what the last hour and the way back cost. */
export async function year(folder: string, broken: string[]): Promise<Table> {
  const [dataDir, place] = [mkdtempSync(join(folder, "year-")), mkdtempSync(join(folder, "year-kept-"))];
  let now = NOON;
  const app = await practiceIn(dataDir, { now: () => now });
  await fillWithAppointments(app, APPOINTMENTS);
  const words = await backUpInto(app, place);
  const begun = performance.now();
  const first = await backUpIfDue(app);
  const sending = (performance.now() - begun) / 1000;
  const { sent } = await getBackupFacts(app.db.kysely);
  // The disk breaks in the last second before the next one leaves.
  now += HOUR - 1000;
  if ((await backUpIfDue(app)) !== null) broken.push("a backup left before the hour was over");
  const lost = (now - (sentAt(first ?? "") ?? 0)) / 60_000;
  const before = await talliesOf(app.db);
  await app.db.close();
  rmSync(dataDir, { recursive: true });
  const restoring = performance.now();
  const env = { DATA_DIR: dataDir, LOG_LEVEL: "silent" };
  const run = await runProgram(["scripts/restore.ts", "--from", place], env, `${words.join(" ")}\n`);
  const back = (performance.now() - restoring) / 60_000;
  if (run.code !== 0) broken.push(`the year's restore said ${run.errors}`);
  const again = await practiceIn(dataDir, { isNew: false });
  const { appointments, clients } = await talliesOf(again.db);
  await again.db.close();
  if (JSON.stringify([appointments, clients]) !== JSON.stringify([before.appointments, before.clients]))
    broken.push("the year's restore lacks appointments or clients");
  if (lost > 60) broken.push(`${lost.toFixed(1)} minutes were lost`);
  const bytes = sent?.bytes ?? 0;
  const files = readdirSync(place).map((name) => statSync(join(place, name)).size);
  return {
    title: "A practice with 20,000 appointments",
    note: "The disk breaks in the last second before the next backup leaves. Back: fetched, opened, checked, restored, without typing and without getting a machine. In a year: 88 backups are kept by rule, with the uploads once.",
    columns: [
      "appointments",
      "one backup in MB",
      "kept in a year, MB",
      "seconds to send and rehearse",
      "minutes of data lost",
      "minutes to be back",
    ],
    rows: [
      [
        APPOINTMENTS,
        (bytes / 1e6).toFixed(1),
        ((bytes * KEPT + files.reduce((sum, size) => sum + size, 0) - bytes) / 1e6).toFixed(0),
        sending.toFixed(1),
        lost.toFixed(0),
        back.toFixed(1),
      ],
    ],
  };
}

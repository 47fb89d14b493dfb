import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { backUpIfDue, getBackupFacts } from "#app/maintenance/backups.jobs.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { bookAlong, stockOf } from "#tests/proof/booking-client.ts";
import { liftBookingLimits } from "#tests/proof/fleet.ts";
import { backUpInto, practiceIn } from "#tests/proof/recovery/practice.ts";
import type { Table } from "#tests/proof/report.ts";
import { runProgram } from "#tests/support/run-program.ts";
import { startServer } from "#tests/support/server.ts";
import { unsoundness } from "#tests/support/soundness.ts";

const CLIENTS = 32;
// A fresh process books slowly at first: the load stands once it has made these.
const WARM = 250;

/** A backup while people book as fast as the machine can take it: what was answered before it began is in it. */
export async function underLoad(folder: string, broken: string[]): Promise<Table> {
  const [dataDir, place] = [mkdtempSync(join(folder, "load-")), mkdtempSync(join(folder, "load-kept-"))];
  const app = await practiceIn(dataDir, { now: () => systemClock.now() });
  await liftBookingLimits(app);
  const words = await backUpInto(app, place);
  const site = await startServer({ DATA_DIR: dataDir, JOBS: "off" });
  const stock = await stockOf(site.url);
  const booking = bookAlong(site.url, stock, CLIENTS, WARM);
  await booking.going;
  const counted = () =>
    app.db.kysely
      .selectFrom("appointments")
      .select((eb) => eb.fn.countAll<number>().as("all"))
      .executeTakeFirstOrThrow();
  const before = Number((await counted()).all);
  const begun = performance.now();
  const name = await backUpIfDue(app);
  const seconds = (performance.now() - begun) / 1000;
  const during = Number((await counted()).all) - before;
  await sleep(200);
  await site.stop();
  const attempts = await booking.done;
  const odd = attempts.filter(({ status }) => status !== null && ![201, 409].includes(status));
  if (odd.length > 0) broken.push(`${odd.length} bookings were answered ${odd[0]?.status} while a backup was made`);
  const { rehearsed } = await getBackupFacts(app.db.kysely);
  if (name === null || rehearsed?.name !== name) broken.push("no backup was made and rehearsed under load");
  await app.db.close();
  rmSync(dataDir, { recursive: true });
  const env = { DATA_DIR: dataDir, LOG_LEVEL: "silent" };
  await runProgram(["scripts/restore.ts", "--from", place], env, `${words.join(" ")}\n`);
  const again = openDatabase({ databaseUrl: null, dataDir }, app.log);
  const rows = Number(
    (
      await again.kysely
        .selectFrom("appointments")
        .select((eb) => eb.fn.countAll<number>().as("all"))
        .executeTakeFirstOrThrow()
    ).all,
  );
  const wrong = Object.entries(await unsoundness(again.kysely)).filter(([, count]) => count > 0);
  await again.close();
  if (rows < before) broken.push(`the backup under load has ${rows} appointments, and there were ${before} before it`);
  if (wrong.length > 0) broken.push(`the backup under load contradicts itself: ${JSON.stringify(wrong)}`);
  return {
    title: "While people book",
    note: `${CLIENTS} clients book one after the other, as fast as they are answered, on the same two cores. What was booked before the backup began is in it, and it doesn't contradict itself.`,
    columns: [
      "seconds for backup and rehearsal",
      "booked meanwhile",
      "bookings a second",
      "booked before",
      "in the backup",
      "refused or failed",
    ],
    rows: [[seconds.toFixed(1), during, Math.round(during / seconds), before, rows, odd.length]],
  };
}

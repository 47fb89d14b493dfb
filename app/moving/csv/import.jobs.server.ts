import * as schedule from "#app/appointments/schedule.server.ts";
import { LostKey } from "#app/clients/add-clients.server.ts";
import { importAppointment } from "#app/moving/csv/import-appointment.server.ts";
import { type Import, KEPT_FOR, UNDECIDED_FOR } from "#app/moving/csv/import-choices.ts";
import { importClients } from "#app/moving/csv/import-clients.server.ts";
import { importMoney, isMoney, NO_OPENINGS, type Openings } from "#app/moving/csv/import-money.server.ts";
import {
  addCounts,
  claimImport,
  deleteOldImports,
  getImport,
  getRunning,
  listRows,
  markDone,
} from "#app/moving/csv/imports.db.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { repeat, repeatBatches } from "#app/platform/timer.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";

const LOOK_EVERY = 2_000;
const FORGET_EVERY = 3_600_000;
// Longer than a batch takes; after a crash another process goes on when it has passed.
const LEASE = 15_000;
const BATCH: Record<Import["kind"], number> = { clients: 200, appointments: 1, balances: 20, prices: 50, vouchers: 20 };

/**
 * Works on the imports that were started, in one process at a time and from where the last one stopped, and forgets old
 * ones. Returns a function that stops it.
 */
export function startImporting(app: AppContext, openings: Openings): () => Promise<void> {
  const worker = newId();
  const batch = (given: AppContext) => importSome(given, worker, openings);
  const stops = [
    repeatBatches(app, { every: LOOK_EVERY, batch, failed: "an import could not go on" }),
    repeat(app, { every: FORGET_EVERY, job: forgetOldImports, failed: "old imports could not be removed" }),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Deletes lists that nobody started within a day, and what a day ago's imports left. */
export async function forgetOldImports(app: AppContext): Promise<void> {
  const now = app.clock.now();
  await deleteOldImports(app.db.kysely, { since: now - KEPT_FOR, undecidedSince: now - UNDECIDED_FOR });
}

/** Imports the next rows of one import. Returns how many; 0 when none is running, or another process has it. */
export async function importSome(app: AppContext, worker: string, openings: Openings = NO_OPENINGS): Promise<number> {
  const id = await getRunning(app.db.kysely, { worker, now: app.clock.now() });
  if (!id) return 0;
  return schedule.retryOnConflict(app, (tx) =>
    importWithin(tx, { app, id, worker, openings }).catch((error: unknown) => {
      if (error instanceof LostKey) return schedule.lose(tx);
      throw error;
    }),
  );
}

type Work = { app: AppContext; id: string; worker: string; openings: Openings };

async function importWithin(tx: Tx, { app, id, worker, openings }: Work): Promise<number | schedule.Conflict> {
  // Before any row of ours: who waits for it must hold nothing.
  await lockForReading(tx, "offer");
  const now = app.clock.now();
  const job = await claimImport(tx, { id, worker, now, until: now + LEASE });
  if (!job) return 0;
  const rows = await listRows(tx, { id, after: 0, most: BATCH[job.kind] });
  const { zone } = (await readSettings(tx, app.log)).settings.bookingRules;
  const [row] = rows;
  if (!row) return finish(tx, { job, now });
  const { kind } = job;
  const counts =
    kind === "clients"
      ? await importClients(tx, { app, job, rows, now, zone })
      : isMoney(kind)
        ? await importMoney(tx, { app, job: { ...job, kind }, rows, now, zone, openings })
        : await importAppointment(tx, { app, job, row, now, zone });
  if ("kind" in counts) return counts;
  await addCounts(tx, id, counts);
  return rows.length;
}

async function finish(tx: Tx, { job, now }: { job: Import; now: number }): Promise<number> {
  await markDone(tx, job.id, now);
  const { added = 0, known = 0, refused = 0 } = (await getImport(tx, job.id)) ?? {};
  await writeAudit(tx, {
    at: now,
    actor: `admin:${job.actor}`,
    action: `import.${job.kind}`,
    subject: { kind: "import", id: job.id },
    detail: { file: job.fileName, added, known, refused },
  });
  return 1;
}

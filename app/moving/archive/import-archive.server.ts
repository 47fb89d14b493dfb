import { bringInFilm, withPicture } from "#app/moving/archive/import-media.server.ts";
import {
  clearForArchive,
  isInUse,
  openAccounts,
  type Store,
  storeFor,
} from "#app/moving/archive/import-rows.db.server.ts";
import { ARCHIVE_SUBJECT, MOVED } from "#app/moving/archive/moved-tables.ts";
import { type Archive, openArchive } from "#app/moving/archive/read-archive.server.ts";
import { storedRow } from "#app/moving/archive/stored-row.server.ts";
import { UnfitArchive } from "#app/moving/archive/unfit-archive.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { backupFolderOf, readErasureList, together, writeErasures } from "#app/platform/backup/erasure-list.server.ts";
import { longWork } from "#app/platform/database/answer-within.server.ts";
import { joined, type Tx } from "#app/platform/database/database.server.ts";
import { writeRowsOfFormatTwo } from "#app/platform/database/migrate.server.ts";
import { inFiles } from "#app/platform/database/open.server.ts";
import { overwriteNow } from "#app/platform/database/overwrite-deleted.server.ts";
import type { Row } from "#app/platform/database/rows.server.ts";
import { dropIndexes, makeAgain } from "#app/platform/database/without-indexes.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type EraseAgain, type Erasure, listErasures } from "#app/platform/personal-data.server.ts";

/** What came in: the rows of each table, and how many people were erased again. */
export type Arrival = { practice: string; madeAt: string; tables: Record<string, number>; erasedAgain: number };
type BringInOutcome = { kind: "arrived"; arrival: Arrival } | { kind: "refused"; message: string };

/**
 * `isTrial`: everything is checked and stored, and then taken back. `large`: a table of so many rows gets its indexes
 * once they are in.
 */
type BringingIn = {
  file: string;
  isTrial: boolean;
  eraseAgain: EraseAgain;
  tell?: (what: string, rows: number) => void;
  large?: number;
};

const BATCH = 500;
// Fewer rows are in before their indexes would be made again.
const LARGE = 10_000;
const CACHE_KB = 65_536;

class TakenBack extends Error {}

const IN_USE =
  "This practice has clients, appointments or messages already. An archive fills a fresh installation: " +
  "name an empty DATA_DIR or DATABASE_URL, or end the demo first (Settings, Start with my own practice)";

/** Fills a fresh installation with an archive, in one transaction: whole, or not at all. */
export async function importArchive(
  app: AppContext,
  { file, isTrial, eraseAgain, tell = () => {}, large = LARGE }: BringingIn,
): Promise<BringInOutcome> {
  let arrival: Arrival | null = null;
  try {
    const archive = await openArchive(file, (name) => tell(`checking ${name}`, 0));
    const known = await knownErasures(app);
    const stored = async (tx: Tx) => {
      if (await isInUse(tx)) throw new UnfitArchive(IN_USE);
      arrival = await arrivalOf(app, tx, { archive, known, eraseAgain, tell, large });
      if (isTrial) throw new TakenBack();
    };
    const store = () => app.db.kysely.transaction().execute(stored);
    await longWork(() => inFiles(app.db, { cacheKb: CACHE_KB }, store));
  } catch (error) {
    const problem = problemOf(error);
    if (problem) return { kind: "refused", message: problem };
  }
  if (!arrival) return { kind: "refused", message: "It did not arrive" };
  if (!isTrial) {
    tell("writing the database anew", 0);
    await overwriteNow(app);
    await writeErasures(app);
  }
  return { kind: "arrived", arrival };
}

type Arriving = {
  archive: Archive;
  known: readonly Erasure[];
  eraseAgain: EraseAgain;
  tell: (what: string, rows: number) => void;
  large: number;
};

async function arrivalOf(
  app: AppContext,
  tx: Tx,
  { archive, known, eraseAgain, tell, large }: Arriving,
): Promise<Arrival> {
  const { db, clock } = app;
  const now = clock.now();
  await clearForArchive(tx, db.engine);
  const store = await storeFor(tx);
  const dropped = await dropIndexes(tx, largeIn(archive, large));
  const tables: Record<string, number> = {};
  for (const table of Object.keys(MOVED)) {
    tables[table] = await bringInTable({ ...app, db: joined(db, tx) }, { archive, store, table, tell });
    if (tables[table] !== archive.manifest.tables[table]) throw new UnfitArchive(`${table} is not whole`);
  }
  if (archive.manifest.format < 2) await writeRowsOfFormatTwo(tx);
  await makeAgain(tx, dropped, tell);
  const arrived = new Set((await listErasures(tx)).map(({ kind, id }) => `${kind} ${id}`));
  const erasures = known.filter(({ kind, id }) => !arrived.has(`${kind} ${id}`));
  const erasedAgain = await eraseAgain(joined(db, tx), { erasures, now });
  const { practice, createdAt: madeAt } = archive.manifest;
  const subject = { kind: ARCHIVE_SUBJECT, id: newId() };
  await writeAudit(tx, { at: now, actor: "system", action: "archive.bring-in", subject, detail: { madeAt } });
  await raiseContentVersion(tx, now);
  return { practice, madeAt, tables, erasedAgain };
}

function largeIn({ manifest }: Archive, large: number): string[] {
  return Object.keys(MOVED).filter((table) => (manifest.tables[table] ?? 0) >= large);
}

type TableArriving = Omit<Arriving, "known" | "eraseAgain" | "large"> & { store: Store; table: string };

async function bringInTable(app: AppContext, { archive, store, table, tell }: TableArriving): Promise<number> {
  let batch: Row[] = [];
  let rows = 0;
  const flush = async () => {
    await store(table, batch);
    if (table === "users") await openAccounts(store, batch, app.clock.now());
    if (table === "films") for (const film of batch) await bringInFilm(archive, store, film);
    batch = [];
    tell(table, rows);
  };
  const most = table === "picture_files" ? 1 : BATCH;
  for await (const found of archive.rows(table)) {
    rows += 1;
    const row = storedRow(app, { table, found, number: rows });
    batch.push(table === "picture_files" ? await withPicture(archive, row) : row);
    if (batch.length >= most) await flush();
  }
  if (batch.length > 0) await flush();
  return rows;
}

/** Whoever was erased here, by the database and by the list beside the backups, does not come back. */
async function knownErasures(app: AppContext): Promise<Erasure[]> {
  return together([...readErasureList(backupFolderOf(app.config)), ...(await listErasures(app.db.kysely))]);
}

/** Null: it was a trial. */
function problemOf(error: unknown): string | null {
  if (error instanceof TakenBack) return null;
  if (error instanceof UnfitArchive) return error.message;
  if (isConstraint(error))
    return "Its records don't fit together: two are the same, or one that another names is missing";
  throw error;
}

function isConstraint(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return (typeof errcode === "number" && (errcode & 0xff) === 19) || (typeof code === "string" && /^2[23]/.test(code));
}

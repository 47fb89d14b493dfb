import { z } from "zod";
import { holdSecretOf } from "#app/appointments/booking/booking-holds.db.server.ts";
import { appointmentData } from "#app/appointments/notifications/appointment-message.ts";
import { manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import { PART_BYTES } from "#app/media/films.server.ts";
import { parsedXml } from "#app/media/parse-xml.gateway.server.ts";
import { kindOf } from "#app/media/picture.ts";
import { drawSvg } from "#app/media/svg-drawing.ts";
import { filmFile, pictureFile } from "#app/moving/archive/archive-format.ts";
import {
  clearForArchive,
  isInUse,
  openAccounts,
  type Store,
  storeFor,
} from "#app/moving/archive/import-rows.db.server.ts";
import { ARCHIVE_SUBJECT, MOVED, MOVED_GIFT, MOVED_MAIL, MOVED_SETTINGS } from "#app/moving/archive/moved-tables.ts";
import { type Archive, openArchive, UnfitArchive } from "#app/moving/archive/read-archive.server.ts";
import { type AppContext, joined, type Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { backupFolderOf, readErasureList, together, writeErasures } from "#app/platform/backup/erasure-list.server.ts";
import { longWork } from "#app/platform/database/answer-within.server.ts";
import { writeRowsOfFormatTwo } from "#app/platform/database/migrate.server.ts";
import { inFiles } from "#app/platform/database/open.server.ts";
import { overwriteNow } from "#app/platform/database/overwrite-deleted.server.ts";
import type { Row } from "#app/platform/database/rows.server.ts";
import { dropIndexes, makeAgain } from "#app/platform/database/without-indexes.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { deriveSecret, hashOf, newId } from "#app/platform/ids.server.ts";
import { type EraseAgain, type Erasure, listErasures } from "#app/platform/personal-data.server.ts";

/** What came in: the rows of each table, and how many people were erased again. */
export type Arrival = { practice: string; madeAt: string; tables: Record<string, number>; erasedAgain: number };
type BringInOutcome = { kind: "received"; arrival: Arrival } | { kind: "refused"; message: string };

/**
 * `isTrial`: everything is checked and stored, and then taken back. `large`: a table of so many rows gets its indexes
 * once they are in.
 */
type BringingIn = {
  file: string;
  isTrial: boolean;
  eraseAgain: EraseAgain;
  onProgress?: (what: string, rows: number) => void;
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
  { file, isTrial, eraseAgain, onProgress = () => {}, large = LARGE }: BringingIn,
): Promise<BringInOutcome> {
  let arrival: Arrival | null = null;
  try {
    const archive = await openArchive(file, (name) => onProgress(`checking ${name}`, 0));
    const known = await knownErasures(app);
    const stored = async (tx: Tx) => {
      if (await isInUse(tx)) throw new UnfitArchive(IN_USE);
      arrival = await arrivalOf(app, tx, { archive, known, eraseAgain, onProgress, large });
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
    onProgress("writing the database anew", 0);
    await overwriteNow(app);
    await writeErasures(app);
  }
  return { kind: "received", arrival };
}

type Arriving = {
  archive: Archive;
  known: readonly Erasure[];
  eraseAgain: EraseAgain;
  onProgress: (what: string, rows: number) => void;
  large: number;
};

async function arrivalOf(
  app: AppContext,
  tx: Tx,
  { archive, known, eraseAgain, onProgress, large }: Arriving,
): Promise<Arrival> {
  const { db, clock } = app;
  const now = clock.now();
  await clearForArchive(tx, db.engine);
  const store = await storeFor(tx);
  const dropped = await dropIndexes(tx, largeIn(archive, large));
  const tables: Record<string, number> = {};
  for (const table of Object.keys(MOVED)) {
    tables[table] = await bringInTable({ ...app, db: joined(db, tx) }, { archive, store, table, onProgress });
    if (tables[table] !== archive.manifest.tables[table]) throw new UnfitArchive(`${table} is not whole`);
  }
  if (archive.manifest.format < 2) await writeRowsOfFormatTwo(tx);
  await makeAgain(tx, dropped, onProgress);
  const arrived = new Set((await listErasures(tx)).map(({ kind, id }) => `${kind} ${id}`));
  const erasures = known.filter(({ kind, id }) => !arrived.has(`${kind} ${id}`));
  const erasedAgain = await eraseAgain(joined(db, tx), { erasures, now, config: app.config });
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

async function bringInTable(app: AppContext, { archive, store, table, onProgress }: TableArriving): Promise<number> {
  let batch: Row[] = [];
  let rows = 0;
  const flush = async () => {
    await store(table, batch);
    if (table === "users") await openAccounts(store, batch, app.clock.now());
    if (table === "films") for (const film of batch) await bringInFilm(archive, store, film);
    batch = [];
    onProgress(table, rows);
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

const MOST_PICTURE = 32 * 1024 * 1024;

/** A picture's row with its file, which must be what its name says: an SVG is drawn anew, as an upload is. */
async function withPicture(archive: Archive, row: Row): Promise<Row> {
  const { picture_id: id, width, type } = row;
  const name = pictureFile({ id: String(id), width: Number(width), type: String(type) });
  const bytes = await whole(archive, name);
  if (type === "svg" ? !isDrawn(bytes) : kindOf(bytes) !== type) {
    throw new UnfitArchive(`${name} is not what its name says`);
  }
  return { ...row, bytes };
}

/** Stores a film's file in parts. */
async function bringInFilm(archive: Archive, store: Store, { id, format, size }: Row): Promise<void> {
  const name = filmFile({ id: String(id), format: String(format) });
  let part = Buffer.alloc(0);
  let number = 0;
  let bytes = 0;
  for await (const piece of archive.media(name)) {
    bytes += piece.byteLength;
    part = Buffer.concat([part, piece]);
    for (; part.length >= PART_BYTES; part = part.subarray(PART_BYTES), number++) {
      await store("film_parts", [{ film_id: id, number, bytes: part.subarray(0, PART_BYTES) }]);
    }
  }
  if (part.length > 0) await store("film_parts", [{ film_id: id, number, bytes: part }]);
  if (bytes !== size) throw new UnfitArchive(`${name} is not as long as its row says`);
}

async function whole(archive: Archive, name: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of archive.media(name)) {
    bytes += piece.byteLength;
    if (bytes > MOST_PICTURE) throw new UnfitArchive(`${name} is larger than a picture may be`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function isDrawn(bytes: Buffer): boolean {
  const text = bytes.toString("utf8");
  const root = parsedXml(text);
  const drawing = root ? drawSvg(root) : null;
  return drawing?.kind === "drawn" && drawing.svg === text;
}

const reminder = appointmentData[MOVED_MAIL];
const giftOfOrder = z.object({ orderId: z.string(), issue: z.int() });
const LATE_MAIL_ERROR = "held back: it was due while the practice moved";

/** Checks a row of an archive, and adds what did not travel: made anew here, or empty. `number`: its line. */
function storedRow(app: AppContext, { table, found, number }: Found): Row {
  const read = schemaOf(table).safeParse(found);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new UnfitArchive(`Line ${number} of ${table}: ${issue?.path.join(".")} ${issue?.message.toLowerCase()}`);
  }
  return { ...read.data, ...ADDED[table]?.(app, read.data, number) };
}

type Found = { table: string; found: unknown; number: number };

const schemas = new Map<string, z.ZodType<Row>>();

function schemaOf(table: string): z.ZodType<Row> {
  const known = schemas.get(table) ?? z.strictObject(MOVED[table]?.columns ?? {});
  schemas.set(table, known);
  return known;
}

/** Links of bookings open again where the secret came along; else new ones are sent. */
const ADDED: Record<string, (app: AppContext, row: Row, number: number) => Row> = {
  users: () => ({ twoFactorEnabled: false }),
  appointments: (app, { id, link_version, name, email, phone }) => {
    const isErased = name === null && email === null && phone === null;
    const secret = () => manageSecretOf(app, { id: String(id), linkVersion: Number(link_version) });
    return { manage_hash: isErased ? `erased ${id}` : hashOf(secret()), idempotency_key: null, origin: null };
  },
  booking_holds: (app, { appointment_id: id }) => ({ secret_hash: hashOf(holdSecretOf(app, String(id))) }),
  waiting_entries: (app, { id }) => ({ secret_hash: hashOf(deriveSecret(app.secret, `waiting:${id}`)) }),
  pay_links: (app, { id }) => ({ secret_hash: hashOf(deriveSecret(app.secret, `pay-link:${id}`)) }),
  voucher_orders: (app, { id, issue, course }) => {
    const gift = () => hashOf(deriveSecret(app.secret, `voucher-gift:${id}:${issue}`));
    return { key: `moved ${id}`, gift_hash: course === null ? gift() : null };
  },
  outbox: (app, { kind, data, run_at }, number) => {
    const schema = kind === MOVED_MAIL ? reminder : kind === MOVED_GIFT ? giftOfOrder : null;
    if (!schema?.safeParse(JSON.parse(String(data))).success)
      throw new UnfitArchive(`Line ${number} of outbox is no reminder and no gift`);
    const now = app.clock.now();
    // A gift that is late is still a gift.
    const isLate = kind === MOVED_MAIL && Number(run_at) <= now;
    const failure = { failed_at: isLate ? now : null, last_error: isLate ? LATE_MAIL_ERROR : null };
    return { attempts: 0, claimed_until: 0, ...failure };
  },
  // A value that is not as this version has it is told on the practice's side, as any damaged one.
  settings: (_, { key }, number) => {
    if (MOVED_SETTINGS.some((known) => known === key)) return {};
    throw new UnfitArchive(`Line ${number} of settings is none that moves: ${key}`);
  },
};

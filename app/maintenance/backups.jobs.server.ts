import { randomInt } from "node:crypto";
import { copyFile, mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { getFacts, postponeTurn, takeTurn, writeFacts } from "#app/adapters/adapters.db.server.ts";
import { noteAdapter } from "#app/adapters/note-adapter.server.ts";
import { newKey } from "#app/maintenance/age.gateway.server.ts";
import {
  BESIDE,
  besideName,
  commandAddress,
  outdatedNames,
  type Place,
  PlaceFault,
  sentName,
  unneededMedia,
} from "#app/maintenance/backup-place.ts";
import { openPlace } from "#app/maintenance/open-place.server.ts";
import { placeInUse } from "#app/maintenance/save-backups.server.ts";
import {
  countRows,
  measured,
  openBackup,
  sealFile,
  sealFolder,
  sealText,
  takeOutMedia,
  type Upload,
} from "#app/maintenance/sealed-backup.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { backupFolderOf, readErasureList, together } from "#app/platform/backup/erasure-list.server.ts";
import { BACKUP_DATABASE, makeBackup } from "#app/platform/backup/make-backup.server.ts";
import { restoreBackup } from "#app/platform/backup/restore.server.ts";
import { DATABASE_FILE } from "#app/platform/database/open.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { readHealthText, readSealingText } from "#app/platform/encryption.server.ts";
import { erasureLine, listErasures } from "#app/platform/personal-data.server.ts";
import { repeat } from "#app/platform/timer.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";

const LOOK_EVERY = 60_000;
const EVERY = 3_600_000;
const TRY_AGAIN = 900_000;
const ABANDONED = 86_400_000;
const NIGHT = 2 * EVERY;

const sent = z.object({
  name: z.string(),
  at: z.number(),
  bytes: z.number(),
  sha256: z.string(),
  counts: z.record(z.string(), z.number()),
});

const facts = z.object({
  sent: sent.nullable().default(null),
  kept: z.number().default(0),
  /** False once the storage refused to delete an old one. */
  deletes: z.boolean().default(true),
  /** The uploads that were sent, and the place that has them. */
  media: z.record(z.string(), z.object({ sha256: z.string(), first: z.number(), last: z.number() })).default({}),
  mediaAt: z.string().default(""),
  rehearsed: z.object({ at: z.number(), name: z.string(), rows: z.number() }).nullable().default(null),
});

export type BackupFacts = z.output<typeof facts>;
type Sent = z.output<typeof sent>;

export async function getBackupFacts(db: Queries): Promise<BackupFacts> {
  const read = facts.safeParse(await getFacts(db, "backups"));
  return read.success ? read.data : facts.parse({});
}

/** Sends a backup every hour while a place and recovery words are set, and restores one each night to see that it holds. */
export function startBackups(app: AppContext): () => Promise<void> {
  return repeat(app, { every: LOOK_EVERY, job: backUpIfDue, failed: "backup failed" });
}

/** Sends a backup unless one was sent within the hour. Returns its name, or null if none was due or it failed. */
export async function backUpIfDue(app: AppContext): Promise<string | null> {
  const db = app.db.kysely;
  const { backups, bookingRules } = (await readSettings(db, app.log)).settings;
  if (!backups.place || !backups.recipient) return null;
  const now = app.clock.now();
  if (!(await takeTurn(db, { name: "backups", now, nextAt: now + EVERY }))) return null;
  const spec = placeInUse(app, backups);
  let place: Place | null = null;
  const folder = await mkdtemp(join(app.config.dataDir, ".backup-"));
  try {
    if (!spec) throw new PlaceFault("We can’t read the saved secret of the storage. Enter it again.");
    place = await openPlace(app, spec);
    const sending = { place, folder, recipient: backups.recipient, zone: bookingRules.zone };
    const name = await sendBackup(app, { ...sending, address: commandAddress(spec) });
    await noteAdapter(app, "backups", null);
    return name;
  } catch (error) {
    await postponeTurn(db, "backups", now + TRY_AGAIN);
    await noteAdapter(app, "backups", faultOf(error));
    if (!(error instanceof PlaceFault)) throw error;
    return null;
  } finally {
    await place?.close();
    await rm(folder, { recursive: true, force: true });
    await removeAbandoned(app);
  }
}

type Sending = { place: Place; folder: string; recipient: string; zone: string; address: string };

async function sendBackup(app: AppContext, { place, folder, recipient, zone, address }: Sending): Promise<string> {
  const { db, config } = app;
  const now = app.clock.now();
  const name = sentName(now);
  const except = config.backupDir ? [config.backupDir] : [];
  const health = readHealthText(config);
  const made = await makeBackup({ db, dataDir: config.dataDir }, { folder, now, except });
  // The copy of the key that goes beside must be the one that this copy of the database needs.
  if (readHealthText(config) !== health) throw new PlaceFault("The health key was changed while a backup was made.");
  const counts = await countRows(join(made, BACKUP_DATABASE));
  const aside = join(folder, "media");
  const uploads = await takeOutMedia(made, { recipient, aside });
  await sendMedia(app, { place, folder, recipient, address, uploads });
  // A new key for each: nothing on this machine opens a backup that is not the newest.
  const rehearsal = await newKey();
  const file = await sealFolder(made, { into: join(folder, name), recipients: [recipient, rehearsal.recipient] });
  await sendBeside(app, { place, folder, recipient, name });
  await place.put(name, file);
  const names = await place.list();
  if (!names.includes(name)) throw new PlaceFault("The storage took the backup and then did not have it.");
  await writeKey(config.dataDir, rehearsal.identity);
  const known = await getBackupFacts(db.kysely);
  const outdated = outdatedNames(names, now);
  const cleared = await clear(place, outdated);
  const media = cleared.refused ? known.media : await clearMedia(place, known.media, { names, outdated });
  const next: BackupFacts = {
    ...known,
    media,
    sent: { name, at: now, bytes: file.bytes, sha256: file.sha256, counts },
    kept: names.length - cleared.count,
    deletes: !cleared.refused,
  };
  await writeFacts(db.kysely, "backups", next);
  app.log.info({ backup: name, bytes: file.bytes, deleted: cleared.count }, "backup sent");
  await rm(made, { recursive: true });
  if (next.sent && isRehearsalDue(known, now, zone)) {
    const rows = await rehearse(app, { place, folder, sent: next.sent, identity: rehearsal.identity });
    await checkMedia(app, { place, folder, facts: next });
    await writeFacts(db.kysely, "backups", { ...next, rehearsed: { at: app.clock.now(), name, rows } });
  }
  return name;
}

type Media = Pick<Sending, "place" | "folder" | "recipient" | "address"> & { uploads: readonly Upload[] };

/** Before the backup that needs them, each once and noted at once: what a cut-off run has sent is not sent again. */
async function sendMedia(app: AppContext, { place, folder, recipient, address, uploads }: Media): Promise<void> {
  const db = app.db.kysely;
  const now = app.clock.now();
  const known = await getBackupFacts(db);
  const media = known.mediaAt === address ? { ...known.media } : {};
  for (const { path, object } of uploads) {
    const sent = media[object];
    if (sent) {
      media[object] = { ...sent, last: now };
      continue;
    }
    const file = await sealFile(path, { into: join(folder, object), recipients: [recipient] });
    await place.put(object, file);
    await rm(file.path);
    media[object] = { sha256: file.sha256, first: now, last: now };
    await writeFacts(db, "backups", { ...known, media, mediaAt: address });
  }
  await writeFacts(db, "backups", { ...known, media, mediaAt: address });
}

type Clearing = { names: readonly string[]; outdated: readonly string[] };

async function clearMedia(place: Place, media: BackupFacts["media"], { names, outdated }: Clearing) {
  const kept = names.filter((name) => !outdated.includes(name));
  const left = { ...media };
  try {
    for (const object of unneededMedia(media, kept)) {
      await place.remove(object);
      delete left[object];
    }
  } catch (error) {
    // A storage that keeps them costs room and loses nothing.
    if (!(error instanceof PlaceFault)) throw error;
  }
  return left;
}

const MEDIA_CHECKED = 5;

/** Each night a few uploads are fetched back, others each time; a lost one is sent again with the next backup. */
async function checkMedia(
  app: AppContext,
  { place, folder, facts: { media, ...known } }: { place: Place; folder: string; facts: BackupFacts },
): Promise<void> {
  const all = Object.entries(media);
  const from = all.length > 0 ? randomInt(all.length) : 0;
  for (const [object, { sha256 }] of [...all.slice(from), ...all.slice(0, from)].slice(0, MEDIA_CHECKED)) {
    const file = join(folder, object);
    const isWhole = (await place.fetch(object, file)) && (await measured(file)).sha256 === sha256;
    await rm(file, { force: true });
    if (isWhole) continue;
    const { [object]: _, ...others } = media;
    await writeFacts(app.db.kysely, "backups", { ...known, media: others });
    throw new PlaceFault("The storage lost or changed an uploaded picture or film. The next backup sends it again.");
  }
}

type Beside = Omit<Sending, "zone" | "address"> & { name: string };

/** First, so that no backup is without them: the keys and the list of who was erased, for the words alone. */
async function sendBeside({ db, config }: AppContext, { place, folder, recipient, name }: Beside): Promise<void> {
  const listed = readErasureList(backupFolderOf(config));
  const erasures = together([...listed, ...(await listErasures(db.kysely))]);
  const texts = {
    key: readSealingText(config),
    health: readHealthText(config),
    erased: erasures.map(erasureLine).join(""),
  };
  for (const what of BESIDE) {
    const text = texts[what];
    if (text === null) continue;
    const beside = besideName(name, what);
    await place.put(beside, await sealText(text, { into: join(folder, beside), recipients: [recipient] }));
  }
}

async function clear(place: Place, names: readonly string[]): Promise<{ count: number; refused: boolean }> {
  let count = 0;
  for (const name of names) {
    try {
      await place.remove(name);
      count++;
      for (const what of BESIDE) await place.remove(besideName(name, what));
    } catch (error) {
      if (error instanceof PlaceFault) return { count, refused: true };
      throw error;
    }
  }
  return { count, refused: false };
}

function isRehearsalDue({ rehearsed }: BackupFacts, now: number, zone: string): boolean {
  return rehearsed === null || localDateOf(rehearsed.at - NIGHT, zone) < localDateOf(now - NIGHT, zone);
}

type Rehearsing = { place: Place; folder: string; sent: Sent; identity: string };

/** Fetches a backup, restores it into a folder of its own and compares it. Returns how many rows were compared. */
async function rehearse(app: AppContext, { place, folder, sent: backup, identity }: Rehearsing): Promise<number> {
  const { name, sha256, counts } = backup;
  const [file, opened, site] = [join(folder, "fetched"), join(folder, "opened"), join(folder, "site")];
  if (!(await place.fetch(name, file))) throw new PlaceFault("The newest backup is not there any longer.");
  if ((await measured(file)).sha256 !== sha256)
    throw new PlaceFault("The storage gave back another backup than it was given.");
  // The rehearsal key is younger than most uploads, so their own copies stand in: checkMedia looks at the storage's.
  const media = (object: string, into: string) => copyFile(join(folder, "media", object), into);
  await openBackup(file, { name, identity, into: opened, media });
  await restoreBackup({
    where: { databaseUrl: null, dataDir: site },
    folder: opened,
    now: app.clock.now(),
    log: app.log,
    sendMails: false,
    replace: false,
    backupDir: null,
    eraseAgain: async () => 0,
  });
  const restored = await countRows(join(site, DATABASE_FILE));
  const odd = Object.keys(counts).find((table) => counts[table] !== restored[table]);
  if (odd) throw new PlaceFault(`The newest backup was restored to test it and lacks rows of ${odd}.`);
  app.log.info({ backup: name }, "backup restored to test it");
  return Object.values(restored).reduce((sum, rows) => sum + rows, 0);
}

async function writeKey(dataDir: string, identity: string): Promise<void> {
  const file = join(dataDir, ".rehearsal-key");
  await writeFile(`${file}.partial`, `${identity}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.partial`, file);
}

function faultOf(error: unknown): { status: number | null; words: string } {
  if (error instanceof PlaceFault) return { status: error.status, words: error.message };
  const isFull = (error as { code?: string }).code === "ENOSPC";
  return {
    status: null,
    words: isFull ? "The disk of this machine is full." : "The backup could not be made on this machine.",
  };
}

/** What a stopped server left behind. A day is longer than any backup takes. */
async function removeAbandoned({ config, clock }: AppContext): Promise<void> {
  for (const name of (await readdir(config.dataDir)).filter((one) => one.startsWith(".backup-"))) {
    const path = join(config.dataDir, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < clock.now() - ABANDONED) await rm(path, { recursive: true, force: true });
  }
}

import { randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addAdapter, postponeTurn, removeAdapter } from "#app/adapters/adapters.db.server.ts";
import { noteAdapter } from "#app/adapters/note-adapter.server.ts";
import { keyOf } from "#app/maintenance/age.gateway.server.ts";
import { type Place, PlaceFault, type PlaceSpec, type TypedPlace } from "#app/maintenance/backup-place.ts";
import { newWords } from "#app/maintenance/bip39.gateway.server.ts";
import { openPlace } from "#app/maintenance/open-place.server.ts";
import { measured } from "#app/maintenance/sealed-backup.server.ts";
import { newSshKey } from "#app/maintenance/sftp.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readOrMakeSealingKey, readSealingKey, seal, unseal } from "#app/platform/encryption.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { consumeRateLimit } from "#app/platform/limits.server.ts";
import { type Actor, mayInPerson, needsConfirmation } from "#app/platform/permissions.ts";
import { getSettingVersion, saveSetting } from "#app/settings/save-setting.server.ts";
import {
  PLACE_SECRET_CELL,
  SSH_KEY_CELL,
  type StoredBackups,
  type StoredPlace,
  WORDS_CHECK_CELL,
} from "#app/settings/schemas/backups.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";

const LIMIT = { limit: 30, windowSeconds: 3600 };

/** What a storage answered to a test. `sameDisk`: the folder is lost together with the site. */
export type Tried =
  | { kind: "tried"; ms: number; deletes: boolean; locks: boolean; hostKey: string; sameDisk: boolean }
  | { kind: "failed"; words: string };

/** Tests the place and saves it, its secret sealed, if the test held. */
export async function savePlace(
  app: AppContext,
  actor: Actor,
  { version, typed }: { version: number; typed: TypedPlace },
) {
  const refusal = refusalOf(actor);
  if (refusal) return refusal;
  if (await isLimited(app, actor)) return { kind: "limited" as const };
  const stored = (await readSettings(app.db.kysely, app.log)).settings.backups;
  const spec = specOf({ ...typed, secret: "", hostKey: "", deletes: true, locks: false });
  const secret = typed.secret || (isSameDoor(stored.place, typed) ? openedSecret(app, stored.place) : "");
  const tried = await tryPlace(app, { ...spec, secret, ...keyFor(app, typed.kind, stored) });
  if (tried.kind === "failed") return tried;
  const { deletes, locks, hostKey } = tried;
  const sealed = secret && seal(readOrMakeSealingKey(app.config), PLACE_SECRET_CELL, secret);
  const next = (now: StoredBackups) => ({ ...now, place: { ...typed, secret: sealed, hostKey, deletes, locks } });
  const outcome = await saveSetting(app, actor, { key: "backups", version, next });
  if (outcome.kind === "saved") await beginAgain(app);
  return outcome.kind === "saved" ? { ...outcome, tried } : outcome;
}

/** Makes this site's SSH key, whose public half the owner adds at the SFTP server. */
export async function makeSshKey(app: AppContext, actor: Actor) {
  const refusal = refusalOf(actor);
  if (refusal) return refusal;
  const { line, secret } = await newSshKey();
  const sealed = seal(readOrMakeSealingKey(app.config), SSH_KEY_CELL, secret);
  return saveBackups(app, actor, (now) => ({ ...now, sshKey: now.sshKey ?? { line, sealed } }));
}

/** Makes new words and stores only what is needed to ask two of them back. */
export async function makeWords(app: AppContext, actor: Actor) {
  const refusal = refusalOf(actor);
  if (refusal) return refusal;
  const { words, entropy } = await newWords();
  const { recipient } = await keyOf(entropy);
  const places = twoOf(words.length);
  const check = seal(readOrMakeSealingKey(app.config), WORDS_CHECK_CELL, places.map((at) => words[at - 1]).join(" "));
  const outcome = await saveBackups(app, actor, (now) => ({ ...now, pending: { recipient, asked: places, check } }));
  return outcome.kind === "saved" ? { kind: "made" as const, words } : outcome;
}

/** Two words typed from paper: if they fit, backups are made for the new words from now on. */
export async function proveWords(app: AppContext, actor: Actor, typed: readonly [string, string]) {
  const refusal = refusalOf(actor);
  if (refusal) return refusal;
  const { pending } = (await readSettings(app.db.kysely, app.log)).settings.backups;
  if (!pending) return { kind: "not-found" as const };
  if (await isLimited(app, actor)) return { kind: "limited" as const };
  const key = readSealingKey(app.config);
  const check = key && unseal(key, WORDS_CHECK_CELL, pending.check);
  const said = typed.map((word) => word.trim().toLowerCase()).join(" ");
  if (check === null || !isSame(said, check)) return { kind: "invalid" as const };
  const outcome = await saveBackups(app, actor, (now) => ({
    ...now,
    recipient: pending.recipient,
    wordsAt: app.clock.now(),
    pending: null,
  }));
  if (outcome.kind === "saved") await beginAgain(app);
  return outcome;
}

/** Sends no more backups. Those that are there stay. */
export async function stopBackups(app: AppContext, actor: Actor) {
  const refusal = refusalOf(actor);
  if (refusal) return refusal;
  const outcome = await saveBackups(app, actor, (now) => ({ ...now, place: null }));
  if (outcome.kind === "saved") await removeAdapter(app.db.kysely, "backups");
  return outcome;
}

/** The next backup is made at once, before the hour is over. */
export async function backUpNow(app: AppContext, actor: Actor) {
  if (!mayInPerson(actor, "change", "settings")) return { kind: "forbidden" as const };
  await postponeTurn(app.db.kysely, "backups", app.clock.now());
  return { kind: "saved" as const };
}

/** The stored place with its secret opened; null: none is set, or this machine's key does not open it. */
export function placeInUse(app: Pick<AppContext, "config">, stored: StoredBackups): PlaceSpec | null {
  const { place } = stored;
  if (!place) return null;
  const secret = openedSecret(app, place);
  if (place.secret !== "" && secret === "") return null;
  return { ...specOf(place), secret, ...keyFor(app, place.kind, stored) };
}

function keyFor(app: Pick<AppContext, "config">, kind: PlaceSpec["kind"], { sshKey }: StoredBackups): { key?: string } {
  const sealing = kind === "sftp" && sshKey ? readSealingKey(app.config) : null;
  const key = sealing && unseal(sealing, SSH_KEY_CELL, sshKey?.sealed ?? "");
  return key ? { key } : {};
}

/** Writes a file, reads it back, compares it and deletes it again. */
export async function tryPlace(app: Pick<AppContext, "config" | "clock">, spec: PlaceSpec): Promise<Tried> {
  const begun = app.clock.now();
  const folder = await mkdtemp(join(app.config.dataDir, ".backup-test-"));
  let place: Place | null = null;
  try {
    place = await openPlace(app, spec);
    const words = await writeAndCompare(place, folder);
    if (words !== null) return { kind: "failed", words };
    const deletes = await place.remove(TEST_NAME).then(
      () => true,
      () => false,
    );
    const [sameDisk, locks] = [
      await isOnSameDisk(app, spec),
      (await place.canLock()) && (await locksForUs(app, spec, folder)),
    ];
    return { kind: "tried", ms: app.clock.now() - begun, deletes, locks, hostKey: place.hostKey, sameDisk };
  } catch (error) {
    if (error instanceof PlaceFault) return { kind: "failed", words: error.message };
    throw error;
  } finally {
    await place?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether a folder for backups is lost together with the site. */
export async function isOnSameDisk(
  { config }: Pick<AppContext, "config">,
  { kind, address }: Pick<PlaceSpec, "kind" | "address">,
): Promise<boolean> {
  const found = kind === "folder" ? await stat(address).catch(() => null) : null;
  return found !== null && found.dev === (await stat(config.dataDir)).dev;
}

const TEST_NAME = "limber-yard-test.txt";

async function writeAndCompare(place: Place, folder: string): Promise<string | null> {
  const [sent, back] = [join(folder, "sent"), join(folder, "back")];
  const text = `A test of Limber Yard: ${randomBytes(16).toString("hex")}\n`;
  await writeFile(sent, text, { mode: 0o600 });
  await place.list();
  await place.put(TEST_NAME, { path: sent, bytes: text.length, sha256: hashOf(text) });
  if (!(await place.fetch(TEST_NAME, back))) return "The storage took the test file and then did not have it.";
  if ((await readFile(back, "utf8")) !== text) return "The storage gave back another file than it was given.";
  return null;
}

/** A key may write and still not be allowed to lock. */
async function locksForUs(app: Pick<AppContext, "config">, spec: PlaceSpec, folder: string): Promise<boolean> {
  const place = await openPlace(app, { ...spec, locks: true });
  const file = await measured(join(folder, "sent"));
  return place.put(TEST_NAME, file).then(
    () =>
      place.remove(TEST_NAME).then(
        () => true,
        () => true,
      ),
    () => false,
  );
}

function specOf({ kind, address, user, region, hostKey, locks }: StoredPlace): PlaceSpec {
  return { kind, address, user, region, hostKey, locks, secret: "" };
}

function openedSecret(app: Pick<AppContext, "config">, place: StoredPlace | null): string {
  const key = place?.secret ? readSealingKey(app.config) : null;
  return (key && unseal(key, PLACE_SECRET_CELL, place?.secret ?? "")) || "";
}

// Another server must not be handed this one's secret.
function isSameDoor(stored: StoredPlace | null, typed: TypedPlace): boolean {
  if (!stored || stored.kind !== typed.kind || stored.user !== typed.user) return false;
  return URL.parse(stored.address)?.host === URL.parse(typed.address)?.host;
}

function refusalOf(actor: Actor) {
  if (!mayInPerson(actor, "change", "settings")) return { kind: "forbidden" as const };
  return needsConfirmation(actor) ? { kind: "unconfirmed" as const } : null;
}

async function isLimited(app: AppContext, actor: Actor): Promise<boolean> {
  const who = "userId" in actor ? actor.userId : "";
  return (await consumeRateLimit(app, { key: `backup-test:${who}`, ...LIMIT })).kind === "limited";
}

async function saveBackups(app: AppContext, actor: Actor, next: (stored: StoredBackups) => StoredBackups) {
  const version = await getSettingVersion(app.db.kysely, "backups");
  return saveSetting(app, actor, { key: "backups", version, next });
}

async function beginAgain(app: AppContext): Promise<void> {
  const { place, recipient } = (await readSettings(app.db.kysely, app.log)).settings.backups;
  if (!place || !recipient) return;
  await addAdapter(app.db.kysely, "backups", app.clock.now());
  await noteAdapter(app, "backups", null);
  await postponeTurn(app.db.kysely, "backups", app.clock.now());
}

function twoOf(count: number): [number, number] {
  const first = randomInt(1, count);
  return [first, randomInt(first + 1, count + 1)];
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(hashOf(one)), Buffer.from(hashOf(other))];
  return timingSafeEqual(a, b);
}

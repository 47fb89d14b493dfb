import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "#app/platform/config.server.ts";
import { CANNOT_START, closeDataFolder } from "#app/platform/data-folder.server.ts";
import { hashOf, newSecret } from "#app/platform/ids.server.ts";
import type { Log } from "#app/platform/log.server.ts";

/** In the data folder, but in no backup: a backup alone opens nothing that is sealed (decisions/0267). */
export const SEALING_KEY_FILE = "sealing-key";

/** As the sealing key, and apart from it: it wraps the keys of health records (decisions/0900). */
export const HEALTH_KEY_FILE = "health-key";

const LEAST = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** `id` is a fingerprint: it tells keys apart and opens nothing. */
export type SealingKey = { id: string; bytes: Buffer };

/** Where a sealed text stands. It opens nowhere else. */
export type Cell = { table: string; column: string; row: string };

/** The key of SEALING_KEY, or else of the data folder; null while there is none. It is never made by reading. */
export function readSealingKey(config: Pick<Config, "sealingKey" | "dataDir">): SealingKey | null {
  const text = readSealingText(config);
  return text === null ? null : keyFrom(text);
}

/** The key as it stands in its file: only for a copy that nobody opens without the recovery words. */
export function readSealingText({ sealingKey, dataDir }: Pick<Config, "sealingKey" | "dataDir">): string | null {
  if (sealingKey) return sealingKey;
  return textIn(join(dataDir, SEALING_KEY_FILE));
}

export function readHealthKey(config: Pick<Config, "dataDir">): SealingKey | null {
  const text = readHealthText(config);
  return text === null ? null : keyFrom(text);
}

/** As `readSealingText`. */
export function readHealthText({ dataDir }: Pick<Config, "dataDir">): string | null {
  return textIn(join(dataDir, HEALTH_KEY_FILE));
}

/** Only for whoever knows that no health record is sealed by another. */
export function readOrMakeHealthKey(config: Pick<Config, "dataDir">): SealingKey {
  return readHealthKey(config) ?? made(config.dataDir, HEALTH_KEY_FILE, () => readHealthKey(config));
}

function textIn(file: string): string | null {
  const text = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  return text.length >= LEAST ? text : null;
}

/** The same, or a new key in the data folder. Only for whoever knows that nothing is sealed by another. */
export function readOrMakeSealingKey(config: Pick<Config, "sealingKey" | "dataDir">): SealingKey {
  return readSealingKey(config) ?? made(config.dataDir, SEALING_KEY_FILE, () => readSealingKey(config));
}

/** A new key in its file, or the one that another process has just made there. */
function made(dataDir: string, name: string, read: () => SealingKey | null): SealingKey {
  const text = newSecret();
  try {
    writeFileSync(join(dataDir, name), text, { flag: "wx", mode: 0o600, flush: true });
    return keyFrom(text);
  } catch (error) {
    const other = (error as { code?: string }).code === "EEXIST" ? read() : null;
    if (other) return other;
    throw error;
  }
}

/** Puts the key of a backup in place, and the one that is there aside. An environment's key outranks it. */
export function replaceSealingText(
  { sealingKey, dataDir }: Pick<Config, "sealingKey" | "dataDir">,
  text: string,
  now: number,
): "replaced" | "environment" {
  if (sealingKey) return sealingKey === text ? "replaced" : "environment";
  replaceText({ dataDir, name: SEALING_KEY_FILE }, text, now);
  return "replaced";
}

/** As `replaceSealingText`. */
export function replaceHealthText({ dataDir }: Pick<Config, "dataDir">, text: string, now: number): void {
  replaceText({ dataDir, name: HEALTH_KEY_FILE }, text, now);
}

// Backups leave out what begins with a dot.
const NEXT_HEALTH_KEY_FILE = `.next-${HEALTH_KEY_FILE}`;

/** The key that `makeNextHealthKey` put beside the one in use; null: no change of keys is under way. */
export function readNextHealthKey({ dataDir }: Pick<Config, "dataDir">): SealingKey | null {
  const text = textIn(join(dataDir, NEXT_HEALTH_KEY_FILE));
  return text === null ? null : keyFrom(text);
}

/** A new health key beside the one in use, on disk before it returns. One that was never used is put aside. */
export function makeNextHealthKey({ dataDir }: Pick<Config, "dataDir">, now: number): SealingKey {
  const file = join(dataDir, NEXT_HEALTH_KEY_FILE);
  if (existsSync(file)) renameSync(file, join(dataDir, `replaced-unused-${HEALTH_KEY_FILE}-${now}`));
  const text = newSecret();
  writeFileSync(file, text, { flag: "wx", mode: 0o600, flush: true });
  folderOnDisk(dataDir);
  return keyFrom(text);
}

/**
 * Puts the next health key in place if it is the one with this id, and a copy of the former aside. There is a key file at
 * every moment, and two processes may do it at once. Returns the name of the former one's file; null: nothing to do.
 */
export function useNextHealthKey({ dataDir }: Pick<Config, "dataDir">, keyId: string, now: number): string | null {
  if (readNextHealthKey({ dataDir })?.id !== keyId) return null;
  const former = readHealthText({ dataDir });
  const aside = `replaced-${HEALTH_KEY_FILE}-${now}`;
  if (former !== null && keyFrom(former).id !== keyId)
    writeFileSync(join(dataDir, aside), former, { mode: 0o600, flush: true });
  try {
    renameSync(join(dataDir, NEXT_HEALTH_KEY_FILE), join(dataDir, HEALTH_KEY_FILE));
  } catch (error) {
    // Another process has just done it.
    if ((error as { code?: string }).code !== "ENOENT") throw error;
  }
  folderOnDisk(dataDir);
  return aside;
}

/** A name that is not on disk is lost with the power, whatever the file holds. Windows opens no folder. */
function folderOnDisk(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function replaceText({ dataDir, name }: { dataDir: string; name: string }, text: string, now: number): void {
  const file = join(dataDir, name);
  if (existsSync(file) && readFileSync(file, "utf8").trim() !== text)
    renameSync(file, join(dataDir, `replaced-${name}-${now}`));
  writeFileSync(file, text, { mode: 0o600, flush: true });
}

/** `v1.<key id>.<iv>.<text and tag>`, by AES-256-GCM. */
export function seal(key: SealingKey, cell: Cell, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key.bytes, iv).setAAD(boundTo(cell));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return ["v1", key.id, iv.toString("base64url"), sealed.toString("base64url")].join(".");
}

/** Null: another key sealed it, it stands in another cell, or it was changed. */
export function unseal(key: SealingKey, cell: Cell, sealed: string): string | null {
  const [version, id, iv = "", text = ""] = sealed.split(".");
  if (version !== "v1" || id !== key.id) return null;
  try {
    const bytes = Buffer.from(text, "base64url");
    const split = bytes.length - TAG_BYTES;
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv("aes-256-gcm", key.bytes, Buffer.from(iv, "base64url"), options);
    decipher.setAAD(boundTo(cell)).setAuthTag(bytes.subarray(split));
    return Buffer.concat([decipher.update(bytes.subarray(0, split)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

/** A place among the pieces of a file. Which is the last is sealed, too: a file that was cut at a piece's end stays shut. */
type Piece = { file: string; nth: number; isLast: boolean };

/** A key for one file alone: each of its pieces is sealed once, so their numbers are the nonces. */
export function keyOfFile(key: SealingKey, file: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key.bytes, "", `file:${file}`, 32));
}

export function sealPiece(key: Buffer, piece: Piece, bytes: Uint8Array): Buffer {
  const cipher = createCipheriv("aes-256-gcm", key, nonceOf(piece)).setAAD(pieceBoundTo(piece));
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Null: it was changed, or stands in another place or file. */
export function unsealPiece(key: Buffer, piece: Piece, sealed: Uint8Array): Buffer | null {
  const split = sealed.byteLength - TAG_BYTES;
  if (split < 0) return null;
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(piece), { authTagLength: TAG_BYTES });
    decipher.setAAD(pieceBoundTo(piece)).setAuthTag(sealed.subarray(split));
    return Buffer.concat([decipher.update(sealed.subarray(0, split)), decipher.final()]);
  } catch {
    return null;
  }
}

function nonceOf({ nth }: Piece): Buffer {
  const nonce = Buffer.alloc(IV_BYTES);
  nonce.writeUInt32BE(nth, IV_BYTES - 4);
  return nonce;
}

function pieceBoundTo({ file, nth, isLast }: Piece): Buffer {
  return Buffer.from(JSON.stringify(["piece", file, nth, isLast]), "utf8");
}

/** The fingerprint of the key that sealed a text. */
export function keyIdOf(sealed: string): string {
  return sealed.split(".")[1] ?? "";
}

export function keyFrom(text: string): SealingKey {
  return {
    id: hashOf(`fingerprint:${text}`).slice(0, 12),
    bytes: createHash("sha256").update(`seal:${text}`).digest(),
  };
}

function boundTo({ table, column, row }: Cell): Buffer {
  return Buffer.from(JSON.stringify([table, column, row]), "utf8");
}

const SECRET_FILE = "auth-secret";
const SHORTEST_SECRET = 32;
const TRIES = 50;

/**
 * The secret that signs sessions and links: AUTH_SECRET, or one made at the first start and stored in the data
 * folder, readable by its owner only. Two servers starting at once agree on one.
 */
export async function readSecret(config: Config, log: Log): Promise<string> {
  if (config.authSecret) return config.authSecret;
  if (config.databaseUrl) {
    log.warn("AUTH_SECRET is not set: if several machines serve this site, each signs with its own secret");
  }
  closeDataFolder(config.dataDir);
  const file = join(config.dataDir, SECRET_FILE);
  return createdSecret(file) ?? (await storedSecret(file));
}

/** null: there is one already. */
function createdSecret(file: string): string | null {
  const secret = newSecret();
  try {
    writeFileSync(file, secret, { flag: "wx", mode: 0o600, flush: true });
    return secret;
  } catch (error) {
    if ((error as { code?: string }).code === "EEXIST") return null;
    throw error;
  }
}

async function storedSecret(file: string): Promise<string> {
  for (let tries = 0; tries < TRIES; tries++) {
    const secret = readFileSync(file, "utf8").trim();
    if (secret.length >= SHORTEST_SECRET) return secret;
    // Another server has created the file but not yet written to it.
    await sleep(20);
  }
  const sentence = `${file} holds no secret. Delete the file to have a new one made; everyone then signs in again.`;
  throw Object.assign(new Error(sentence), { code: CANNOT_START });
}

import { createCipheriv, scrypt, timingSafeEqual } from "node:crypto";
import { listHashKeys, type StoredHashKey } from "#app/accounts/passwords/hash-keys.db.server.ts";
import type { ImportedHash, ImportedHashKey } from "#app/accounts/passwords/imported-password.ts";
import { type AppContext, processAppOf } from "#app/platform/app-context.server.ts";
import { readSealingKey, unseal } from "#app/platform/encryption.server.ts";

export function signerKeyCell(row: string) {
  return { table: "foreign_hash_keys", column: "signer_key", row };
}

const DUMMY = { signerKey: Buffer.alloc(64).toString("base64"), separator: "Bw==", rounds: 8, memCost: 14 };

type Opened = { id: string; key: ImportedHashKey; isShut: boolean };

const opened = new WeakMap<AppContext, Opened[]>();

/**
 * Reads the keys of other systems, before a password is tried: the library may hash inside a transaction, where nothing
 * else can be read.
 */
export async function openHashKeys(app: AppContext): Promise<void> {
  const stored = await listHashKeys(app.db.kysely);
  const sealing = stored.length > 0 ? readSealingKey(app.config) : null;
  const open = (row: StoredHashKey): Opened => {
    const { id, separator, rounds, mem_cost: memCost } = row;
    const signerKey = sealing && unseal(sealing, signerKeyCell(id), row.signer_key);
    if (signerKey === null) app.log.error({ key: id }, "passwords that moved in can't be compared: their key is shut");
    return { id, key: { separator, rounds, memCost, signerKey: signerKey ?? DUMMY.signerKey }, isShut: !signerKey };
  };
  opened.set(processAppOf(app), stored.map(open));
}

/** Whether passwords of another system are stored here, as far as was read last. */
export function isMixed(app: AppContext): boolean {
  return (opened.get(processAppOf(app)) ?? []).length > 0;
}

/** One hash of theirs, compared or for its time alone. Without its key a password is never right. */
export async function hashTheirs(app: AppContext, password: string, imported: ImportedHash | null): Promise<boolean> {
  const keys = opened.get(processAppOf(app)) ?? [];
  const own = imported && keys.find(({ id }) => id === imported.key);
  const compared = { imported: imported ?? { salt: "", hash: "" }, key: (own ?? keys[0])?.key ?? DUMMY };
  const matches = await matchesFirebase(password, compared);
  return Boolean(own && !own.isShut && matches);
}

const KEY_BYTES = 32;
const MOST_MEMORY = 64 * 1024 * 1024;

/** Firebase's modified scrypt: the derived key encrypts the project's signer key, and that is the hash. */
export async function firebaseHash(
  password: string,
  { salt, key }: { salt: string; key: ImportedHashKey },
): Promise<Buffer> {
  const salted = Buffer.concat([Buffer.from(salt, "base64"), Buffer.from(key.separator, "base64")]);
  const derived = await derive(password, salted, key);
  const cipher = createCipheriv("aes-256-ctr", derived, Buffer.alloc(16));
  return Buffer.concat([cipher.update(Buffer.from(key.signerKey, "base64")), cipher.final()]);
}

export async function matchesFirebase(
  password: string,
  { imported, key }: { imported: Pick<ImportedHash, "salt" | "hash">; key: ImportedHashKey },
): Promise<boolean> {
  const made = await firebaseHash(password, { salt: imported.salt, key });
  const stored = Buffer.from(imported.hash, "base64");
  return made.length > 0 && made.length === stored.length && timingSafeEqual(made, stored);
}

function derive(password: string, salt: Buffer, { rounds, memCost }: ImportedHashKey): Promise<Buffer> {
  const cost = { N: 2 ** memCost, r: rounds, p: 1, maxmem: MOST_MEMORY };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, cost, (error, derived) => (error ? reject(error) : resolve(derived)));
  });
}

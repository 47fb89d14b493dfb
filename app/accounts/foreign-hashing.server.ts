import { matchesFirebase } from "#app/accounts/firebase-scrypt.server.ts";
import { listForeignKeys, type StoredForeignKey } from "#app/accounts/foreign-keys.db.server.ts";
import type { ForeignHash, ForeignHashKey } from "#app/accounts/foreign-password.ts";
import { type AppContext, processAppOf } from "#app/platform/app-context.server.ts";
import { readSealingKey, unseal } from "#app/platform/sealed.server.ts";

export function signerKeyCell(row: string) {
  return { table: "foreign_hash_keys", column: "signer_key", row };
}

const DUMMY = { signerKey: Buffer.alloc(64).toString("base64"), separator: "Bw==", rounds: 8, memCost: 14 };

type Opened = { id: string; key: ForeignHashKey; isShut: boolean };

const opened = new WeakMap<AppContext, Opened[]>();

/**
 * Reads the keys of other systems, before a password is tried: the library may hash inside a transaction, where nothing
 * else can be read.
 */
export async function openForeignKeys(app: AppContext): Promise<void> {
  const stored = await listForeignKeys(app.db.kysely);
  const sealing = stored.length > 0 ? readSealingKey(app.config) : null;
  const open = (row: StoredForeignKey): Opened => {
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
export async function hashTheirs(app: AppContext, password: string, foreign: ForeignHash | null): Promise<boolean> {
  const keys = opened.get(processAppOf(app)) ?? [];
  const own = foreign && keys.find(({ id }) => id === foreign.key);
  const compared = { foreign: foreign ?? { salt: "", hash: "" }, key: (own ?? keys[0])?.key ?? DUMMY };
  const matches = await matchesFirebase(password, compared);
  return Boolean(own && !own.isShut && matches);
}

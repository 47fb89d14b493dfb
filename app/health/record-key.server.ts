import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import {
  type Cell,
  keyFrom,
  keyIdOf,
  keyOfFile,
  readHealthKey,
  readSealingKey,
  type SealingKey,
  seal,
  unseal,
  useNextHealthKey,
} from "#app/platform/encryption.server.ts";
import { newSecret } from "#app/platform/ids.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

/** `shut`: the health key is missing or another than the records were sealed with. No new one is made. */
export type HealthState = "off" | "on" | "shut";

export async function healthState(app: AppContext, tx?: Tx): Promise<HealthState> {
  const { health } = (await (tx ? readPractice(app, tx) : readPractice(app))).settings;
  if (!health.on) return "off";
  if (readHealthKey(app.config)?.id === health.keyId) return "on";
  // A change of keys was cut off after its last write to the database: its new key only has to be put in place.
  useNextHealthKey(app.config, health.keyId, app.clock.now());
  return readHealthKey(app.config)?.id === health.keyId ? "on" : "shut";
}

/** Nothing is sealed while health is off or shut: ask `healthState` first. */
export class HealthShut extends Error {}

/** A sealed text and the cell that it stands in. */
export type SealedCell = { cell: Cell; sealed: string };

/** Seals values, of which none is null, with the client's own key. The first one makes it. */
export async function sealRecord(
  app: AppContext,
  tx: Tx,
  clientId: string,
  ...values: readonly { cell: Cell; value: unknown }[]
): Promise<string[]> {
  // What a withdrawal froze has its key for itself, so that it goes on its own day.
  const keys = await keysOf(tx, await keyInUse(app, tx), [clientId]);
  const key = keys.find(({ withdrawalId }) => withdrawalId === null) ?? (await makeKey(app, tx, clientId));
  return values.map(({ cell, value }) => seal(key, cell, JSON.stringify(value)));
}

async function keyInUse(app: AppContext, tx: Tx): Promise<SealingKey> {
  const key = (await healthState(app, tx)) === "on" ? readHealthKey(app.config) : null;
  if (!key) throw new HealthShut("Health is off, or its key is not here.");
  return key;
}

/**
 * Seals what is said about a record, with the key of what a withdrawal froze or else with the open one. It makes no key.
 * Null: the health key is not here, or opens none of theirs.
 */
export async function sealBeside(
  config: Pick<AppContext["config"], "dataDir">,
  tx: Tx,
  {
    clientId,
    withdrawalId,
    cell,
    value,
  }: { clientId: string; withdrawalId: string | null; cell: Cell; value: unknown },
): Promise<string | null> {
  const practiceKey = readHealthKey(config);
  const keys = practiceKey ? await keysOf(tx, practiceKey, [clientId]) : [];
  const key = keys.find((one) => one.withdrawalId === withdrawalId) ?? keys.at(-1);
  return key ? seal(key, cell, JSON.stringify(value)) : null;
}

/** The values of one client's cells; null for each that can't be opened: changed, moved, or of another key. */
export async function openRecord(
  app: Pick<AppContext, "config">,
  db: Queries,
  clientId: string,
  cells: readonly SealedCell[],
): Promise<unknown[]> {
  return openRecords(
    app,
    db,
    cells.map((one) => ({ ...one, clientId })),
  );
}

/** The same for cells of many clients, in one statement. What the sealing key sealed while health was off opens too. */
export async function openRecords(
  app: Pick<AppContext, "config">,
  db: Queries,
  cells: readonly (SealedCell & { clientId: string })[],
): Promise<unknown[]> {
  if (cells.length === 0) return [];
  const practiceKey = readHealthKey(app.config);
  const keys = practiceKey ? await keysOf(db, practiceKey, [...new Set(cells.map(({ clientId }) => clientId))]) : [];
  const sealing = readSealingKey(app.config);
  return cells.map(({ clientId, cell, sealed }) => {
    const own = keys.find((one) => one.clientId === clientId && one.id === keyIdOf(sealed));
    const key = own ?? (sealing?.id === keyIdOf(sealed) ? sealing : null);
    const text = key ? unseal(key, cell, sealed) : null;
    return text === null ? null : JSON.parse(text);
  });
}

/** The key of one file's pieces, made of the client's key that sealed its row. Null: that one is not here. */
export async function openFileKey(
  { config }: Pick<AppContext, "config">,
  db: Queries,
  { clientId, id, sealed }: { clientId: string; id: string; sealed: string },
): Promise<Buffer | null> {
  const practiceKey = readHealthKey(config);
  const keys = practiceKey ? await keysOf(db, practiceKey, [clientId]) : [];
  const key = keys.find((one) => one.id === keyIdOf(sealed));
  return key ? keyOfFile(key, id) : null;
}

const wrappedIn = (keyId: string): Cell => ({ table: "record_keys", column: "wrapped", row: keyId });

/** The oldest first: a client has several after two records were merged. */
async function keysOf(db: Queries, practiceKey: SealingKey, clientIds: readonly string[]) {
  const rows = await db
    .selectFrom("record_keys")
    .select(["key_id", "client_id", "wrapped", "withdrawal_id"])
    .where("client_id", "in", [...clientIds])
    .orderBy("created_at")
    .orderBy("key_id")
    .execute();
  return rows.flatMap(({ key_id, client_id, wrapped, withdrawal_id }) => {
    const text = unseal(practiceKey, wrappedIn(key_id), wrapped);
    return text === null ? [] : [{ clientId: client_id, withdrawalId: withdrawal_id, ...keyFrom(text) }];
  });
}

async function makeKey(app: AppContext, tx: Tx, clientId: string): Promise<SealingKey> {
  // A change of the practice's key waits for it, or is over: no client's key is wrapped by the former one.
  await lockForReading(tx, "health key");
  const text = newSecret();
  const key = keyFrom(text);
  const wrapped = seal(await keyInUse(app, tx), wrappedIn(key.id), text);
  await tx
    .insertInto("record_keys")
    .values({ key_id: key.id, client_id: clientId, wrapped, created_at: app.clock.now(), withdrawal_id: null })
    .execute();
  return key;
}

const importKeyIn = (importId: string): Cell => ({ table: "file_imports", column: "key_sealed", row: importId });

/** A key for files that wait to come into records, wrapped by the practice's. */
export async function makeImportKey(app: AppContext, tx: Tx, importId: string): Promise<string> {
  // As in `makeKey`.
  await lockForReading(tx, "health key");
  return seal(await keyInUse(app, tx), importKeyIn(importId), newSecret());
}

/** Null: the practice's key is not here, or another. */
export function openImportKey(
  { config }: Pick<AppContext, "config">,
  importId: string,
  keySealed: string | null,
): SealingKey | null {
  const practiceKey = readHealthKey(config);
  const text = practiceKey && keySealed ? unseal(practiceKey, importKeyIn(importId), keySealed) : null;
  return text === null ? null : keyFrom(text);
}

/** The ids of keys that the practice's key does not open. */
export async function listShutKeys(db: Queries, practiceKey: SealingKey | null): Promise<string[]> {
  const rows = await db.selectFrom("record_keys").select(["key_id", "wrapped"]).orderBy("key_id").execute();
  return rows
    .filter(({ key_id, wrapped }) => !practiceKey || unseal(practiceKey, wrappedIn(key_id), wrapped) === null)
    .map(({ key_id }) => key_id);
}

/** The same of imports that are not done. */
export async function listShutImports(app: Pick<AppContext, "config">, db: Queries): Promise<string[]> {
  const rows = await db
    .selectFrom("file_imports")
    .select(["id", "key_sealed"])
    .where("key_sealed", "is not", null)
    .execute();
  return rows.filter(({ id, key_sealed }) => openImportKey(app, id, key_sealed) === null).map(({ id }) => id);
}

/** Wraps every client's key with another one. False: the practice's key does not open them all, and none is changed. */
export async function wrapKeysAnew(tx: Tx, from: SealingKey, to: SealingKey): Promise<boolean> {
  const rows = await tx.selectFrom("record_keys").select(["key_id", "wrapped"]).orderBy("key_id").execute();
  const texts = rows.map(({ key_id, wrapped }) => ({ id: key_id, text: unseal(from, wrappedIn(key_id), wrapped) }));
  const imports = await tx
    .selectFrom("file_imports")
    .select(["id", "key_sealed"])
    .where("key_sealed", "is not", null)
    .execute();
  const waiting = imports.map(({ id, key_sealed }) => ({ id, text: unseal(from, importKeyIn(id), key_sealed ?? "") }));
  if ([...texts, ...waiting].some(({ text }) => text === null)) return false;
  for (const { id, text } of waiting)
    await tx
      .updateTable("file_imports")
      .set({ key_sealed: seal(to, importKeyIn(id), text ?? "") })
      .where("id", "=", id)
      .execute();
  for (const { id, text } of texts)
    await tx
      .updateTable("record_keys")
      .set({ wrapped: seal(to, wrappedIn(id), text ?? "") })
      .where("key_id", "=", id)
      .execute();
  return true;
}

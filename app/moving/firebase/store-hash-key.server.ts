import { listHashKeys, writeHashKey } from "#app/accounts/passwords/hash-keys.db.server.ts";
import { signerKeyCell } from "#app/accounts/passwords/imported-hash.server.ts";
import type { ImportedHashKey } from "#app/accounts/passwords/imported-password.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { keyIdOf, readOrMakeSealingKey, readSealingKey, seal } from "#app/platform/encryption.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";

type StoreOutcome = { kind: "stored" } | { kind: "refused"; message: string };

/** The same parameters always have the same id, so that a second run of the import stores nothing new. */
export function hashKeyIdOf({ signerKey, separator, rounds, memCost }: ImportedHashKey): string {
  return hashOf(JSON.stringify([signerKey, separator, rounds, memCost])).slice(0, 12);
}

/** Stores a project's hash parameters, the signer key sealed. No sealing key is made while anything is sealed by another. */
export async function storeHashKey(
  app: AppContext,
  tx: Tx,
  { key, now }: { key: ImportedHashKey; now: number },
): Promise<StoreOutcome> {
  const stored = await listHashKeys(tx);
  const { mailServer, emailjs } = (await readSettings(tx, app.log)).settings;
  const sealedElsewhere = [
    mailServer?.password ?? "",
    emailjs.privateKey,
    ...stored.map(({ signer_key }) => signer_key),
  ].filter(Boolean);
  const found = readSealingKey(app.config);
  if (!found && sealedElsewhere.length > 0) {
    const by = keyIdOf(sealedElsewhere[0] ?? "");
    const message = `Bring the sealing key ${by} of the old data folder (or SEALING_KEY): this database holds secrets that it sealed`;
    return { kind: "refused", message };
  }
  const sealing = found ?? readOrMakeSealingKey(app.config);
  const id = hashKeyIdOf(key);
  await writeHashKey(tx, {
    ...{ id, separator: key.separator, rounds: key.rounds, mem_cost: key.memCost, created_at: now },
    signer_key: seal(sealing, signerKeyCell(id), key.signerKey),
  });
  return { kind: "stored" };
}

import { moveAlertsIntoRecords } from "#app/health/alerts.server.ts";
import { readForm } from "#app/health/form/versions.server.ts";
import { deleteUnfinishedImports } from "#app/health/moving/waiting-files.db.server.ts";
import { listShutKeys } from "#app/health/record-key.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/audit.server.ts";
import { readHealthKey, readOrMakeHealthKey, type SealingKey } from "#app/platform/encryption.server.ts";
import { type Actor, may, needsConfirmation } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";

type Switched = { kind: "changed" | "forbidden" | "unconfirmed" | "shut" | "unsigned" };

/**
 * Switched off, nothing of health shows, and what is stored stays sealed until it is on again. It goes on only once
 * someone has signed off what a yes means.
 */
export async function switchHealth(app: AppContext, actor: Actor, on: boolean): Promise<Switched> {
  if (may(actor, "change", "settings") && needsConfirmation(actor)) return { kind: "unconfirmed" };
  return change(app, actor, ["change", "settings"], async ({ tx, now, noted }): Promise<Switched> => {
    const { health } = (await readPractice(app, tx)).settings;
    if (on && (await readForm(tx)).signedBy === null) return { kind: "unsigned" };
    const key = on ? await keyFor(app, tx, health.keyId) : null;
    if (on && !key) return { kind: "shut" };
    await writeSetting(tx, { key: "health", value: { ...health, on, keyId: key?.id ?? health.keyId }, now });
    if (on) await moveAlertsIntoRecords(app, tx);
    else await deleteUnfinishedImports(tx);
    await noted("setting.change", { kind: "setting", id: "health" }, { health: on ? "on" : "off" });
    return { kind: "changed" };
  });
}

/** Null: the key of the records that are here is missing, and another would never open them. */
async function keyFor(app: AppContext, tx: Tx, keyId: string): Promise<SealingKey | null> {
  const found = readHealthKey(app.config);
  if (keyId !== "") return found?.id === keyId ? found : null;
  const hasRecords = (await listShutKeys(tx, found)).length > 0;
  return hasRecords ? null : (found ?? readOrMakeHealthKey(app.config));
}

import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { differences } from "#app/platform/audit-differences.ts";
import { type Changing, change } from "#app/platform/change.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { may, needsConfirmation } from "#app/platform/permissions.ts";
import { mailboxesOf } from "#app/settings/mail-sender.ts";
import { getSettingVersion, writeSettingAt } from "#app/settings/setting-versions.db.server.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";
import type { SettingKey, Settings } from "#app/settings/settings.ts";
import { toldOf } from "#app/settings/told-setting.ts";

type SettingOutcome =
  | { kind: "saved" }
  /** Somebody has saved it since: nothing is written. */
  | { kind: "stale"; current: Settings; version: number }
  | { kind: "forbidden" }
  /** They show first who they are: see `needsConfirmation`. */
  | { kind: "unconfirmed" };

/** The settings with which somebody could act for others: they take a person who was confirmed a moment ago. */
export const SENSITIVE_SETTINGS = ["mailServer", "sender", "scheduler", "emailjs", "teamRules", "backups"] as const;
export type SensitiveSetting = (typeof SENSITIVE_SETTINGS)[number];

export function isSensitive(key: SettingKey): key is SensitiveSetting {
  return SENSITIVE_SETTINGS.some((one) => one === key);
}

type Save<Key extends SettingKey> = {
  key: Key;
  version: number;
  next: (stored: Settings[Key]) => Settings[Key];
  also?: (tx: Tx, values: { before: Settings[Key]; after: Settings[Key]; now: number }) => Promise<void>;
};

/**
 * Saves one setting if its version is still the one the form showed. `next` makes the new value from the stored one;
 * `also` writes in the same transaction what goes with it.
 */
export async function saveSetting<Key extends SettingKey>(
  app: AppContext,
  actor: Actor,
  { key, version, next, also }: Save<Key>,
): Promise<SettingOutcome> {
  if (isSensitive(key) && may(actor, "change", "settings") && needsConfirmation(actor)) return { kind: "unconfirmed" };
  return change(app, actor, ["change", "settings"], async ({ tx, now, noted }) => {
    const current = await listSettings(tx, app.log);
    const value = next(current[key]);
    if (needsConfirmation(actor) && movesMail(app, current, { ...current, [key]: value }))
      return { kind: "unconfirmed" };
    if (!(await writeSettingAt(tx, { key, value, version, now }))) {
      return { kind: "stale", current, version: await getSettingVersion(tx, key) };
    }
    await also?.(tx, { before: current[key], after: value, now });
    await noted(
      "setting.change",
      { kind: "setting", id: key },
      { version: version + 1, ...differences(toldOf(key, current[key]), toldOf(key, value)) },
    );
    return { kind: "saved" };
  });
}

/** Whether mails would be from, or answered to, another address: the business's stands where the sender's is empty. */
export function movesMail(app: AppContext, before: MailSettings, after: MailSettings): boolean {
  const [one, other] = [mailboxesOf(before, app.config), mailboxesOf(after, app.config)];
  return (["from", "replyTo", "inbox"] as const).some((box) => one[box].address !== other[box].address);
}

type MailSettings = Pick<Settings, "business" | "sender">;

type Rework<Key extends SettingKey> = (
  at: Changing & { stored: Settings[Key] },
) => Promise<Settings[Key] | null | "stale">;

const TRIES = 5;

/** Somebody saved the setting in between: roll back and try again. */
class SavedMeanwhile extends Error {}

/**
 * Changes one setting from its current value. `rework` makes the new value and audits it, or returns null for no change,
 * and "stale" where another file is stored than the one that was to be replaced.
 */
export async function reworkSetting<Key extends SettingKey>(
  app: AppContext,
  actor: Actor,
  key: Key,
  rework: Rework<Key>,
): Promise<{ kind: "changed" | "unknown" | "forbidden" | "stale" }> {
  for (let left = TRIES; ; left--) {
    try {
      return await reworkOnce(app, actor, key, rework);
    } catch (error) {
      if (!(error instanceof SavedMeanwhile) || left === 1) throw error;
    }
  }
}

async function reworkOnce<Key extends SettingKey>(app: AppContext, actor: Actor, key: Key, rework: Rework<Key>) {
  return change(
    app,
    actor,
    ["change", "settings"],
    async (changing): Promise<{ kind: "changed" | "unknown" | "stale" }> => {
      const { tx, now } = changing;
      // Read the version before the value: then a save in between is noticed.
      const version = await getSettingVersion(tx, key);
      const stored = (await listSettings(tx, app.log))[key];
      const value = await rework({ ...changing, stored });
      if (value === null) return { kind: "unknown" };
      if (value === "stale") return { kind: "stale" };
      if (!(await writeSettingAt(tx, { key, value, version, now }))) throw new SavedMeanwhile();
      return { kind: "changed" };
    },
  );
}

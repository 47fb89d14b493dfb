import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { type Changing, change, differences } from "#app/platform/audit.server.ts";
import { type Actor, may, needsConfirmation } from "#app/platform/permissions.ts";
import { type MailText, type MailWords, ownPart, wordsOfMail } from "#app/settings/schemas/mail-words.ts";
import { mailboxesOf } from "#app/settings/schemas/sender.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { type SettingKey, type Settings, settingAuditView, textOf } from "#app/settings/settings.ts";

type SettingOutcome =
  | { kind: "saved" }
  /** Somebody has saved it since: nothing is written. */
  | { kind: "conflict"; current: Settings; version: number }
  | { kind: "forbidden" }
  /** They show first who they are: see `needsConfirmation`. */
  | { kind: "unconfirmed" };

/** The settings with which somebody could act for others: they take a person who was confirmed a moment ago. */
export const SENSITIVE_SETTINGS = [
  ...(["mailServer", "mailbox", "sender", "scheduler", "emailjs"] as const),
  ...(["calendarApps", "teamRules", "backups"] as const),
] as const;
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
    const current = (await readSettings(tx, app.log)).settings;
    const value = next(current[key]);
    if (needsConfirmation(actor) && movesMail(app, current, { ...current, [key]: value }))
      return { kind: "unconfirmed" };
    if (!(await writeSettingAt(tx, { key, value, version, now }))) {
      return { kind: "conflict", current, version: await getSettingVersion(tx, key) };
    }
    await also?.(tx, { before: current[key], after: value, now });
    await noted(
      "setting.change",
      { kind: "setting", id: key },
      { version: version + 1, ...differences(settingAuditView(key, current[key]), settingAuditView(key, value)) },
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
) => Promise<Settings[Key] | null | "conflict">;

const TRIES = 5;

/** Somebody saved the setting in between: roll back and try again. */
class SavedMeanwhile extends Error {}

/**
 * Changes one setting from its current value. `rework` makes the new value and audits it, or returns null for no change,
 * and "conflict" where another file is stored than the one that was to be replaced.
 */
export async function reworkSetting<Key extends SettingKey>(
  app: AppContext,
  actor: Actor,
  key: Key,
  rework: Rework<Key>,
): Promise<{ kind: "changed" | "not-found" | "forbidden" | "conflict" }> {
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
    async (changing): Promise<{ kind: "changed" | "not-found" | "conflict" }> => {
      const { tx, now } = changing;
      // Read the version before the value: then a save in between is noticed.
      const version = await getSettingVersion(tx, key);
      const stored = (await readSettings(tx, app.log)).settings[key];
      const value = await rework({ ...changing, stored });
      if (value === null) return { kind: "not-found" };
      if (value === "conflict") return { kind: "conflict" };
      if (!(await writeSettingAt(tx, { key, value, version, now }))) throw new SavedMeanwhile();
      return { kind: "changed" };
    },
  );
}

/** How often a setting was saved; 0 while it has its defaults. */
export async function getSettingVersion(db: Queries, key: SettingKey): Promise<number> {
  const row = await db.selectFrom("settings").select("version").where("key", "=", key).executeTakeFirst();
  return row?.version ?? 0;
}

/** Writes a setting, unless somebody has saved it since this version. */
export async function writeSettingAt<Key extends SettingKey>(
  tx: Tx,
  { key, value, version, now }: { key: Key; value: Settings[Key]; version: number; now: number },
): Promise<boolean> {
  const text = textOf(key, value);
  const row = { value: text, last_good: text, version: version + 1, updated_at: now };
  if (version === 0) {
    const outcome = await tx
      .insertInto("settings")
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column("key").doNothing())
      .executeTakeFirst();
    return Number(outcome.numInsertedOrUpdatedRows) === 1;
  }
  const outcome = await tx
    .updateTable("settings")
    .set(row)
    .where("key", "=", key)
    .where("version", "=", version)
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

/** Stores a secret that its company renewed, unless the setting was saved meanwhile. Nobody changed anything: no version, no audit. */
export async function renewSecret<Key extends SettingKey>(
  { db }: Pick<AppContext, "db">,
  { key, before, after }: { key: Key; before: Settings[Key]; after: Settings[Key] },
): Promise<void> {
  const text = textOf(key, after);
  await db.kysely
    .updateTable("settings")
    .set({ value: text, last_good: text })
    .where("key", "=", key)
    .where("value", "=", textOf(key, before))
    .execute();
}

type MailWordsOutcome =
  | { kind: "saved" }
  /** Somebody has saved it since: nothing is written. */
  | { kind: "conflict"; words: MailWords; version: number }
  | { kind: "forbidden" };

type Saving = { id: string; text: MailText; version: number; words: MailWords };

/** Saves the words of one mail, if its version is still the one the form showed. */
export async function saveMailWords(
  app: AppContext,
  actor: Actor,
  { id, text, version, words }: Saving,
): Promise<MailWordsOutcome> {
  let stale: MailWordsOutcome | null = null;
  const outcome = await reworkSetting(app, actor, "mailWords", async ({ noted, stored }) => {
    const before = wordsOfMail(stored, id, text);
    const current = stored[id]?.version ?? 0;
    stale = current === version ? null : { kind: "conflict", words: before, version: current };
    if (stale) return null;
    await noted("mail-words.change", { kind: "mail-words", id }, differences(before, words));
    return { ...stored, [id]: { version: version + 1, ...ownPart(words, text) } };
  });
  return outcome.kind === "forbidden" ? { kind: "forbidden" } : (stale ?? { kind: "saved" });
}

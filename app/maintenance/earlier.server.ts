import { existsSync } from "node:fs";
import { copyFile, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { addClients } from "#app/clients/add-clients.server.ts";
import { insertNote, listNotes } from "#app/clients/client-notes.server.ts";
import type { AppContext, Database } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/audit.server.ts";
import { BACKUP_DATABASE, readVerified } from "#app/platform/backup/make-backup.server.ts";
import { migrate } from "#app/platform/database/migrate.server.ts";
import { openSqlite } from "#app/platform/database/open.server.ts";
import { fieldsOf } from "#app/platform/form-fields.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, mayInPerson, needsConfirmation } from "#app/platform/permissions.ts";
import { repeat } from "#app/platform/timer.server.ts";
import { getSettingVersion, saveSetting } from "#app/settings/save-setting.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { type SettingKey, settingAuditView, textOf } from "#app/settings/settings.ts";

// Names with a dot are in no backup.
const DATABASE = ".earlier.db";
const NOTE = ".earlier.json";
const LOOK_EVERY = 600_000;
const DAY = 86_400_000;
const MOST_CLIENTS = 200;

/** They belong to the moment or to this machine: an older one would shut the site, or send backups elsewhere. */
const NOT_BROUGHT_BACK: readonly SettingKey[] = ["backups", "push", "demo", "goLive", "opening"];

const note = z.object({ madeAt: z.number(), broughtAt: z.number() });

export type EarlierSetting = {
  key: SettingKey;
  version: number;
  fields: { name: string; before: string; present: string }[];
};
export type EarlierClient = { id: string; name: string; email: string | null; phone: string | null };
export type Earlier = { madeAt: number; until: number; settings: EarlierSetting[]; clients: EarlierClient[] };

/** Puts the database of an opened backup beside the data for a day, so that single things can be brought back from it. */
export async function storeEarlier(dataDir: string, { folder, now }: { folder: string; now: number }): Promise<number> {
  const { madeAt } = await readVerified(folder);
  const partial = join(dataDir, `${DATABASE}.partial`);
  await copyFile(join(folder, BACKUP_DATABASE), partial);
  const db = openSqlite(partial, { journal: "delete" });
  try {
    await migrate(db);
  } finally {
    await db.close();
  }
  await rename(partial, join(dataDir, DATABASE));
  await writeFile(join(dataDir, NOTE), JSON.stringify({ madeAt, broughtAt: now }), { mode: 0o600 });
  return madeAt;
}

export function startForgettingEarlier(app: AppContext): () => Promise<void> {
  const failed = "the earlier state could not be removed";
  return repeat(app, { every: LOOK_EVERY, job: forgetEarlierIfDue, failed });
}

/** An earlier state holds what was deleted since, so it stays for a day only. */
export async function forgetEarlierIfDue(app: AppContext): Promise<void> {
  const known = await readNote(app);
  if (known && known.broughtAt <= app.clock.now() - DAY) await removeEarlier(app);
}

/** What the settings were, and which clients are gone since; null where no earlier state was fetched. */
export async function readEarlier(app: AppContext): Promise<Earlier | null> {
  const known = await readNote(app);
  if (known === null) return null;
  return withEarlier(app, async (earlier) => ({
    madeAt: known.madeAt,
    until: known.broughtAt + DAY,
    settings: await differingSettings(app, earlier),
    clients: await missingClients(app, earlier),
  }));
}

async function differingSettings(app: AppContext, earlier: Database): Promise<EarlierSetting[]> {
  const then = (await readSettings(earlier.kysely, app.log)).settings;
  const now = (await readSettings(app.db.kysely, app.log)).settings;
  const keys = (Object.keys(now) as SettingKey[]).filter(
    (key) => !NOT_BROUGHT_BACK.includes(key) && textOf(key, then[key]) !== textOf(key, now[key]),
  );
  const found: EarlierSetting[] = [];
  for (const key of keys) {
    const [old, present] = [fieldsOf(settingAuditView(key, then[key])), fieldsOf(settingAuditView(key, now[key]))];
    const names = [...new Set([...Object.keys(old), ...Object.keys(present)])].filter(
      (name) => old[name] !== present[name],
    );
    const fields = names.map((name) => ({ name, before: old[name] ?? "", present: present[name] ?? "" }));
    found.push({ key, version: await getSettingVersion(app.db.kysely, key), fields });
  }
  return found;
}

async function missingClients(app: AppContext, earlier: Database): Promise<EarlierClient[]> {
  const columns = ["id", "name", "email", "phone"] as const;
  const then = await earlier.kysely.selectFrom("clients").select(columns).where("erased_at", "is", null).execute();
  const now = await app.db.kysely.selectFrom("clients").select("id").where("erased_at", "is", null).execute();
  const ids = new Set(now.map(({ id }) => id));
  return then
    .filter(({ id }) => !ids.has(id))
    .slice(0, MOST_CLIENTS)
    .map(({ name, ...client }) => ({ ...client, name: name ?? "" }));
}

/** Puts one setting back as it was. */
export async function putSettingBack(
  app: AppContext,
  actor: Actor,
  { key, version }: { key: string; version: number },
) {
  const refusal = refusalOf(actor);
  if (refusal) return refusal;
  if ((await readNote(app)) === null) return { kind: "not-found" as const };
  return withEarlier(app, async (earlier) => {
    const found = (await differingSettings(app, earlier)).find((one) => one.key === key);
    if (!found) return { kind: "not-found" as const };
    const then = (await readSettings(earlier.kysely, app.log)).settings;
    return saveSetting(app, actor, { key: found.key, version, next: () => then[found.key] as never });
  });
}

/** Adds a client again, with contact details and notes. What was erased stays erased: this is a new record. */
export async function bringClientBack(app: AppContext, actor: Actor, id: string) {
  const refusal = refusalOf(actor);
  if (refusal) return refusal;
  if ((await readNote(app)) === null) return { kind: "not-found" as const };
  return withEarlier(app, async (earlier) => {
    const found = (await missingClients(app, earlier)).find((client) => client.id === id);
    if (!found) return { kind: "not-found" as const };
    const notes = await listNotes(earlier.kysely, id);
    return change(app, actor, ["change", "settings"], async ({ tx, now, noted }) => {
      const { name, email, phone } = found;
      const contact = { userId: null, name, email, phone };
      const [placed] = await addClients(tx, [{ contact, since: now, isExisting: true }]);
      if (!placed?.isNew) return { kind: "conflict" as const };
      for (const one of notes) await insertNote(tx, { ...one, id: newId(), clientId: placed.id });
      await noted("client.bring-back", { kind: "client", id: placed.id });
      return { kind: "saved" as const, id: placed.id };
    });
  });
}

/** Deletes the earlier state at once. */
export async function forgetEarlier(app: AppContext, actor: Actor) {
  if (!mayInPerson(actor, "change", "settings")) return { kind: "forbidden" as const };
  await removeEarlier(app);
  return { kind: "saved" as const };
}

function refusalOf(actor: Actor) {
  if (!mayInPerson(actor, "change", "settings")) return { kind: "forbidden" as const };
  return needsConfirmation(actor) ? { kind: "unconfirmed" as const } : null;
}

async function removeEarlier({ config }: AppContext): Promise<void> {
  for (const name of [NOTE, DATABASE]) await rm(join(config.dataDir, name), { force: true });
}

async function readNote({ config }: AppContext): Promise<z.output<typeof note> | null> {
  const file = join(config.dataDir, NOTE);
  if (!existsSync(file) || !existsSync(join(config.dataDir, DATABASE))) return null;
  const read = note.safeParse(JSON.parse(await readFile(file, "utf8")));
  return read.success ? read.data : null;
}

async function withEarlier<Result>(app: AppContext, work: (earlier: Database) => Promise<Result>): Promise<Result> {
  const earlier = openSqlite(join(app.config.dataDir, DATABASE), { journal: "delete" });
  try {
    return await work(earlier);
  } finally {
    await earlier.close();
  }
}

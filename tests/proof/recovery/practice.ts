import { makeWords, proveWords, savePlace } from "#app/maintenance/save-backups.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { parseConfig } from "#app/platform/config.server.ts";
import { migrate } from "#app/platform/database/migrate.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { getSettingVersion } from "#app/settings/save-setting.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { seedDemo } from "#scripts/seed-demo.ts";

export const OWNER: Actor = { kind: "admin", userId: "an-admin", isConfirmed: true };
export const NOON = Date.UTC(2027, 4, 4, 11);

type Opening = { allowed?: string; isNew?: boolean; now?: () => number };

/** The practice in a folder, opened beside no site. `allowed`: what it may reach on this machine. */
export async function practiceIn(
  dataDir: string,
  { allowed = "", isNew = true, now = () => NOON }: Opening = {},
): Promise<AppContext> {
  const parsed = parseConfig({ DATA_DIR: dataDir, OUTBOUND_PRIVATE: allowed, LOG_LEVEL: "silent" });
  if (parsed.kind === "invalid") throw new Error(parsed.problems.join(", "));
  const log = createLog("silent");
  const db = openDatabase({ databaseUrl: null, dataDir }, log);
  await migrate(db);
  const secret = "a-secret-of-this-proof-only-0123456789";
  const app = { db, clock: { now }, config: parsed.config, log, secret };
  if (isNew) await seedDemo(app);
  return app;
}

export async function storedBackups(app: AppContext) {
  return (await readSettings(app.db.kysely, app.log)).settings.backups;
}

/** Makes words and proves two of them, as an owner does from paper. */
export async function wordsOf(app: AppContext): Promise<string[]> {
  const made = await makeWords(app, OWNER);
  if (made.kind !== "made") throw new Error(made.kind);
  const [first, second] = (await storedBackups(app)).pending?.asked ?? [1, 1];
  await proveWords(app, OWNER, [made.words[first - 1] ?? "", made.words[second - 1] ?? ""]);
  return made.words;
}

/** Backups into a folder of this machine, begun. */
export async function backUpInto(app: AppContext, address: string): Promise<string[]> {
  const typed = { kind: "folder", address, user: "", region: "", secret: "" } as const;
  const version = await getSettingVersion(app.db.kysely, "backups");
  const saved = await savePlace(app, OWNER, { version, typed });
  if (saved.kind !== "saved") throw new Error(`The folder was refused: ${JSON.stringify(saved)}`);
  return wordsOf(app);
}

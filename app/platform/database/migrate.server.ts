import { type Migration, Migrator } from "kysely/migration";
import type { Database } from "#app/platform/database/database.server.ts";
import { foundation } from "#migrations/0001-foundation.ts";
import { mails } from "#migrations/0002-mails.ts";

const migrations: Record<string, Migration> = {
  "0001-foundation": foundation,
  "0002-mails": mails,
};

/**
 * Brings the schema up to date. Several servers may start at once: PostgreSQL takes an advisory lock,
 * SQLite's `begin immediate` lets one through at a time, and a failed migration leaves nothing behind.
 */
export async function migrate(db: Database): Promise<string[]> {
  const migrator = new Migrator({ db: db.kysely, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

/** Whether every migration this code knows has been run. */
export async function isMigrated(db: Database): Promise<boolean> {
  const migrator = new Migrator({ db: db.kysely, provider: { getMigrations: async () => migrations } });
  return (await migrator.getMigrations()).every((migration) => migration.executedAt !== undefined);
}

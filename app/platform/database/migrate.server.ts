import { type Migration, Migrator } from "kysely/migration";
import type { Database } from "#app/platform/database/database.server.ts";
import { foundation } from "#migrations/0001-foundation.ts";
import { mails } from "#migrations/0002-mails.ts";
import { accounts } from "#migrations/0003-accounts.ts";
import { desk } from "#migrations/0005-desk.ts";
import { admin } from "#migrations/0006-admin.ts";
import { people } from "#migrations/0009-people.ts";
import { enquiries } from "#migrations/0015-enquiries.ts";
import { content } from "#migrations/0016-content.ts";
import { contactVersions } from "#migrations/0070-contact-versions.ts";
import { films } from "#migrations/0071-films.ts";
import { outboxCopies } from "#migrations/0075-outbox-copies.ts";
import { servicesPages } from "#migrations/0083-services-pages.ts";
import { complaints } from "#migrations/0086-complaints.ts";

const migrations: Record<string, Migration> = {
  "0001-foundation": foundation,
  "0002-mails": mails,
  "0003-accounts": accounts,
  "0005-desk": desk,
  "0006-admin": admin,
  "0009-people": people,
  "0015-enquiries": enquiries,
  "0016-content": content,
  "0070-contact-versions": contactVersions,
  "0071-films": films,
  "0075-outbox-copies": outboxCopies,
  "0083-services-pages": servicesPages,
  "0086-complaints": complaints,
};

/**
 * Brings the schema up to date. Several servers may start at once: PostgreSQL takes an advisory lock,
 * SQLite's `begin immediate` lets one through at a time, and a failed migration leaves nothing behind.
 */
export async function migrate(db: Database): Promise<string[]> {
  const { error, results } = await migratorOf(db).migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

/** Whether every migration this code knows has been run. */
export async function isMigrated(db: Database): Promise<boolean> {
  return (await migratorOf(db).getMigrations()).every((migration) => migration.executedAt !== undefined);
}

// Numbers are given out before the work is done, so a lower one may arrive after a higher one has been run.
function migratorOf(db: Database): Migrator {
  const provider = { getMigrations: async () => migrations };
  return new Migrator({ db: db.kysely, provider, allowUnorderedMigrations: true });
}

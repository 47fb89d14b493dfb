import { randomUUID } from "node:crypto";
import pg from "pg";
import { migrate } from "#app/platform/database/migrate.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { createLog } from "#app/platform/log.server.ts";

const TEMPLATE = "limber_yard_template";

/** Makes a migrated template database: a copy takes a tenth of the migration's time. */
export async function makeTemplate(serverUrl: string): Promise<void> {
  await command(serverUrl, `create database ${TEMPLATE}`);
  const db = openDatabase({ databaseUrl: urlOf(serverUrl, TEMPLATE), dataDir: "" }, createLog("silent"));
  await migrate(db);
  await db.close();
}

type Making = { blank?: boolean; icuLocale?: string | null };

/**
 * A new database, migrated or empty (`blank`, or with its own ICU locale). Returns its address: that of the pooler
 * before the server, where TEST_POOLER_URL names one.
 */
export async function makeDatabase(
  serverUrl: string,
  { blank = false, icuLocale = null }: Making = {},
): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const icu = `create database ${name} template template0 locale_provider icu icu_locale '${icuLocale}'`;
  if (icuLocale) await command(serverUrl, icu);
  else await command(serverUrl, blank ? `create database ${name}` : await copyStatement(serverUrl, name));
  return urlOf(process.env.TEST_POOLER_URL ?? serverUrl, name);
}

// Of its files instead of page by page through the log: half the work. Before 15 there is no other way, nor a word for it.
let asFiles: Promise<string> | null = null;

async function copyStatement(serverUrl: string, name: string): Promise<string> {
  asFiles ??= command(serverUrl, "show server_version_num").then(([row]) =>
    Number(row?.server_version_num) >= 150_000 ? " strategy file_copy" : "",
  );
  return `create database ${name} template ${TEMPLATE}${await asFiles}`;
}

/** Sets a setting for all sessions of a database that begin from now on. */
export async function setForDatabase(serverUrl: string, databaseUrl: string, setting: string): Promise<void> {
  await command(serverUrl, `alter database ${new URL(databaseUrl).pathname.slice(1)} set ${setting}`);
}

export async function dropDatabase(serverUrl: string, databaseUrl: string): Promise<void> {
  await command(serverUrl, `drop database if exists ${new URL(databaseUrl).pathname.slice(1)} with (force)`);
}

function urlOf(serverUrl: string, name: string): string {
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}

async function command(serverUrl: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

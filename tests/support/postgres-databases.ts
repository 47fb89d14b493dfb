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

type Making = { blank?: boolean; icuLocale?: string | null; like?: string };

/**
 * A new database, migrated or empty (`blank`, or with its own ICU locale), or a copy of the one named `like`. Returns
 * its address: that of the pooler before the server, where TEST_POOLER_URL names one.
 */
export async function makeDatabase(
  serverUrl: string,
  { blank = false, icuLocale = null, like = TEMPLATE }: Making = {},
): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const icu = `create database ${name} template template0 locale_provider icu icu_locale '${icuLocale}'`;
  if (icuLocale) await command(serverUrl, icu);
  else await command(serverUrl, blank ? `create database ${name}` : await copyStatement(serverUrl, { name, like }));
  return urlOf(process.env.TEST_POOLER_URL ?? serverUrl, name);
}

/** A migrated database to copy; returns its name. Filled without the pooler, which would keep it open. */
export async function makeFilled(serverUrl: string, fill: (databaseUrl: string) => Promise<void>): Promise<string> {
  const name = `filled_${randomUUID().replaceAll("-", "")}`;
  await command(serverUrl, await copyStatement(serverUrl, { name, like: TEMPLATE }));
  await fill(urlOf(serverUrl, name));
  return name;
}

// Of its files instead of page by page through the log: half the work. Before 15 there is no other way, nor a word for it.
let asFiles: Promise<string> | null = null;

async function copyStatement(serverUrl: string, { name, like }: { name: string; like: string }): Promise<string> {
  asFiles ??= command(serverUrl, "show server_version_num").then(([row]) =>
    Number(row?.server_version_num) >= 150_000 ? " strategy file_copy" : "",
  );
  return `create database ${name} template ${like}${await asFiles}`;
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

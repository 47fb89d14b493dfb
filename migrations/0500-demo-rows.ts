import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import shipped from "#migrations/0500-demo-rows.json" with { type: "json" };

export const demoRows: Migration = { up };

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
type Record = { [name: string]: Json };
type Stored = { value: string; last_good: string | null };

/** The shipped words are of 22 November 2026, and the pages say so. */
const AT = Date.UTC(2026, 10, 22, 12);
const UNNAMED = "Opening soon";

/** This page tells what the software does, for any practice. */
const KEPT_PAGES = ["cookies"];

const { geo: _, demo: __, legal, ...facts } = shipped.settings.business;
const INVENTED: Record = { ...facts, legal: { name: legal.name, number: legal.number, ico: legal.ico } };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("demo_marks").addColumn("value", "text").execute();
  await writeDemoRows(db);
}

/**
 * What the demo practice shipped as defaults becomes rows. Where the demo is shown, what visitors see is written and
 * marked; where it is hidden, what was subtracted at every read leaves the stored rows. A new database has neither.
 */
export async function writeDemoRows(db: Kysely<unknown>): Promise<void> {
  const { rows: offer } = await sql`select id from services union all select id from therapists`.execute(db);
  if (offer.length === 0) return;
  const demo = recordIn((await storedSetting(db, "demo"))?.value);
  if (demo?.shown === false) await cleanHidden(db);
  else await writeShown(db);
  for (const table of ["services", "therapists"] as const) {
    await sql`insert into demo_marks (kind, id) select ${`demo-${table}`}, id from ${sql.table(table)}
      where id like 'demo-%'`.execute(db);
  }
}

async function writeShown(db: Kysely<unknown>): Promise<void> {
  const ribbon = await hasRibbon(db);
  await fillSetting(db, "business", shipped.settings.business);
  await mark(db, { kind: "setting", id: "business", value: INVENTED });
  for (const key of ["openingHours", "operationHours"] as const) {
    if (await storedSetting(db, key)) continue;
    await insertSetting(db, key, shipped.settings[key]);
    await mark(db, { kind: "setting", id: key, value: shipped.settings[key] });
  }
  await changeSetting(db, "bookingRules", { referencePrefix: "LY" }, (rules) => !rules.referencePrefix);
  await changeSetting(db, "goLive", { showsFilms: true }, (choices) => choices.showsFilms !== true);
  await writeWords(db);
  await fillSetting(db, "demo", { shown: true, ended: false });
  await changeSetting(db, "demo", { ribbon }, () => true, false);
}

/** The fields that a stored setting lacks; the setting, where none is stored. */
async function fillSetting(db: Kysely<unknown>, key: string, defaults: Record): Promise<void> {
  const stored = await storedSetting(db, key);
  if (!stored) return insertSetting(db, key, defaults);
  const filled = (text: string | null) => {
    const read = recordIn(text);
    return read && JSON.stringify({ ...defaults, ...read });
  };
  const value = filled(stored.value);
  // A damaged row shows its last good value, and the default where it has none.
  const lastGood = filled(stored.last_good) ?? stored.last_good ?? (value ? null : JSON.stringify(defaults));
  await updateSetting(db, key, { value: value ?? stored.value, last_good: lastGood });
}

/** Writes a part of a setting where it is wanted, and marks it as the demo's. */
async function changeSetting(
  db: Kysely<unknown>,
  key: string,
  part: Record,
  isWanted: (stored: Record) => boolean,
  isMarked = true,
): Promise<void> {
  const stored = await storedSetting(db, key);
  const read = stored ? recordIn(stored.value) : {};
  if (!read || !isWanted(read)) return;
  const changed = JSON.stringify({ ...read, ...part });
  const good = recordIn(stored?.last_good);
  if (!stored) await insertSetting(db, key, { ...read, ...part });
  else
    await updateSetting(db, key, {
      value: changed,
      last_good: good ? JSON.stringify({ ...good, ...part }) : stored.last_good,
    });
  if (isMarked) await mark(db, { kind: "setting", id: key, value: part });
}

async function writeWords(db: Kysely<unknown>): Promise<void> {
  const stored = await storedWords(db);
  for (const [page, words] of Object.entries(shipped.words as { [page: string]: Json })) {
    const row = stored.get(page);
    if (row) await updateWords(db, page, fitted(words, row));
    if (KEPT_PAGES.includes(page)) continue;
    if (!row) {
      await sql`insert into page_words (page, words, version, updated_at)
        values (${page}, ${JSON.stringify(words)}, 1, ${AT})`.execute(db);
      await readAgain(db, page);
    }
    await mark(db, { kind: "words", id: page, value: words });
  }
}

/** A policy that the owner has read as shipped is still read. */
async function readAgain(db: Kysely<unknown>, page: string): Promise<void> {
  const stored = await storedSetting(db, "goLive");
  const choices = recordIn(stored?.value);
  const read = choices && isRecord(choices.policiesRead) ? choices.policiesRead : null;
  const policy = read?.[page];
  if (!choices || !isRecord(policy) || policy.version !== 0) return;
  const value = JSON.stringify({ ...choices, policiesRead: { ...read, [page]: { ...policy, version: 1 } } });
  await updateSetting(db, "goLive", { value, last_good: value });
}

async function hasRibbon(db: Kysely<unknown>): Promise<boolean> {
  const business = { ...shipped.settings.business, ...recordIn((await storedSetting(db, "business"))?.value) };
  if (business.demo === false) return false;
  if (JSON.stringify(withoutFacts(business)) !== JSON.stringify(business)) return true;
  const stored = await storedWords(db);
  const words = Object.entries(shipped.words as { [page: string]: Json }).map(([page, own]) =>
    fitted(own, stored.get(page)),
  );
  const said = textsIn(words).join("\n");
  if (shipped.sentences.some((sentence) => said.includes(sentence))) return true;
  const { rows } = await sql`
    select id from services where id like 'demo-%' and version = 1 and active = 1
    union all select id from therapists where id like 'demo-%' and version = 1 and active = 1`.execute(db);
  return rows.length > 0;
}

async function cleanHidden(db: Kysely<unknown>): Promise<void> {
  const stored = await storedSetting(db, "business");
  const cleaned = (text: string | null) => {
    const read = recordIn(text);
    return read ? JSON.stringify(named(withoutFacts(read))) : text;
  };
  if (stored)
    await updateSetting(db, "business", {
      value: cleaned(stored.value) ?? stored.value,
      last_good: cleaned(stored.last_good),
    });
  await changeSetting(db, "bookingRules", { referencePrefix: "REF" }, (rules) => rules.referencePrefix === "", false);
  const plain: { [page: string]: Json } = { ...shipped.words, ...shipped.plain };
  for (const [page, words] of await storedWords(db)) {
    const own = plain[page];
    if (own !== undefined) await updateWords(db, page, fitted(own, withoutSentences(words)));
  }
}

/** A practice without a name is nameless; it was stored as what stood in its place. */
function named(business: Record): Record {
  const own = (text: Json | undefined) => (text === UNNAMED ? "" : (text ?? ""));
  return { ...business, name: own(business.name), fullName: own(business.fullName) };
}

/** Without the facts that are the demo practice's. */
function withoutFacts(business: Record): Record {
  const part = (own: Record, invented: Record): Record =>
    Object.fromEntries(
      Object.entries(own).map(([name, value]): [string, Json] => {
        const was = invented[name];
        if (name === "socials" && Array.isArray(value)) return [name, value.filter((row) => !isInvented(row))];
        if (isRecord(value) && isRecord(was)) return [name, part(value, was)];
        return [name, typeof value === "string" && value === was ? "" : value];
      }),
    );
  return part(business, INVENTED);
}

function isInvented(row: Json): boolean {
  return isRecord(row) && shipped.settings.business.socials.some(({ url }) => url === row.url);
}

function withoutSentences(tree: Json): Json {
  if (typeof tree === "string") {
    const kept = shipped.sentences.reduce((left, sentence) => left.split(sentence).join(""), tree);
    return kept === tree ? tree : kept.replace(/ {2,}/g, " ").trim();
  }
  if (Array.isArray(tree)) {
    const rows = tree.map(withoutSentences);
    return rows.every((row) => typeof row === "string") ? rows.filter((row) => row !== "") : rows;
  }
  if (!isRecord(tree)) return tree;
  const left = Object.fromEntries(Object.entries(tree).map(([name, part]) => [name, withoutSentences(part)]));
  const bodies = (of: Record) => textsIn(Object.entries(of).flatMap(([name, part]) => (name === "title" ? [] : part)));
  const isGone = bodies(tree).some(Boolean) && !bodies(left).some(Boolean);
  return isGone && "title" in left ? { ...left, title: "" } : left;
}

/** Stored words in the shape of the shipped ones, which stand where a text is missing. */
function fitted(own: Json, stored: Json | undefined): Json {
  if (typeof own === "string") return typeof stored === "string" ? stored : own;
  if (Array.isArray(own)) {
    const [pattern] = own;
    if (!Array.isArray(stored)) return own;
    return pattern === undefined ? stored : stored.map((row) => fitted(emptied(pattern), row));
  }
  if (!isRecord(own) || !isRecord(stored)) return own;
  return Object.fromEntries(Object.entries(own).map(([name, part]) => [name, fitted(part, stored[name])]));
}

function emptied(tree: Json): Json {
  if (Array.isArray(tree)) return [];
  if (!isRecord(tree)) return "";
  return Object.fromEntries(Object.entries(tree).map(([name, part]) => [name, emptied(part)]));
}

function textsIn(tree: Json): string[] {
  if (typeof tree === "string") return [tree];
  return tree !== null && typeof tree === "object" ? Object.values(tree).flatMap(textsIn) : [];
}

async function storedWords(db: Kysely<unknown>): Promise<Map<string, Json>> {
  const { rows } = await sql<{ page: string; words: string }>`select page, words from page_words`.execute(db);
  return new Map(
    rows.flatMap(({ page, words }) => {
      const read = recordIn(words);
      return read ? [[page, read] as const] : [];
    }),
  );
}

async function updateWords(db: Kysely<unknown>, page: string, words: Json): Promise<void> {
  await sql`update page_words set words = ${JSON.stringify(words)} where page = ${page}`.execute(db);
}

async function storedSetting(db: Kysely<unknown>, key: string): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`select value, last_good from settings where key = ${key}`.execute(db);
  return rows[0];
}

async function insertSetting(db: Kysely<unknown>, key: string, value: Json): Promise<void> {
  const text = JSON.stringify(value);
  await sql`insert into settings (key, value, last_good, version, updated_at)
    values (${key}, ${text}, ${text}, 1, ${AT})`.execute(db);
}

async function updateSetting(db: Kysely<unknown>, key: string, { value, last_good }: Stored): Promise<void> {
  await sql`update settings set value = ${value}, last_good = ${last_good} where key = ${key}`.execute(db);
}

async function mark(
  db: Kysely<unknown>,
  { kind, id, value }: { kind: string; id: string; value: Json },
): Promise<void> {
  await sql`insert into demo_marks (kind, id, value)
    values (${`demo-${kind}`}, ${id}, ${JSON.stringify(value)})`.execute(db);
}

function recordIn(text: string | null | undefined): Record | null {
  try {
    const read: Json = JSON.parse(text ?? "");
    return isRecord(read) ? read : null;
  } catch {
    return null;
  }
}

function isRecord(value: Json | undefined): value is Record {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

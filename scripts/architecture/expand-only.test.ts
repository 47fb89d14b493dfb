import { expect, test } from "vitest";
import { expandOnly, RELEASED } from "#scripts/architecture/expand-only.ts";
import { houseOf } from "#scripts/architecture/house.ts";

// The last release reads two columns of clients, and nobody knows `nickname` any more.
const TABLES =
  "export type Tables = { clients: { id: string; /** A name. */ name: string | null }; tags: { id: string } };";
const released = { version: "0.1.0", tables: { clients: ["id", "name", "email"] } };

function findings(body: string): string[] {
  const files = {
    [RELEASED]: JSON.stringify(released),
    "app/platform/database/tables.ts": TABLES,
    "migrations/0999-made-up.ts": `async function up(db: Kysely<unknown>) {\n${body}\n}`,
  };
  return expandOnly.check(houseOf(files)).map(({ line, what }) => `${line}: ${what}`);
}

const schema = (chain: string) => `await db.schema\n  .${chain}\n  .execute();`;

/** `clients` written anew with these columns. */
function rebuilt(...columns: string[]): string {
  const all = columns.map((column) => `addColumn("${column}", "text")`).join(".");
  return [
    schema(`createTable("wider").${all}`),
    schema('dropTable("clients")'),
    schema('alterTable("wider").renameTo("clients")'),
  ].join("\n");
}

test("a table that is written anew without one of its columns is refused", () => {
  expect(findings(rebuilt("id", "name"))).toEqual([expect.stringContaining('drops "clients"')]);
});

test("a table that is written anew with a column that the release before can't fill is refused", () => {
  const body = rebuilt("id", "name", "email").replace(
    '"email", "text")',
    '"email", "text").addColumn("town", "text", (c) => c.notNull())',
  );
  expect(findings(body)).toEqual([expect.stringContaining('drops "clients"')]);
});

test.each([
  ["a dropped table", schema('dropTable("clients")'), /drops "clients"/],
  ["a table that only this version reads", schema('dropTable("tags")'), /drops "tags"/],
  ["a table of any name", "for (const table of all) await db.schema.dropTable(table).execute();", /drops table/],
  ["a dropped column", schema('alterTable("clients").dropColumn("email")'), /drops or renames "email" of "clients"/],
  ["a renamed column", schema('alterTable("clients").renameColumn("name", "called")'), /renames "name"/],
  ["a renamed table", schema('alterTable("clients").renameTo("people")'), /renames "clients"/],
  [
    "what may be empty no more",
    schema('alterTable("clients").alterColumn("name", (c) => c.setNotNull())'),
    /narrows name/,
  ],
  [
    "another type",
    schema('alterTable("clients").alterColumn("name", (c) => c.setDataType("integer"))'),
    /narrows name/,
  ],
  [
    "a column that the release before can't fill",
    schema('alterTable("clients").addColumn("town", "text", (c) => c.notNull().check(sql`town <> \'\'`))'),
    /adds town, which is not null and has no default/,
  ],
  ["a constraint", schema('alterTable("clients").addCheckConstraint("named", sql`name <> \'\'`)'), /adds a constraint/],
  [
    "a unique index",
    schema('createIndex("one").unique().on("clients").columns(["name"])'),
    /makes name of clients unique/,
  ],
  ["the same in SQL", "await sql`create unique index one\n  on clients (lower(name))`.execute(db);", /unique index/],
  ["a drop in SQL", "await sql`drop table if exists clients`.execute(db);", /drop table if exists clients/],
  ["a drop of any table in SQL", "await sql`drop table $" + "{sql.table(name)}`.execute(db);", /drop table/],
  ["a dropped column in SQL", "await sql`alter table clients drop column email`.execute(db);", /drop column email/],
  ["a rename in SQL", "await sql`ALTER TABLE clients RENAME COLUMN name TO called`.execute(db);", /RENAME/],
  [
    "a narrowed column in SQL",
    "await sql`alter table clients alter column name set not null`.execute(db);",
    /set not null/,
  ],
])("%s is refused", (_, body, words) => {
  const found = findings(body);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(words);
  expect(found[0]).toMatch(/^[23]: /);
});

test.each([
  [
    "a new table with all it needs",
    schema('createTable("visits").addColumn("at", "bigint", (c) => c.notNull().unique())'),
  ],
  ["a column that may be empty", schema('alterTable("clients").addColumn("town", "text")')],
  [
    "a column with a default",
    schema('alterTable("clients").addColumn("n", "integer", (c) => c.notNull().defaultTo(0))'),
  ],
  ["a column that nobody has read since the release before", schema('alterTable("clients").dropColumn("nickname")')],
  ["a table that nobody has read since", schema('dropTable("old_tags")')],
  ["a table that is written anew with all that it had", rebuilt("id", "name", "email")],
  ["an index", schema('createIndex("some").on("clients").columns(["name"])')],
  ["an index that goes", schema('dropIndex("some")')],
  [
    "a key over a column that it adds",
    `${schema('alterTable("clients").addColumn("key", "text")')}${schema('createIndex("one").unique().on("clients").columns(["key"])')}`,
  ],
  ["rows that go", "await sql`delete from clients where name is null`.execute(db);"],
  ["words about it", "// drop table clients\n/* await db.schema.dropTable('clients') */"],
])("%s is taken", (_, body) => {
  expect(findings(body)).toEqual([]);
});

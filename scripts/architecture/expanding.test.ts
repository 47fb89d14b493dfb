import { expect, test } from "vitest";
import { expanding } from "#scripts/architecture/expanding.ts";
import { houseOf } from "#scripts/architecture/house.ts";

const found = (text: string, path = "migrations/0999-test.ts") => expanding.check(houseOf({ [path]: text })).length;

test.each([
  'await db.schema.dropTable("holds").execute();',
  'await db.schema.alterTable("clients").dropColumn("phone").execute();',
  'await db.schema.alterTable("clients").renameColumn("phone", "number").execute();',
  'await db.schema.alterTable("clients").renameTo("people").execute();',
  'await db.schema.alterTable("clients").alterColumn("phone", (c) => c.setNotNull()).execute();',
  "await sql`alter table clients drop column phone`.execute(db);",
  "await sql`ALTER TABLE clients RENAME TO people`.execute(db);",
])("what the release before reads may not go: %s", (text) => {
  expect(found(text)).toBe(1);
});

test.each([
  'await db.schema.createTable("holds").addColumn("id", "text", (c) => c.notNull()).execute();',
  'await db.schema.alterTable("clients").addColumn("pronouns", "text").execute();',
  'await db.schema.dropIndex("appointments_status").execute();',
])("what is added, and an index, may: %s", (text) => {
  expect(found(text)).toBe(0);
});

test("outside of migrations nobody minds", () => {
  expect(found('await db.schema.dropTable("holds").execute();', "tests/integration/server.test.ts")).toBe(0);
});

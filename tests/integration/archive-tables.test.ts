import { expect, test } from "vitest";
import { MOVED, STAYING } from "#app/moving/archive/moved-tables.ts";
import { shapesOf } from "#app/platform/database/rows.server.ts";
import { tableShapes } from "#tests/support/archives/table-shapes.ts";
import { testApp } from "#tests/support/test-app.ts";

test("every table moves or stays, and of one that moves every column does or says why not", async () => {
  const { db } = await testApp();
  const tables = await shapesOf(db.kysely);
  const named = [...Object.keys(MOVED), ...Object.keys(STAYING)].sort();
  expect(tables.map(({ name }) => name)).toEqual(named);
  for (const { name, columns } of tables.filter((table) => MOVED[table.name])) {
    const { columns: moved = {}, stays = {}, key = [] } = MOVED[name] ?? {};
    const listed = [...Object.keys(moved), ...Object.keys(stays)].sort();
    expect([name, columns.map((column) => column.name).sort()]).toEqual([name, listed]);
    expect(Object.keys(moved)).toEqual(expect.arrayContaining([...key]));
  }
});

test("each table comes after those that it refers to", async () => {
  const order = Object.keys(MOVED);
  for (const { name, columns } of await tableShapes()) {
    for (const { refersTo } of columns) {
      if (refersTo && MOVED[name] && refersTo.table !== name) {
        expect([name, order.indexOf(refersTo.table) < order.indexOf(name)]).toEqual([name, true]);
      }
    }
  }
});

test("nothing that moves is called a secret, a hash, a token, a key or a password", () => {
  const columns = Object.entries(MOVED).flatMap(([name, table]) =>
    Object.keys(table.columns).map((column) => `${name}.${column}`),
  );
  // A setting's name.
  expect(
    columns.filter((column) => /secret|hash|token|key|password|code$/i.test(column.replace(/^.*?\./, ""))),
  ).toEqual(["settings.key", "appointments.visit_postcode", "cancellations.reason_code"]);
});

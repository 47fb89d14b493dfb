import { sql } from "kysely";
import { shapesOf } from "#app/platform/database/rows.server.ts";
import { testApp } from "#tests/support/test-app.ts";

export type Column = {
  name: string;
  type: string;
  isNullable: boolean;
  /** Of the key, or of a unique index. */
  isUnique: boolean;
  refersTo: { table: string; column: string } | null;
};
export type TableShape = { name: string; columns: Column[] };

/** Every table as SQLite has it, in an order in which each comes after those it refers to. */
export async function tableShapes(): Promise<TableShape[]> {
  const { db } = await testApp({ engine: "sqlite" });
  const shapes = new Map<string, TableShape>();
  for (const { name } of await shapesOf(db.kysely)) shapes.set(name, await shapeOf(name));
  const ordered = new Set<TableShape>();
  const place = (shape: TableShape | undefined) => {
    if (!shape || ordered.has(shape)) return;
    for (const { refersTo } of shape.columns) if (refersTo) place(shapes.get(refersTo.table));
    ordered.add(shape);
  };
  for (const shape of shapes.values()) place(shape);
  return [...ordered];

  async function shapeOf(name: string): Promise<TableShape> {
    type Info = { name: string; type: string; notnull: number; pk: number };
    const { rows: columns } = await sql<Info>`select * from pragma_table_info(${name})`.execute(db.kysely);
    type Key = { from: string; table: string; to: string };
    const { rows: keys } = await sql<Key>`select * from pragma_foreign_key_list(${name})`.execute(db.kysely);
    const unique = await sql<{ name: string }>`
      select distinct c.name from pragma_index_list(${name}) i, pragma_index_info(i.name) c where i."unique" = 1
    `.execute(db.kysely);
    const uniques = new Set(unique.rows.map((row) => row.name));
    return {
      name,
      columns: columns.map((column) => {
        const key = keys.find(({ from }) => from === column.name);
        return {
          name: column.name,
          type: column.type.toLowerCase(),
          isNullable: column.notnull === 0 && column.pk === 0,
          isUnique: column.pk > 0 || uniques.has(column.name),
          refersTo: key ? { table: key.table, column: key.to } : null,
        };
      }),
    };
  }
}

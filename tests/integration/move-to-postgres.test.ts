import { sql } from "kysely";
import { expect, test } from "vitest";
import { copyRows } from "#app/platform/database/copy-rows.server.ts";
import { apartStarts, bookAt } from "#tests/support/bookings.ts";
import { schemaOf } from "#tests/support/schema-of.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { talliesOf } from "#tests/support/tallies.ts";
import { demoApp, testApp } from "#tests/support/test-app.ts";

test("every row of SQLite arrives in the other database, and the site goes on there", async () => {
  const small = await demoApp({ engine: "sqlite" });
  const starts = await apartStarts(small, { from: "2027-05-10", to: "2027-05-23" });
  for (const [number, start] of starts.slice(0, 8).entries()) await bookAt(small, start, number);
  // Flags and dates are kept in another way on either engine.
  await signedIn(small);
  const large = await testApp();
  const sent = await copyRows(small.db, large.db);
  expect([sent.appointments?.rows, sent.users?.rows, sent.sessions?.rows]).toEqual([8, 1, 1]);
  expect(await talliesOf(large.db)).toEqual(sent);
  expect(await talliesOf(small.db)).toEqual(sent);
  expect((await bookAt(large, starts[0] as number)).kind).toBe("taken");
  expect((await bookAt(large, starts[9] as number)).kind).toBe("booked");
});

test("a large table gets its indexes and references once it is filled, and is checked by them", async () => {
  const small = await demoApp({ engine: "sqlite" });
  const starts = await apartStarts(small, { from: "2027-05-10", to: "2027-05-23" });
  for (const [number, start] of starts.slice(0, 3).entries()) await bookAt(small, start, number);
  const large = await demoApp();
  await bookAt(large, starts[4] as number);
  const schema = await schemaOf(large.db);
  const told: string[] = [];
  const sent = await copyRows(small.db, large.db, (what) => void told.push(what), { large: 1 });
  expect(await talliesOf(large.db)).toEqual(sent);
  expect(await schemaOf(large.db)).toEqual(schema);
  if (large.db.engine === "postgres") {
    expect(told).toContain("sorting appointment_claims_appointment");
    const pieces = sql<{ id: string }>`select client_id as id from client_pieces where pieces is not null`;
    expect((await pieces.execute(large.db.kysely)).rows).toHaveLength(sent.clients?.rows ?? 0);
  }
  await sql`pragma foreign_keys = off`.execute(small.db.kysely);
  await small.db.kysely.updateTable("appointments").set({ therapist_id: "nobody" }).execute();
  await expect(copyRows(small.db, large.db, () => {}, { large: 1 })).rejects.toThrow(/foreign key/i);
  expect([await talliesOf(large.db), await schemaOf(large.db)]).toEqual([sent, schema]);
});

test("while many rows are read the site has its turns", async () => {
  const app = await testApp({ engine: "sqlite" });
  const counters = Array.from({ length: 2500 }, (_, number) => ({ name: `counter ${number}`, value: number }));
  await app.db.kysely.insertInto("counters").values(counters).execute();
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const { counters: counted } = await talliesOf(app.db);
  isOver = true;
  expect(counted?.rows).toBe(2500);
  expect(turns).toBeGreaterThanOrEqual(5);
});

test("rows that can't arrive leave the target as it was", async () => {
  const small = await demoApp({ engine: "sqlite" });
  const large = await demoApp();
  const before = await talliesOf(large.db);
  await small.db.kysely.schema.createTable("only_here").addColumn("id", "text").execute();
  await expect(copyRows(small.db, large.db)).rejects.toThrow("only_here");
  expect(await talliesOf(large.db)).toEqual(before);
});

import { sql } from "kysely";
import { expect, test } from "vitest";
import { apiSite, BOOKING } from "#tests/support/api-site.ts";
import { SOUND, unsoundness } from "#tests/support/soundness.ts";

test("on a full disk a booking is refused in clear words, nothing is half written, and with room it goes on", async () => {
  const { postJson, get, app } = await apiSite({ engine: "sqlite" });
  const db = app.db.kysely;
  // A limit on pages is what a full disk looks like to SQLite (SQLITE_FULL): no root, no file system of its own.
  await sql`pragma max_page_count = 1`.execute(db);
  const { booked, refused } = await bookUntilRefused((number) => postJson(bookingOf(number)));
  expect(refused).toMatchObject({ status: 503, headers: { "retry-after": "10" } });
  expect(refused.json).toMatchObject({ title: "We can’t save this right now" });
  const rows = await db.selectFrom("appointments").select("id").execute();
  expect(rows.length).toBe(booked);
  expect(await unsoundness(db)).toEqual(SOUND);
  expect((await get("/api/services")).status).toBe(200);
  await sql`pragma max_page_count = 1000000`.execute(db);
  expect((await postJson({ ...BOOKING, start: "2027-05-28T08:00:00.000Z" })).status).toBe(201);
  expect(await unsoundness(db)).toEqual(SOUND);
});

// Half an hour apart over the days: a time that is taken or closed is answered with 409 and the next one is tried.
function bookingOf(number: number): object {
  const start = new Date(Date.UTC(2027, 4, 5 + Math.floor(number / 12), 8, (number % 12) * 30)).toISOString();
  return { ...BOOKING, start, email: `person-${number}@example.com` };
}

async function bookUntilRefused<Answer extends { status: number }>(ask: (number: number) => Promise<Answer>) {
  let booked = 0;
  for (let number = 0; number < 300; number++) {
    const refused = await ask(number);
    if (refused.status === 201) booked += 1;
    else if (refused.status !== 409) return { booked, refused };
  }
  throw new Error("The disk never got full");
}

import { afterAll, beforeAll, expect, test } from "vitest";
import { chooseTime, confirm, fillPerson, openBooking, untilScheduled } from "#tests/support/booking-page.ts";
import { newPage } from "#tests/support/browser.ts";
import { type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import { makeDatabase } from "#tests/support/postgres-databases.ts";
import { openSite, type SiteServer } from "#tests/support/server.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

let postgres: PostgresServer;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

test("on an empty PostgreSQL: the site migrates, fills itself and takes a booking", async () => {
  const DATABASE_URL = await makeDatabase(postgres.url, { blank: true });
  const site: SiteServer = await openSite({ DATA_DIR: temporaryFolder(), DATABASE_URL });
  try {
    const page = await newPage(site.url);
    await openBooking(page);
    const { start } = await chooseTime(page);
    await fillPerson(page);
    await confirm(page);
    await untilScheduled(page);
    const day = start.slice(0, 10);
    const query = `service=deep-tissue-massage&from=${day}&to=${day}`;
    const { days } = await (await fetch(`${site.url}/api/availability?${query}`)).json();
    const slot = days[0].slots.find((free: { start: string }) => free.start === start);
    expect(slot?.therapists.length ?? 0).toBeLessThan(3);
  } finally {
    await site.stop();
  }
});

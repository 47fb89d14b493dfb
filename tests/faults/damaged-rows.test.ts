import { expect, test } from "vitest";
import { CONTENT_VERSION } from "#app/platform/http/content-version.server.ts";
import { settingSchemas } from "#app/settings/settings.ts";
import { type Target, target } from "#tests/support/attacks/target.ts";
import { doors } from "#tests/support/doors/table.ts";
import { contentChanged } from "#tests/support/test-app.ts";

const DAMAGE = ["{", "null", '"text"', "[]", '{"name":7,"zone":"Mars/Olympus","weekdays":[{}]}', ""];
const AT_ONCE = 6;
const site = target({ LOG_LEVEL: "silent" });

test("a damaged row of settings takes no page down", async () => {
  const { app } = site();
  const { kysely } = app.db;
  const broken: string[] = [];
  for (const [at, value] of DAMAGE.entries()) {
    const rows = Object.keys(settingSchemas).map((key) => ({ key, value, version: 1, updated_at: at }));
    await kysely.deleteFrom("settings").where("key", "!=", CONTENT_VERSION).execute();
    await kysely.insertInto("settings").values(rows).execute();
    await contentChanged(app);
    broken.push(...(await brokenPages(value)));
  }
  await kysely.deleteFrom("settings").where("key", "!=", CONTENT_VERSION).execute();
  await contentChanged(app);
  expect(broken).toEqual([]);
});

test("damaged words, messages and audit lines take no page down", async () => {
  const { app } = site();
  const { kysely } = app.db;
  const broken: string[] = [];
  for (const damage of DAMAGE) {
    await kysely.updateTable("services").set({ words: damage }).execute();
    await kysely.updateTable("outbox").set({ data: damage }).execute();
    await kysely.updateTable("audit").set({ detail: damage }).execute();
    await kysely.deleteFrom("page_words").execute();
    const pages = ["home", "about", "faq", "services", "contact"].map((page) => ({
      page,
      words: damage,
      version: 1,
      updated_at: 0,
    }));
    await kysely.insertInto("page_words").values(pages).execute();
    await contentChanged(app);
    broken.push(...(await brokenPages(damage)));
  }
  expect(broken).toEqual([]);
});

test("a damaged or missing upload takes no page down", async () => {
  const { app } = site();
  const { kysely } = app.db;
  const picture = { id: "0badcafe", alt: "", width: 600, height: 400, created_at: 0, unused_since: null };
  await kysely.insertInto("pictures").values(picture).execute();
  await kysely.updateTable("services").set({ picture_id: picture.id }).execute();
  await kysely.updateTable("therapists").set({ picture_id: picture.id }).execute();
  await contentChanged(app);
  expect(await brokenPages("no bytes")).toEqual([]);
  const bytes = new Uint8Array([0, 1, 2]);
  await kysely
    .insertInto("picture_files")
    .values({ picture_id: picture.id, width: 600, type: "webp", bytes })
    .execute();
  expect(await brokenPages("wrong bytes")).toEqual([]);
});

/** Asks for every page of the lock table as an admin and as a stranger: a few at a time, as more would be turned away. */
async function brokenPages(damage: string): Promise<string[]> {
  const { url, fixtures }: Target = site();
  const cookie = (await fixtures.cookieOf("admin")) ?? "";
  const asked = doors.flatMap(({ at }) =>
    [at, at].map((path, turn) => ({ path: fixtures.fill(path), sent: turn === 0 ? "" : cookie })),
  );
  const answers: { path: string; status: number }[] = [];
  const worker = async () => {
    for (let next = asked.shift(); next; next = asked.shift()) {
      // A query keeps the answer out of the kept pages.
      const address = `${url}${next.path}${next.path.includes("?") ? "&" : "?"}fresh`;
      const { status } = await fetch(address, { headers: { cookie: next.sent }, redirect: "manual" });
      answers.push({ path: next.path, status });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return answers.filter(({ status }) => status >= 500).map(({ path, status }) => `${status} ${path} ${damage}`);
}

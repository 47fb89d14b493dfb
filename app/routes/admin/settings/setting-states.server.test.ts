import { expect, test } from "vitest";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { settingStates } from "#app/routes/admin/settings/setting-states.server.ts";
import { SETTINGS_PAGES } from "#app/routes/admin/settings/settings-pages.ts";
import { readSettingFacts } from "#app/settings/setting-facts.db.server.ts";
import { demoApp } from "#tests/support/test-app.ts";

test("every row of the settings says how it stands", async () => {
  const app = await demoApp();
  const stored = await readSettingFacts(app.db.kysely);
  const practice = await readPractice(app);
  const states = settingStates({ practice, stored, sendsMail: true, siteUrl: "https://limber.example:8443" });
  const rows = SETTINGS_PAGES.filter(({ group }) => group !== null);
  expect(rows.filter(({ to }) => !states[to]?.text).map(({ title }) => title)).toEqual([]);
  expect(states).toMatchObject({
    "/admin/settings/address": { text: "limber.example:8443" },
    "/admin/settings/health": { text: "Off" },
    "/admin/settings/everything": { text: "Never exported" },
    "/admin/import": { text: "Nothing imported" },
    "/admin/site-status": { text: "Not checked yet" },
    "/admin/settings/updates": { text: expect.stringMatching(/^Version \d+\./) },
  });
  const found = { line: "disk", title: "Disk", state: "wrong", words: "", figure: null };
  await app.db.kysely
    .insertInto("site_status")
    .values({ ...found, since: 0, checked_at: 0, notified_at: null })
    .execute();
  const later = await readSettingFacts(app.db.kysely);
  expect(settingStates({ practice, stored: later, sendsMail: true, siteUrl: "https://limber.example" })).toMatchObject({
    "/admin/site-status": { text: "1 wrong", isWrong: true },
  });
});

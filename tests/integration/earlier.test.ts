import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addClients } from "#app/clients/add-clients.server.ts";
import { addNote, listNotes } from "#app/clients/client-notes.server.ts";
import { getClient } from "#app/clients/clients.db.server.ts";
import {
  bringClientBack,
  forgetEarlier,
  forgetEarlierIfDue,
  putSettingBack,
  readEarlier,
  storeEarlier,
} from "#app/maintenance/earlier.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import { makeBackup } from "#app/platform/backup/make-backup.server.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { getSettingVersion, saveSetting } from "#app/settings/save-setting.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { demoApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

const DAY = 86_400_000;

test("one setting and one deleted client come back from an earlier state, and nothing else changes", async () => {
  const app = await demoApp();
  const owner = await adminActor(app);
  const contact = { userId: null, name: "Sam Carter", email: "sam@example.com", phone: "+447700900982" };
  const add = app.db.kysely.transaction();
  const [added] = await add.execute((tx) => addClients(tx, [{ contact, since: TUESDAY_NINE, isExisting: false }]));
  const clientId = added?.id ?? "";
  await addNote(app, owner, { clientId, words: "Prefers the ground floor" });
  expect(await readEarlier(app)).toBeNull();
  const folder = await makeBackup(
    { db: app.db, dataDir: app.config.dataDir },
    { folder: temporaryFolder(), now: TUESDAY_NINE },
  );
  const before = (await readSettings(app.db.kysely, app.log)).settings.bookingRules;
  const version = await getSettingVersion(app.db.kysely, "bookingRules");
  const next = (rules: typeof before) => ({ ...rules, reminderHours: 24 });
  expect(await saveSetting(app, owner, { key: "bookingRules", version, next })).toEqual({ kind: "saved" });
  expect(await erase(app, owner, { id: clientId, personalData })).toEqual({ kind: "erased" });
  await storeEarlier(app.config.dataDir, { folder, now: TUESDAY_NINE });

  const earlier = await readEarlier(app);
  expect(earlier).toMatchObject({ madeAt: TUESDAY_NINE, until: TUESDAY_NINE + DAY });
  expect(earlier?.settings.map(({ key }) => key)).toEqual(["bookingRules"]);
  expect(earlier?.clients).toEqual([
    { id: clientId, name: "Sam Carter", email: "sam@example.com", phone: "+447700900982" },
  ]);
  const stale = { key: "bookingRules", version };
  expect(await putSettingBack(app, { ...owner, isConfirmed: false }, stale)).toEqual({ kind: "unconfirmed" });
  expect(await putSettingBack(app, owner, stale)).toMatchObject({ kind: "conflict" });
  expect(await putSettingBack(app, owner, { key: "look", version: 0 })).toEqual({ kind: "not-found" });
  expect(await putSettingBack(app, owner, { ...stale, version: version + 1 })).toEqual({ kind: "saved" });
  expect((await readSettings(app.db.kysely, app.log)).settings.bookingRules).toEqual(before);
  expect(await bringClientBack(app, owner, "nobody")).toEqual({ kind: "not-found" });
  const back = await bringClientBack(app, owner, clientId);
  expect(back).toMatchObject({ kind: "saved" });
  const id = back.kind === "saved" ? back.id : "";
  expect(await getClient(app.db.kysely, id)).toMatchObject({
    name: "Sam Carter",
    email: "sam@example.com",
    erasedAt: null,
  });
  expect(await listNotes(app.db.kysely, id)).toMatchObject([{ words: "Prefers the ground floor" }]);
  // What was erased stays erased.
  expect(await getClient(app.db.kysely, clientId)).toMatchObject({ name: null, erasedAt: expect.any(Number) });
  expect(await bringClientBack(app, owner, clientId)).toEqual({ kind: "conflict" });
});

test("an earlier state is deleted after a day, or at once", async () => {
  const app = await demoApp();
  const file = join(app.config.dataDir, ".earlier.db");
  const folder = await makeBackup(
    { db: app.db, dataDir: app.config.dataDir },
    { folder: temporaryFolder(), now: TUESDAY_NINE },
  );
  await storeEarlier(app.config.dataDir, { folder, now: TUESDAY_NINE });
  app.clock.set(TUESDAY_NINE + DAY - 1);
  await forgetEarlierIfDue(app);
  expect(existsSync(file)).toBe(true);
  app.clock.set(TUESDAY_NINE + DAY);
  await forgetEarlierIfDue(app);
  expect([existsSync(file), await readEarlier(app)]).toEqual([false, null]);
  await storeEarlier(app.config.dataDir, { folder, now: TUESDAY_NINE + DAY });
  expect(await forgetEarlier(app, { kind: "visitor" })).toEqual({ kind: "forbidden" });
  expect(await forgetEarlier(app, await adminActor(app))).toEqual({ kind: "saved" });
  expect(existsSync(file)).toBe(false);
});

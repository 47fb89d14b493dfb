import { expect, test } from "vitest";
import { z } from "zod";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readiness } from "#app/platform/http/health.server.ts";
import { getAdminCounts } from "#app/routes/admin/admin-counts.server.ts";
import { getSettingVersion, saveSetting } from "#app/settings/save-setting.server.ts";
import { notReadyBecause, readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import type { SettingKey } from "#app/settings/settings.ts";
import { practice } from "#tests/support/practice.ts";
import { demoApp, testApp } from "#tests/support/test-app.ts";

test.for(["{", "null", '{"name":7,"notice":"soon"}', ""])(
  "a damaged business is not the invented one: %s",
  async (damage) => {
    const app = await demoApp();
    await rename(app, "Stone & Fell");
    await saveSetting(app, practice, {
      key: "bookingRules",
      version: 1,
      next: (rules) => ({ ...rules, notice: 15 }),
    });
    expect(await readyz(app)).toEqual([200, "ready"]);
    await damageTo(app, "business", damage);
    await damageTo(app, "bookingRules", damage);
    const logged: unknown[] = [];
    const log = { ...app.log, error: (line: unknown) => logged.push(line) } as never;
    const { settings } = await readSettings(app.db.kysely, log);
    expect([settings.business.name, settings.bookingRules.notice]).toEqual(["Stone & Fell", 15]);
    expect(logged).toEqual([{ keys: ["business", "bookingRules"] }]);
    // A stranger learns no more than that; the log and the dashboard say which.
    const warned: unknown[] = [];
    const told = { ...app, log: { ...app.log, warn: (line: unknown) => warned.push(line) } as never };
    expect(await readyz(told)).toEqual([503, "not ready"]);
    expect(warned).toEqual([{ reason: "settings are damaged: business, bookingRules" }]);
    const { needs } = await getAdminCounts(app, practice);
    expect(needs).toContainEqual({
      label: "Save again, as we can’t read it: Business details",
      count: 1,
      to: "/admin/settings/business",
    });
  },
);

test("saving a damaged setting mends it", async () => {
  const app = await demoApp();
  await rename(app, "Stone & Fell");
  await damageTo(app, "business", "{");
  await rename(app, "Stone, Fell & Beck");
  expect((await readSettings(app.db.kysely, app.log)).settings.business.name).toBe("Stone, Fell & Beck");
  expect(await readyz(app)).toEqual([200, "ready"]);
  await damageTo(app, "business", "[]");
  expect((await readSettings(app.db.kysely, app.log)).settings.business.name).toBe("Stone, Fell & Beck");
});

/** What 0.2.0 asked of a stored legal form. */
const LEGAL_OF_0_2_0 = z
  .object({ form: z.enum(["sole-trader", "partnership", "company"]), name: z.string() })
  .default({ form: "company", name: "Limber Yard Therapies Ltd" });

test("while 0.2.0 still serves beside it, it reads a practice that has chosen no legal form yet", async () => {
  const app = await testApp();
  const storedLegal = async () => {
    const row = await app.db.kysely.selectFrom("settings").select(["value", "last_good"]).where("key", "=", "business");
    const { value, last_good } = await row.executeTakeFirstOrThrow();
    expect(last_good).toBe(value);
    return JSON.parse(value).legal;
  };
  await rename(app, "Stone & Fell");
  expect(LEGAL_OF_0_2_0.safeParse(await storedLegal()).success).toBe(true);
  const now = app.clock.now();
  const { business } = (await readSettings(app.db.kysely, app.log)).settings;
  expect([business.name, business.legal.form]).toEqual(["Stone & Fell", null]);
  await writeSetting(app.db.kysely, { key: "business", value: business, now });
  expect(LEGAL_OF_0_2_0.safeParse(await storedLegal()).success).toBe(true);
  const legal = { ...business.legal, form: "sole-trader" as const, name: "Jo Ferrier" };
  await writeSetting(app.db.kysely, { key: "business", value: { ...business, legal }, now });
  expect(LEGAL_OF_0_2_0.parse(await storedLegal())).toEqual({ form: "sole-trader", name: "Jo Ferrier" });
});

test("a registration that was typed before the legal form is stored, and read again", async () => {
  const app = await testApp();
  const { business } = (await readSettings(app.db.kysely, app.log)).settings;
  const value = { ...business, legal: { ...business.legal, ico: "ZB123456" } };
  await writeSetting(app.db.kysely, { key: "business", value, now: app.clock.now() });
  expect((await readSettings(app.db.kysely, app.log)).settings.business.legal).toMatchObject({
    form: null,
    ico: "ZB123456",
  });
});

async function rename(app: AppContext, name: string): Promise<void> {
  const version = await getSettingVersion(app.db.kysely, "business");
  const next = (business: { name: string }) => ({ ...business, name }) as never;
  expect(await saveSetting(app, practice, { key: "business", version, next })).toEqual({ kind: "saved" });
}

async function damageTo(app: AppContext, key: SettingKey, value: string): Promise<void> {
  await app.db.kysely.updateTable("settings").set({ value }).where("key", "=", key).execute();
}

async function readyz(app: AppContext): Promise<[number, string]> {
  const answer = await readiness(app)({ isClosing: false }, notReadyBecause);
  return [answer.status, (await answer.json()).status];
}

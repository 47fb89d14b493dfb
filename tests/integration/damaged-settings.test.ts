import { expect, test } from "vitest";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readiness } from "#app/platform/http/health.server.ts";
import { getWaiting } from "#app/routes/admin/waiting.server.ts";
import { saveSetting } from "#app/settings/save-setting.server.ts";
import { getSettingVersion } from "#app/settings/setting-versions.db.server.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";
import type { SettingKey } from "#app/settings/settings.ts";
import { notReadyBecause } from "#app/settings/settings-damage.server.ts";
import { practice } from "#tests/support/practice.ts";
import { demoApp } from "#tests/support/test-app.ts";

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
    const settings = await listSettings(app.db.kysely, log);
    expect([settings.business.name, settings.bookingRules.notice]).toEqual(["Stone & Fell", 15]);
    expect(logged).toEqual([{ keys: ["business", "bookingRules"] }]);
    // A stranger learns no more than that; the log and the dashboard say which.
    const warned: unknown[] = [];
    const told = { ...app, log: { ...app.log, warn: (line: unknown) => warned.push(line) } as never };
    expect(await readyz(told)).toEqual([503, "not ready"]);
    expect(warned).toEqual([{ reason: "settings are damaged: business, bookingRules" }]);
    const { needs } = await getWaiting(app, practice);
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
  expect((await listSettings(app.db.kysely, app.log)).business.name).toBe("Stone, Fell & Beck");
  expect(await readyz(app)).toEqual([200, "ready"]);
  await damageTo(app, "business", "[]");
  expect((await listSettings(app.db.kysely, app.log)).business.name).toBe("Stone, Fell & Beck");
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

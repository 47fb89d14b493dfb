import { expect, test } from "vitest";
import { listEditedServices } from "#app/catalogue/edit-catalogue.db.server.ts";
import { addException } from "#app/diary/stranded/closures.server.ts";
import { setWeek } from "#app/diary/stranded/set-week.server.ts";
import { addTherapist, listMissing, setTherapistActive } from "#app/diary/stranded/therapists.server.ts";
import { getWeek } from "#app/hours/edit-hours.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { getSettingVersion, saveSetting } from "#app/settings/save-setting.server.ts";
import { auditOf } from "#tests/support/admin-edit.ts";
import { addService } from "#tests/support/ferrier.ts";
import { practice } from "#tests/support/practice.ts";
import { demoApp, testApp } from "#tests/support/test-app.ts";

const ADA = { name: "Ada Kerr", role: "Therapist, Level 4", bio: "" };
const HOURS = [
  { weekday: 2, fromMinute: 600, toMinute: 780 },
  { weekday: 2, fromMinute: 840, toMinute: 1200 },
  { weekday: 6, fromMinute: 540, toMinute: 720 },
];

async function saveOpeningHours(app: AppContext): Promise<void> {
  const version = await getSettingVersion(app.db.kysely, "openingHours");
  const saved = await saveSetting(app, practice, { key: "openingHours", version, next: () => HOURS });
  if (saved.kind !== "saved") throw new Error(saved.kind);
}

async function ada(app: AppContext): Promise<string> {
  const added = await addTherapist(app, practice, ADA);
  if (added.kind !== "added") throw new Error(added.kind);
  return added.id;
}

async function weekOf(app: AppContext, id: string) {
  const week = await getWeek(app.db.kysely, id);
  const weekly = week?.weekly.sort((a, b) => a.weekday - b.weekday || a.fromMinute - b.fromMinute);
  return { weekly, version: week?.version };
}

test("a new therapist works the practice's opening hours, and can change them", async () => {
  const app = await demoApp();
  await saveOpeningHours(app);
  const therapistId = await ada(app);
  expect(await weekOf(app, therapistId)).toEqual({ weekly: HOURS, version: 1 });
  expect(await auditOf(app)).toContain(`admin:an-admin therapist.add therapist ${therapistId}`);
  const weekly = HOURS.slice(0, 1);
  expect((await setWeek(app, practice, { therapistId, version: 1, weekly, accepted: [] })).kind).toBe("changed");
  expect(await weekOf(app, therapistId)).toEqual({ weekly, version: 2 });
});

test("a practice that has not said when it opens adds a therapist without hours", async () => {
  const app = await testApp({ config: { demo: false } });
  const id = await ada(app);
  expect(await weekOf(app, id)).toEqual({ weekly: [], version: 1 });
  expect(await listMissing(app)).toEqual(new Map([[id, ["hours", "service"]]]));
});

test("what is missing goes with the service and the hours, and comes back with them", async () => {
  const app = await demoApp();
  const therapistId = await ada(app);
  const missing = async () => (await listMissing(app)).get(therapistId);
  expect([...(await listMissing(app)).keys()]).toEqual([therapistId]);
  expect(await missing()).toEqual(["service"]);
  const service = await addService(app, [therapistId]);
  expect(await missing()).toBeUndefined();
  const db = app.db.kysely;
  for (const [change, back] of [
    [{ active: 0 }, { active: 1 }],
    [{ booking: "enquiry" }, { booking: "online" }],
  ]) {
    await db
      .updateTable("services")
      .set(change ?? {})
      .where("id", "=", service)
      .execute();
    expect(await missing(), JSON.stringify(change)).toEqual(["service"]);
    await db
      .updateTable("services")
      .set(back ?? {})
      .where("id", "=", service)
      .execute();
  }
  await setWeek(app, practice, { therapistId, version: 1, weekly: [], accepted: [] });
  expect(await missing()).toEqual(["hours"]);
  const firstDay = addDays(localDateOf(app.clock.now(), "Europe/London"), 3);
  const opening = { kind: "opening", firstDay, lastDay: firstDay, fromMinute: 600, toMinute: 720 } as const;
  const draft = { ...opening, therapistId, reason: null, publicNote: null };
  expect((await addException(app, practice, { draft, accepted: [] })).kind).toBe("changed");
  expect(await missing()).toBeUndefined();
  expect((await listEditedServices(db)).find(({ id }) => id === service)?.therapistIds).toEqual([therapistId]);
});

test("who takes no bookings lacks nothing", async () => {
  const app = await demoApp();
  const therapistId = await ada(app);
  await setTherapistActive(app, practice, { therapistId, active: false, accepted: [] });
  expect(await listMissing(app)).toEqual(new Map());
});

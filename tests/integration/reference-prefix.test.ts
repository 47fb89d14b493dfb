import { expect, test } from "vitest";
import { readableReference } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { appointmentListFilterFrom, searchTerms } from "#app/diary/lists/appointment-list.ts";
import { listAppointments } from "#app/diary/lists/list-appointments.server.ts";
import { fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { getSettingVersion, saveSetting } from "#app/settings/save-setting.server.ts";
import { bookingRules, rulesForm, rulesFormOf } from "#app/settings/schemas/booking-rules.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { booked } from "#tests/support/booked.ts";
import { demoApp, type TestApp, testApp } from "#tests/support/test-app.ts";

const admin = { kind: "admin", userId: "imogen" } as const;

async function choose(app: TestApp, referencePrefix: string): Promise<void> {
  const version = await getSettingVersion(app.db.kysely, "bookingRules");
  await saveSetting(app, admin, { key: "bookingRules", version, next: (rules) => ({ ...rules, referencePrefix }) });
}

test("new letters stand before new references; one that was given keeps its own and is found by any", async () => {
  const app = await demoApp();
  const old = (await booked(app)).appointment;
  await choose(app, "FST");
  const { appointment } = await booked(app, { therapist: "priya-sandhu", email: "two@example.com" });
  const now = await getAppointment(app.db.kysely, appointment.id);
  const then = await getAppointment(app.db.kysely, old.id);
  if (!now || !then) throw new Error("Not stored");
  expect([readableReference(then).slice(0, 3), readableReference(now).slice(0, 4)]).toEqual(["LY-", "FST-"]);
  const found = async (q: string) => {
    const filter = appointmentListFilterFrom(new URLSearchParams({ q }));
    const place = { sort: "date", down: false, page: 1 } as const;
    const shown = await listAppointments(app, admin, { filter, ...place } as never);
    return JSON.stringify(shown).includes(old.id);
  };
  const { reference } = old;
  for (const typed of [readableReference(then), `FST-${reference}`, `ly${reference.toLowerCase()}`, reference]) {
    expect(searchTerms(typed).reference, typed).toBe(reference);
    expect(await found(typed), typed).toBe(true);
  }
});

test("the letters are two to four that nobody reads as digits; the form takes what it shows", () => {
  const fields = fieldsOf(rulesFormOf({ ...bookingRules.parse({}), referencePrefix: "LY" }));
  const read = (referencePrefix: string) => readFields(rulesForm, { ...fields, referencePrefix });
  expect(read(" fst ")).toMatchObject({ kind: "valid", value: { referencePrefix: "FST" } });
  for (const wrong of ["F", "FSTXY", "F1", "F-T", "ÄB", ""]) expect(read(wrong).kind, wrong).toBe("invalid");
  expect(read("FIT")).toMatchObject({ errors: { referencePrefix: expect.stringContaining("read as 1 and 0") } });
});

test("a practice of its own has no letters of the demo's, unless it chose them", async () => {
  const app = await testApp();
  const letters = async () => [
    (await readSettings(app.db.kysely, app.log)).settings.bookingRules.referencePrefix,
    (await readSettings(app.db.kysely, app.log)).settings.bookingRules.referencePrefix,
  ];
  expect(await letters()).toEqual(["REF", "REF"]);
  await choose(app, "LY");
  expect(await letters()).toEqual(["LY", "LY"]);
});

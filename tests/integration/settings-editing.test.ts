import { expect, test } from "vitest";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { weekForm } from "#app/platform/wall-time.ts";
import { saveSetting } from "#app/settings/save-setting.server.ts";
import { rulesForm, rulesFormOf } from "#app/settings/schemas/booking-rules.ts";
import { businessForm, businessFormOf, linksForm } from "#app/settings/schemas/business.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { auditOf, contentVersionOf } from "#tests/support/admin-edit.ts";
import { apartStarts, bookAt } from "#tests/support/bookings.ts";
import { DEMO_BUSINESS } from "#tests/support/demo-words.ts";
import { demoApp, testApp } from "#tests/support/test-app.ts";

const admin = { kind: "admin", userId: "imogen" } as const;

test("a setting is changed in part, and the rest of it stands", async () => {
  const app = await testApp();
  const outcome = await saveSetting(app, admin, {
    key: "business",
    version: 0,
    next: (stored) => ({ ...stored, name: "Knot & Grain" }),
  });
  expect(outcome).toEqual({ kind: "saved" });
  const { business: shown } = (await readSettings(app.db.kysely, app.log)).settings;
  expect([shown.name, shown.email]).toEqual(["Knot & Grain", ""]);
  expect(await auditOf(app)).toEqual(["admin:imogen setting.change setting business"]);
  expect(await contentVersionOf(app)).toBe(1);
});

test("who saves over somebody else's change is refused, and shown what stands now", async () => {
  const app = await testApp();
  const save = (version: number, name: string) =>
    saveSetting(app, admin, { key: "business", version, next: (stored) => ({ ...stored, name }) });
  expect((await save(0, "First")).kind).toBe("saved");
  expect(await save(0, "Second")).toMatchObject({
    kind: "conflict",
    current: { business: { name: "First" } },
    version: 1,
  });
  expect((await save(1, "Second")).kind).toBe("saved");
  expect(await save(1, "Third")).toMatchObject({ kind: "conflict", version: 2 });
});

test("nobody but an admin changes a setting", async () => {
  const app = await testApp();
  const input = { key: "openingHours", version: 0, next: () => [] } as const;
  expect(await saveSetting(app, { kind: "client", userId: "sam" }, input)).toEqual({ kind: "forbidden" });
  expect(await auditOf(app)).toEqual([]);
});

test("the business's form takes what it shows, and says what can't stand", () => {
  const fields = fieldsOf(businessFormOf(DEMO_BUSINESS));
  expect(readFields(businessForm, fields)).toMatchObject({
    kind: "valid",
    value: { phone: "+441632960417" },
  });
  const broken = { ...fields, email: "a@b", "address.town": " ", phone: "01632 960 x" };
  expect(readFields(businessForm, broken)).toEqual({
    kind: "invalid",
    errors: {
      email: "Enter the email address in the correct format, like name@example.com",
      "address.town": "Enter the town",
      phone: "Enter the phone number, like 01632 960 001 or +44 808 157 0192",
    },
  });
});

test.each([
  ["", null],
  ["54.9783, -1.6178", { latitude: 54.9783, longitude: -1.6178 }],
  [" -33.86,151.2 ", { latitude: -33.86, longitude: 151.2 }],
  ["54.9783", "invalid"],
  ["91, 0", "invalid"],
  ["54.9, -1.6, 3", "invalid"],
  ["here, there", "invalid"],
])("a place on a map, typed as %j", (geo, place) => {
  const read = readFields(businessForm, { ...fieldsOf(businessFormOf(DEMO_BUSINESS)), geo });
  if (read.kind === "invalid") {
    expect([place, read.errors]).toEqual(["invalid", { geo: "Enter it like 54.9783, -1.6178" }]);
    return;
  }
  expect(read.value.geo).toEqual(place);
  expect(businessFormOf({ ...DEMO_BUSINESS, ...read.value })).toMatchObject({
    geo: geo.trim().replace(/,\s*/, ", "),
  });
});

test("links are https, and a profile is whole or not there", () => {
  const rows = { "socials.0.label": "Photos", "socials.0.url": "https://photos.example/us", "socials.1.label": "" };
  const valid = readFields(linksForm, { chatUrl: "https://chat.example", ...rows, "socials.1.url": "" });
  expect(valid).toMatchObject({ kind: "valid", value: { socials: [{ label: "Photos" }] } });
  const invalid = readFields(linksForm, { chatUrl: "javascript:alert(1)", "socials.0.label": "Photos" });
  expect(invalid).toMatchObject({ kind: "invalid" });
  expect(Object.keys(invalid.kind === "invalid" ? invalid.errors : {})).toEqual(["chatUrl", "socials.0.label"]);
});

test("rules are whole numbers within their bounds", () => {
  const limits = {
    openPerEmail: "4",
    openPerPhone: "4",
    bookingsPerOrigin: "8",
    burstPerHour: "20",
    burstPerDay: "60",
    unprovenPercent: "10",
  };
  const hours = { notice: "2", changeNotice: "24", reminderHours: "48" };
  const rules = { slotInterval: "15", horizonDays: "90", referencePrefix: "LY", ...hours, ...limits };
  expect(readFields(rulesForm, rules)).toMatchObject({ value: { notice: 120, waitsForConfirmation: false } });
  expect(readFields(rulesForm, { ...rules, slotInterval: "7", horizonDays: "-1" })).toMatchObject({
    errors: {
      slotInterval: "Enter the time between starts: 5 to 240 minutes, in steps of 5",
      horizonDays: "Enter how far ahead clients can book: 1 to 731 days",
    },
  });
  const beyond = { slotInterval: "245", notice: "1441", horizonDays: "732" };
  const refused = readFields(rulesForm, { ...rules, ...beyond });
  expect(Object.keys(refused.kind === "invalid" ? refused.errors : {})).toEqual(Object.keys(beyond));
});

test("a diary that opens 24 months ahead, in steps of four hours, after 60 days of notice is booked so", async () => {
  const app = await demoApp();
  const stored = (await readSettings(app.db.kysely, app.log)).settings.bookingRules;
  const rules = { ...rulesFormOf(stored), slotInterval: "240", horizonDays: "731", notice: "1440" };
  const read = readFields(rulesForm, fieldsOf(rules));
  if (read.kind === "invalid") throw new Error(JSON.stringify(read.errors));
  const now = app.clock.now();
  await writeSetting(app.db.kysely, { key: "bookingRules", value: { ...stored, ...read.value }, now });
  const today = localDateOf(now, stored.zone);
  const startsIn = async (from: number, to: number) =>
    apartStarts(app, { from: addDays(today, from), to: addDays(today, to) });
  expect(await startsIn(0, 59)).toEqual([]);
  expect(await startsIn(732, 745)).toEqual([]);
  const [start] = await startsIn(720, 731);
  if (!start) throw new Error("Nothing is free in two years");
  expect((await bookAt(app, start)).kind).toBe("booked");
});

test("a timetable is read by rows, and its mistakes are named by day", () => {
  const typed = { "week.1.0.from": "09:00", "week.1.0.to": "13:00", "week.1.1.from": "", "week.1.1.to": "" };
  const night = { "week.5.0.from": "20:00", "week.5.0.to": "00:00" };
  expect(readFields(weekForm, { ...typed, ...night })).toEqual({
    kind: "valid",
    value: {
      week: [
        { weekday: 1, fromMinute: 540, toMinute: 780 },
        { weekday: 5, fromMinute: 1200, toMinute: 1440 },
      ],
    },
  });
  const broken = { "week.2.0.from": "12:00", "week.2.0.to": "09:00", "week.1.1.from": "12:30", "week.1.1.to": "14:00" };
  expect(readFields(weekForm, { ...typed, ...broken })).toEqual({
    kind: "invalid",
    errors: {
      "week.1.1.from": "Monday: two times overlap",
      "week.2.0.from": "Tuesday: the end must be after the start",
    },
  });
});

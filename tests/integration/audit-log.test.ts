import { expect, test } from "vitest";
import { listEditedServices, listEditedTherapists } from "#app/catalogue/edit-catalogue.db.server.ts";
import { saveService, saveTherapist, setServiceActive } from "#app/catalogue/edit-catalogue.server.ts";
import { setWeek } from "#app/diary/stranded/set-week.server.ts";
import { getWeek } from "#app/hours/edit-hours.db.server.ts";
import { countAuditLog, listAuditLog, writeAudit } from "#app/platform/audit.server.ts";
import { actionInWords, detailInWords, subjectInWords } from "#app/routes/admin/audit/entry-in-words.ts";
import { recordNames } from "#app/routes/admin/audit/record-names.server.ts";
import { getSettingVersion, saveSetting } from "#app/settings/save-setting.server.ts";
import type { Settings } from "#app/settings/settings.ts";
import { openAddress } from "#tests/support/scope/open-page.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const admin = { kind: "admin", userId: "imogen", isConfirmed: true } as const;

test("the audit is read newest first, by kind and by record, page by page", async () => {
  const app = await demoApp();
  const ids = ["demo-deep-tissue-massage", "demo-relaxation-massage", "demo-joint-mobilization"];
  for (const id of ids) {
    app.clock.set(app.clock.now() + 1);
    await setServiceActive(app, admin, { id, active: false });
  }
  const db = app.db.kysely;
  const all = { kind: null, subject: null };
  const read = async (filter: typeof all | { kind: string; subject: null }, from = 0, limit = 10) =>
    (await listAuditLog(db, { filter, from, limit })).map(({ subject }) => subject.id);
  expect(await read(all)).toEqual(ids.toReversed());
  expect(await read(all, 1, 1)).toEqual(["demo-relaxation-massage"]);
  expect(await read({ kind: "user", subject: null })).toEqual([]);
  expect(await countAuditLog(db, { kind: "service", subject: ids[0] as string })).toBe(1);
});

test("people are told apart from accounts and invitations by what was done, once there is anything", async () => {
  const app = await demoApp();
  const { cookie } = await signedIn(app, { role: "admin" });
  const write = (action: string, kind: string) =>
    app.db.kysely
      .transaction()
      .execute((tx) => writeAudit(tx, { at: 1, actor: "system", action, subject: { kind, id: `${action} of it` } }));
  await write("account.disable", "user");
  expect(await openAddress(app, cookie, "/admin/audit")).toContain('"hasPeople":false');
  await write("staff.suspended", "user");
  await write("staff.invited", "staff-invite");
  const told = await openAddress(app, cookie, "/admin/audit?kind=people");
  expect(told).toContain('"hasPeople":true');
  expect(told).toContain("staff.suspended of it");
  expect(told).toContain("staff.invited of it");
  expect(told).not.toContain("account.disable of it");
});

test("an entry is told in words, a new action by its own", () => {
  const told = (action: string, kind: string) => actionInWords({ action, subject: { kind, id: "x" } });
  expect(told("service.change", "service")).toBe("Changed service");
  expect(told("hours.change", "therapist")).toBe("Changed the hours of therapist");
  expect(told("client.note-removed", "client")).toBe("Removed a note on client");
  expect(told("appointment.reinstate", "appointment")).toBe("Reinstated appointment");
  expect(told("client.praise", "client")).toBe("praise: client");
  expect(told("go-live.test-mail", "go-live-test")).toBe("Sent a test email");
  expect(told("account.passkey.add", "user")).toBe("Added a passkey to account");
  expect(subjectInWords({ kind: "go-live-test", id: "0198a7c2-0000-7000-8000-000000000000" })).toBe("");
  const names = new Map([["demo-tom-ellery", "Tom Ellery"]]);
  const detail = { start: Date.UTC(2027, 4, 7, 9), minutes: 60, gone: null, therapist: "demo-tom-ellery", version: 3 };
  expect(detailInWords(detail, { zone: "Europe/London", names })).toBe(
    "start: Friday 7 May 2027 at 10:00, minutes: 60, therapist: Tom Ellery",
  );
});

test("records are told by their names, and what is deleted by that", async () => {
  const app = await demoApp();
  await setServiceActive(app, admin, { id: "demo-relaxation-massage", active: false });
  const entries = await listAuditLog(app.db.kysely, { filter: { kind: "service", subject: null }, from: 0, limit: 1 });
  const names = await recordNames(app.db.kysely, entries, { zone: "Europe/London", locale: "en-GB" });
  expect(names.get(entries[0]?.subject.id ?? "")).toBe("Relaxation Massage");
  expect(subjectInWords({ kind: "client", id: "0198a7c2-0000-7000-8000-000000000000" })).toBe("that is no longer here");
  expect(subjectInWords({ kind: "setting", id: "openingHours" })).toBe("Opening hours");
});

async function lastOf(app: TestApp, kind: string) {
  const filter = { kind, subject: null };
  const [entry] = await listAuditLog(app.db.kysely, { filter, from: 0, limit: 1 });
  if (!entry) throw new Error("Nothing noted");
  const names = await recordNames(app.db.kysely, [entry], { zone: "Europe/London", locale: "en-GB" });
  const { subject, detail } = entry;
  return `${names.get(subject.id) || subjectInWords(subject)}. ${detailInWords(detail, { zone: "Europe/London", names })}`;
}

test("a service tells its old and new price and who gives it, by their names", async () => {
  const app = await demoApp();
  const [service] = await listEditedServices(app.db.kysely);
  if (!service) throw new Error("No service");
  const { words, lengths, therapistIds, version, id, ...rest } = service;
  const draft = {
    ...rest,
    words,
    lengths: lengths.map((length) => ({ ...length, pricePence: length.pricePence + 150 })),
    therapists: therapistIds.slice(1),
    prices: [],
  };
  await saveService(app, admin, { id, version, draft });
  const told = await lastOf(app, "service");
  expect(told).toMatch(/^Deep Tissue Massage\. lengths: was \d+ minutes £\d+\.00.*, now \d+ minutes £\d+\.50/);
  expect(told).toMatch(/therapists: was .*(Imogen|Priya|Tom).*, now /);
  expect(told).not.toMatch(/demo-|[0-9a-f]{8}-|title:|category:/);
});

test("a therapist tells an old and a new name, and hours by the day", async () => {
  const app = await demoApp();
  const db = app.db.kysely;
  const therapist = (await listEditedTherapists(db)).find(({ id }) => id === "demo-tom-ellery");
  if (!therapist) throw new Error("No therapist");
  const { role, bio, version } = therapist;
  await saveTherapist(app, admin, { id: therapist.id, version, draft: { name: "Thomas Ellery", role, bio } });
  expect(await lastOf(app, "therapist")).toBe("Thomas Ellery. name: was Tom Ellery, now Thomas Ellery");
  app.clock.set(app.clock.now() + 1);
  const week = await getWeek(db, therapist.id);
  const weekly = [
    ...(week?.weekly ?? []).filter(({ weekday }) => weekday !== 7),
    { weekday: 7, fromMinute: 600, toMinute: 720 },
  ];
  await setWeek(app, admin, { therapistId: therapist.id, version: week?.version ?? 0, weekly, accepted: [] });
  expect(await lastOf(app, "therapist")).toBe("Thomas Ellery. Sunday: was Closed, now 10:00 AM to 12:00 PM");
});

test("settings tell days and names, never a stranger's address or a secret", async () => {
  const app = await demoApp();
  const save = async <Key extends "openingHours" | "messages" | "sender" | "homeCards">(
    key: Key,
    value: Settings[Key],
  ) => {
    app.clock.set(app.clock.now() + 1);
    const version = await getSettingVersion(app.db.kysely, key);
    await saveSetting(app, admin, { key, version, next: () => value });
    return lastOf(app, "setting");
  };
  expect(await save("openingHours", [{ weekday: 1, fromMinute: 540, toMinute: 600 }])).toMatch(
    /^Opening hours\. Monday: was 9:00 AM to 5:00 PM, now 9:00 AM to 10:00 AM, Tuesday: was .*, now Closed/,
  );
  expect(await save("messages", { blocked: ["stalker@example.com"], keptMonths: 9, replies: [] })).toMatch(
    /^Messages\. kept months: was \d+, now 9$/,
  );
  expect(await save("sender", { name: "Jo", address: "", replyTo: "" })).toBe("Sender. name: was nothing, now Jo");
  expect(await save("homeCards", { services: ["demo-relaxation-massage"] })).toBe(
    "Home cards. home card 1: was nothing, now Relaxation Massage",
  );
});

test("a saved setting tells what was and what is", async () => {
  const app = await demoApp();
  const next = (stored: Settings["bookingRules"]) => ({ ...stored, horizonDays: stored.horizonDays + 1 });
  await saveSetting(app, admin, { key: "bookingRules", version: 1, next });
  const [entry] = await listAuditLog(app.db.kysely, { filter: { kind: "setting", subject: null }, from: 0, limit: 1 });
  expect(entry?.detail.horizonDays).toMatch(/^was \d+, now \d+$/);
});

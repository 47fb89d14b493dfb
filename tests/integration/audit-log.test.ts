import { expect, test } from "vitest";
import { setServiceActive } from "#app/catalogue/set-service-active.server.ts";
import { countAuditLog, listAuditLog } from "#app/platform/audit-log.server.ts";
import { actionInWords, detailInWords, subjectInWords } from "#app/routes/admin/audit/entry-in-words.ts";
import { recordNames } from "#app/routes/admin/audit/record-names.server.ts";
import { saveSetting } from "#app/settings/save-setting.server.ts";
import type { Settings } from "#app/settings/settings.ts";
import { demoApp } from "#tests/support/test-app.ts";

const admin = { kind: "admin", userId: "imogen" } as const;

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

test("an entry is told in words, a new action by its own", () => {
  const told = (action: string, kind: string) => actionInWords({ action, subject: { kind, id: "x" } });
  expect(told("service.change", "service")).toBe("Changed service");
  expect(told("hours.change", "therapist")).toBe("Changed the hours of therapist");
  expect(told("client.note-removed", "client")).toBe("Removed a note on client");
  expect(told("client.praise", "client")).toBe("praise: client");
  const names = new Map([["demo-tom-ellery", "Tom Ellery"]]);
  const detail = { start: Date.UTC(2027, 4, 7, 9), minutes: 60, gone: null, therapist: "demo-tom-ellery", version: 3 };
  expect(detailInWords(detail, { zone: "Europe/London", names })).toBe(
    "start: Friday 7 May 2027 at 10am, minutes: 60, therapist: Tom Ellery",
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

test("a saved setting tells what was and what is", async () => {
  const app = await demoApp();
  const next = (stored: Settings["bookingRules"]) => ({ ...stored, horizonDays: stored.horizonDays + 1 });
  await saveSetting(app, admin, { key: "bookingRules", version: 0, next });
  const [entry] = await listAuditLog(app.db.kysely, { filter: { kind: "setting", subject: null }, from: 0, limit: 1 });
  expect(entry?.detail.horizonDays).toMatch(/^\d+ to \d+$/);
});

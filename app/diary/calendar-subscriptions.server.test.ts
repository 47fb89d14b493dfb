import { expect, test } from "vitest";
import {
  changeSubscription,
  getCalendarFeed,
  listSubscriptions,
  makeSubscription,
  revokeSubscription,
} from "#app/diary/calendar-subscriptions.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { visitor } from "#app/platform/permissions.ts";
import { practice, setStatus, walkedIn } from "#tests/support/practice.ts";
import { demoApp } from "#tests/support/test-app.ts";

const TOM = "demo-tom-ellery";

async function secretOfTom(app: AppContext): Promise<string> {
  const subscriptions = await listSubscriptions(app, practice);
  const url = subscriptions.find(({ therapistId }) => therapistId === TOM)?.url ?? "";
  return url.replace(/^.*\/calendar\//, "").replace(/\.ics$/, "");
}

test("a therapist's calendar holds their own appointments, by first name and initial", async () => {
  const app = await demoApp();
  const tom = { therapist: "tom-ellery", phone: "07700 900982", despite: "on" } as const;
  const sam = await walkedIn(app, { ...tom, name: "Sam Élise Carter" });
  const pat = await walkedIn(app, { ...tom, name: "Pat\r\nBEGIN:VEVENT".replace(/\s+/, " "), time: "13:00" });
  const gone = await walkedIn(app, { ...tom, name: "Gone Away", time: "15:00" });
  await walkedIn(app, { therapist: "imogen-hartley", name: "Not Tom" });
  await setStatus(app, pat.id, "Waiting");
  await setStatus(app, gone.id, "Cancelled");
  expect(await makeSubscription(app, practice, TOM)).toEqual({ kind: "made" });
  const calendar = (await getCalendarFeed(app, await secretOfTom(app))) ?? "";
  expect(calendar.match(/^SUMMARY:.*$/gm)).toEqual(["SUMMARY:Sam C.", "SUMMARY:Pat B."]);
  expect(calendar.match(/^STATUS:.*$/gm)).toEqual(["STATUS:CONFIRMED", "STATUS:TENTATIVE"]);
  expect(calendar).toContain("DTSTART:20270505T090000Z");
  expect(calendar).toContain(`UID:${sam.id}-practice@limber-yard.test`);
  expect(calendar).not.toMatch(/7700|Carter|Deep Tissue/);
});

test("a new address closes the one before, and a revoked one opens nothing", async () => {
  const app = await demoApp();
  await makeSubscription(app, practice, TOM);
  const first = await secretOfTom(app);
  await makeSubscription(app, practice, TOM);
  const second = await secretOfTom(app);
  expect(second).not.toBe(first);
  expect(await getCalendarFeed(app, first)).toBeNull();
  expect(await getCalendarFeed(app, second)).toContain("BEGIN:VCALENDAR");
  expect(await revokeSubscription(app, practice, TOM)).toEqual({ kind: "revoked" });
  expect(await revokeSubscription(app, practice, TOM)).toEqual({ kind: "not-found" });
  expect(await getCalendarFeed(app, second)).toBeNull();
  const stored = await app.db.kysely.selectFrom("audit").select("detail").execute();
  expect(JSON.stringify(stored)).not.toContain(second);
});

test("only the practice lists, makes and revokes", async () => {
  const app = await demoApp();
  await expect(listSubscriptions(app, visitor)).rejects.toThrow("practice alone");
  expect(await makeSubscription(app, visitor, TOM)).toEqual({ kind: "not-found" });
  expect(await makeSubscription(app, practice, "nobody")).toEqual({ kind: "not-found" });
  expect(await revokeSubscription(app, visitor, TOM)).toEqual({ kind: "not-found" });
});

test("a therapist chooses what their calendar shows, and a new address keeps it", async () => {
  const app = await demoApp();
  await walkedIn(app, { therapist: "tom-ellery", phone: "07700 900982", name: "Sam Carter" });
  expect(await changeSubscription(app, practice, { therapistId: TOM, shows: "times" })).toEqual({ kind: "not-found" });
  await makeSubscription(app, practice, TOM);
  const summary = async () => /^SUMMARY:.*$/m.exec((await getCalendarFeed(app, await secretOfTom(app))) ?? "")?.[0];
  expect(await summary()).toBe("SUMMARY:Sam C.");
  expect(await changeSubscription(app, visitor, { therapistId: TOM, shows: "times" })).toEqual({ kind: "not-found" });
  expect(await changeSubscription(app, practice, { therapistId: TOM, shows: "initials" })).toEqual({ kind: "changed" });
  expect(await summary()).toBe("SUMMARY:SC");
  await changeSubscription(app, practice, { therapistId: TOM, shows: "times" });
  await makeSubscription(app, practice, TOM);
  expect(await summary()).toBe("SUMMARY:Appointment");
});

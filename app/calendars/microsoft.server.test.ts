import { expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { chooseCalendars, disconnectAccount, getAccount, listCalendarsAgain } from "#app/calendars/accounts.server.ts";
import { calendarAppsForm, saveCalendarApps } from "#app/calendars/calendar-apps.server.ts";
import { finishSignIn, listSignIns } from "#app/calendars/sign-in.server.ts";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Person } from "#app/platform/permissions.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { allowAt } from "#tests/support/calendar-company.ts";
import { answer, freeOn, later, proposalsOf } from "#tests/support/calendar-sync.ts";
import { graphTime, MICROSOFT_CLIENT, microsoftCalendars } from "#tests/support/microsoft-calendar.ts";
import { demoApp } from "#tests/support/test-app.ts";

const TOM = "demo-tom-ellery";
const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];
const OWNER: Person = { kind: "admin", userId: "an-admin", isConfirmed: true };

async function registered() {
  const microsoft = await microsoftCalendars();
  const app = await demoApp({ config: microsoft.config });
  const typed = calendarAppsForm.parse({ microsoft: MICROSOFT_CLIENT });
  expect(await saveCalendarApps(app, OWNER, { version: 0, typed })).toEqual({ kind: "saved" });
  return { app, microsoft };
}

async function signIn(app: AppContext) {
  const [link] = (await listSignIns(app, OWNER, { company: "microsoft", therapistIds: [TOM] })) ?? [];
  return finishSignIn(app, OWNER, { company: "microsoft", ...(await allowAt(link?.url ?? "")) });
}

async function connected() {
  const all = await registered();
  const outcome = await signIn(all.app);
  if (outcome.kind !== "added") throw new Error(JSON.stringify(outcome));
  return { ...all, id: outcome.id };
}

const hour = (time: string) => ({ start: at(time), end: at(time) + HOUR_MS });
const times = (time: string) => ({ start: graphTime(at(time)), end: graphTime(at(time) + HOUR_MS) });

test("after one sign-in the main calendar blocks within five minutes, by pages", async () => {
  const { app, microsoft, id } = await connected();
  expect(await getAccount(app, OWNER, id)).toMatchObject({
    ...{ kind: "microsoft", name: "Microsoft", username: "tom.ellery@example.com", fault: null },
    calendars: [
      { name: "Main calendar", reads: true, writes: false },
      { name: "Limber Yard: appointments", reads: false, writes: true },
    ],
  });
  microsoft.pages(1);
  microsoft.shows(hour("12:00"), { ...hour("14:00"), showAs: "free" }, hour("15:00"));
  await later(app, 5);
  const free = await freeOn(app);
  expect([free.includes("12:00"), free.includes("13:45"), free.includes("15:00")]).toEqual([false, true, false]);
});

test("with nothing changed, five minutes later one link of changes is asked, and an old one means that all is read", async () => {
  const { app, microsoft } = await connected();
  microsoft.shows(hour("12:00"));
  await later(app, 5);
  const views = async () => {
    const before = microsoft.asked.length;
    await later(app, 5);
    return microsoft.asked.slice(before).flatMap(({ line, status }) => {
      return line.includes("calendarView") ? [`${line.replace("GET /v1.0/me/calendar/", "")} ${status}`] : [];
    });
  };
  expect(await views()).toEqual(["calendarView/delta 200"]);
  expect(await views()).toEqual(["calendarView/delta 200"]);
  microsoft.shows(hour("15:00"));
  expect(await views()).toEqual(["calendarView/delta 200", "calendarView 200"]);
  expect(await freeOn(app)).toContain("12:00");
  expect(await freeOn(app)).not.toContain("15:00");
  microsoft.expireLinks();
  expect(await views()).toEqual(["calendarView/delta 410", "calendarView/delta 200", "calendarView 200"]);
  expect(await views()).toEqual(["calendarView/delta 200"]);
  // Days later it has to reach further, so everything is asked for.
  app.clock.set(app.clock.now() + 8 * 24 * HOUR_MS);
  expect(await views()).toEqual(["calendarView/delta 200", "calendarView 200"]);
});

test("another calendar blocks once it is chosen, and Microsoft's own page is where its sign-in ends", async () => {
  const { app, microsoft, id } = await connected();
  microsoft.other("AAMkFAM=", "Family", [hour("13:00")]);
  microsoft.pages(1);
  const listed = await listCalendarsAgain(app, OWNER, id);
  if (listed.kind !== "changed") throw new Error(listed.kind);
  expect(listed.others?.map(({ name }) => name)).toEqual(["Family"]);
  const account = await getAccount(app, OWNER, id);
  const reads = [account?.calendars[0]?.key ?? "", listed.others?.[0]?.key ?? ""];
  const choice = { id, reads, writesTo: account?.writesTo ?? null, shows: "times", closesAfter: null } as const;
  expect(await chooseCalendars(app, OWNER, choice)).toEqual({ kind: "changed" });
  expect(await freeOn(app)).not.toContain("13:00");
  microsoft.other("AAMkFAM=", "Family", [hour("15:00")]);
  await later(app, 5);
  expect(await freeOn(app)).toContain("13:00");
  expect(await disconnectAccount(app, OWNER, id)).toEqual({
    kind: "removed",
    signIn: { company: "Microsoft", end: "by-hand" },
  });
  expect(await freeOn(app)).toContain("15:00");
});

test("book, move, cancel: one event, with what its therapist added, and none in the end", async () => {
  const { app, microsoft } = await connected();
  const { id } = await booked(app, { therapist: "tom-ellery", start: at("10:00") });
  await later(app);
  expect(microsoft.events()).toMatchObject([{ subject: "Appointment", ...hour("10:00") }]);
  microsoft.change(microsoft.events()[0]?.id ?? "", { categories: ["Blue"] });
  await later(app, 5);
  await moveAppointment(app, OWNER, { appointmentId: id, start: at("13:00"), despite: true });
  await later(app);
  expect(microsoft.events()).toMatchObject([{ categories: ["Blue"], ...hour("13:00") }]);
  expect(await proposalsOf(app)).toEqual([]);
  await cancel(app, OWNER, { appointmentId: id, reason: null });
  await later(app);
  expect(microsoft.events()).toEqual([]);
  expect(await app.db.kysely.selectFrom("calendar_writes").selectAll().execute()).toEqual([]);
});

test("their change is a question: put back, followed, and made anew after it was deleted", async () => {
  const { app, microsoft } = await connected();
  const { id } = await booked(app, { therapist: "tom-ellery", start: at("10:00") });
  await later(app);
  const event = microsoft.events()[0]?.id ?? "";
  microsoft.change(event, times("11:00"));
  await later(app, 5);
  expect(await proposalsOf(app)).toMatchObject([{ appointmentId: id, kind: "moved", to: hour("11:00") }]);
  await answer(app, "restore");
  await later(app);
  expect(microsoft.events()).toMatchObject([hour("10:00")]);
  microsoft.change(event, times("14:00"));
  await later(app, 5);
  expect(await answer(app, "follow")).toMatchObject({ kind: "moved", start: at("14:00") });
  await later(app);
  microsoft.remove(event);
  await later(app, 5);
  expect(await proposalsOf(app)).toMatchObject([{ kind: "deleted" }]);
  await answer(app, "restore");
  await later(app);
  await later(app, 5);
  expect(microsoft.events()).toMatchObject([hour("14:00")]);
  expect(await proposalsOf(app)).toEqual([]);
});

test("each look stores the refresh token that takes the place of the last, sealed", async () => {
  const { app, microsoft } = await connected();
  const passwordOf = async () => (await app.db.kysely.selectFrom("calendar_accounts").select("password").execute())[0];
  const before = await passwordOf();
  await later(app, 5);
  expect(await passwordOf()).not.toEqual(before);
  await later(app, 5);
  const rows: unknown[] = [];
  for (const table of ["calendar_accounts", "calendar_links", "settings", "audit"] as const)
    rows.push(await app.db.kysely.selectFrom(table).selectAll().execute());
  const stored = JSON.stringify(rows);
  expect(microsoft.secrets().filter((secret) => stored.includes(secret))).toEqual([]);
});

test("429 with Retry-After, a revoked sign-in, a deleted calendar: times stay, and nothing is lost", async () => {
  const { app, microsoft, id } = await connected();
  microsoft.shows(hour("12:00"));
  await later(app, 5);
  await booked(app, { therapist: "tom-ellery", start: at("10:00") });
  const throttled = { status: 429, code: "ApplicationThrottled", headers: { "Retry-After": "1200" } };
  microsoft.next(throttled, throttled);
  await later(app, 5);
  const link = await app.db.kysely.selectFrom("calendar_links").select(["fault", "next_at"]).executeTakeFirst();
  expect(link).toEqual({ fault: "too-fast", next_at: app.clock.now() + 20 * MINUTE_MS });
  expect(await freeOn(app)).not.toContain("12:00");
  await later(app, 20);
  expect(microsoft.events()).toMatchObject([hour("10:00")]);
  microsoft.revoke();
  await later(app, 5);
  expect((await getAccount(app, OWNER, id))?.fault).toBe("signed-out");
  expect(await freeOn(app)).not.toContain("12:00");
  expect(await signIn(app)).toEqual({ kind: "changed", id });
  microsoft.deleteCalendars();
  await later(app, 5);
  expect((await getAccount(app, OWNER, id))?.fault).toBe("calendar-gone");
  expect(await listCalendarsAgain(app, OWNER, id)).toEqual({ kind: "changed", others: [] });
  await later(app);
  expect(microsoft.events()).toMatchObject([hour("10:00")]);
});

test("a permission that was left out is refused with what to do", async () => {
  const { app, microsoft } = await registered();
  microsoft.untick("https://graph.microsoft.com/Calendars.ReadWrite");
  const message = "Not every permission was given. Sign in again, and allow all that the page there asks for.";
  expect(await signIn(app)).toEqual({ kind: "invalid", message });
});

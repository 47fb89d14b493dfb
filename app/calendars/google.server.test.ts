import { expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { chooseCalendars, disconnectAccount, getAccount, listCalendarsAgain } from "#app/calendars/accounts.server.ts";
import { calendarAppsForm, saveCalendarApps } from "#app/calendars/calendar-apps.server.ts";
import { finishSignIn, listSignIns } from "#app/calendars/sign-in.server.ts";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Person } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { adapterTodos } from "#app/routes/admin/admin-counts.server.ts";
import { at, booked, tryToBook, WEDNESDAY } from "#tests/support/booking-inputs.ts";
import { allowAt } from "#tests/support/calendar-company.ts";
import { answer, freeOn, later, proposalsOf } from "#tests/support/calendar-sync.ts";
import { GOOGLE_CLIENT, googleCalendars } from "#tests/support/google-calendar.ts";
import { waitingKinds } from "#tests/support/practice.ts";
import { demoApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

const TOM = "demo-tom-ellery";
const TOMS = { company: "google", therapistIds: [TOM] } as const;
const LONDON = "Europe/London";
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
const OWNER: Person = { kind: "admin", userId: "an-admin", isConfirmed: true };

/** A practice that has registered its app at Google. */
async function registered() {
  let clock = () => TUESDAY_NINE;
  const google = await googleCalendars({ now: () => clock() });
  const app = await demoApp({ config: google.config });
  clock = app.clock.now;
  expect(await save(app, {})).toEqual({ kind: "saved" });
  return { app, google };
}

async function save(app: AppContext, typed: Record<string, string>) {
  const version = (await readPractice(app)).saved.calendarApps?.version ?? 0;
  const form = calendarAppsForm.parse({ google: { ...GOOGLE_CLIENT, ...typed } });
  return saveCalendarApps(app, OWNER, { version, typed: form });
}

async function signIn(app: AppContext, actor: Person = OWNER) {
  const [link] = (await listSignIns(app, actor, TOMS)) ?? [];
  return finishSignIn(app, actor, { company: "google", ...(await allowAt(link?.url ?? "")) });
}

/** The same, with Tom's Google calendar connected. */
async function connected() {
  const all = await registered();
  const outcome = await signIn(all.app);
  if (outcome.kind !== "added") throw new Error(JSON.stringify(outcome));
  return { ...all, id: outcome.id };
}

const hour = (time: string, date = WEDNESDAY) => ({ start: at(time, date), end: at(time, date) + HOUR_MS });

async function faultsOf(app: AppContext, id: string) {
  const account = await getAccount(app, OWNER, id);
  const link = await app.db.kysely.selectFrom("calendar_links").select("fault").executeTakeFirst();
  return [account?.fault, link?.fault];
}

test("after one sign-in the main calendar blocks, and appointments have a calendar of their own", async () => {
  const { app, google } = await registered();
  google.isBusy(hour("12:00"));
  const outcome = await signIn(app);
  if (outcome.kind !== "added") throw new Error(JSON.stringify(outcome));
  expect(await freeOn(app)).not.toContain("12:00");
  expect((await tryToBook(app, { therapist: "tom-ellery", start: at("12:00") })).kind).not.toBe("booked");
  const account = await getAccount(app, OWNER, outcome.id);
  expect(account).toMatchObject({ kind: "google", name: "Google", username: "tom.ellery@example.com", fault: null });
  expect(account?.calendars.map(({ name, reads, writes }) => [name, reads, writes])).toEqual([
    ["Main calendar", true, false],
    ["Limber Yard: appointments", false, true],
  ]);
  expect(account?.writesTo).toBe(account?.calendars[1]?.key);
  // What is free again there, is free here within five minutes.
  google.isBusy(hour("15:00"));
  await later(app, 5);
  expect(await freeOn(app)).toContain("12:00");
  expect(await freeOn(app)).not.toContain("15:00");
  // Our own calendar can't be chosen to block: appointments would block themselves.
  const reads = account?.calendars.map(({ key }) => key) ?? [];
  const choice = {
    id: outcome.id,
    reads,
    writesTo: account?.writesTo ?? null,
    shows: "times",
    closesAfter: null,
  } as const;
  await chooseCalendars(app, OWNER, choice);
  expect((await getAccount(app, OWNER, outcome.id))?.calendars.map(({ linkId }) => linkId !== null)).toEqual([
    true,
    false,
  ]);
  await disconnectAccount(app, OWNER, outcome.id);
  expect(await freeOn(app)).toContain("15:00");
});

test("other calendars are listed by name to choose from, block once chosen, and leave no name when they are not", async () => {
  const { app, google, id } = await connected();
  google.other("family@group.calendar.google.com", "Family", [hour("13:00")]);
  google.other("secret@group.calendar.google.com", "Divorce lawyer", [hour("15:00")]);
  google.pages(1);
  const listed = await listCalendarsAgain(app, OWNER, id);
  if (listed.kind !== "changed") throw new Error(listed.kind);
  expect(listed.others?.map(({ name, reads, writes }) => [name, reads, writes])).toEqual([
    ["Family", true, false],
    ["Divorce lawyer", true, false],
  ]);
  const stored = async () => JSON.stringify(await app.db.kysely.selectFrom("calendar_accounts").selectAll().execute());
  expect(await stored()).not.toMatch(/Family|lawyer/);
  const account = await getAccount(app, OWNER, id);
  const choice = { id, writesTo: account?.writesTo ?? null, shows: "times", closesAfter: null } as const;
  const [main, family] = [account?.calendars[0]?.key ?? "", listed.others?.[0]?.key ?? ""];
  expect(await chooseCalendars(app, OWNER, { ...choice, reads: [main, family] })).toEqual({ kind: "changed" });
  expect(await freeOn(app)).not.toContain("13:00");
  expect(await freeOn(app)).toContain("15:00");
  expect((await getAccount(app, OWNER, id))?.calendars.map(({ name }) => name)).toEqual([
    ...["Main calendar", "Limber Yard: appointments", "Family"],
  ]);
  expect(await stored()).not.toMatch(/lawyer/);
  // Another sign-in keeps what was chosen.
  expect(await signIn(app)).toEqual({ kind: "changed", id });
  expect(await freeOn(app)).not.toContain("13:00");
  // Gone at Google: its last known times keep blocking, and it says so; the main one goes on.
  google.other("family@group.calendar.google.com", "", null);
  await later(app, 5);
  const faults = await app.db.kysely.selectFrom("calendar_links").select(["name", "fault"]).orderBy("name").execute();
  expect(faults).toEqual([
    { name: "Family", fault: "calendar-gone" },
    { name: "Main calendar", fault: null },
  ]);
  expect(await freeOn(app)).not.toContain("13:00");
  expect(await chooseCalendars(app, OWNER, { ...choice, reads: [main] })).toEqual({ kind: "changed" });
  expect(await freeOn(app)).toContain("13:00");
  expect(await stored()).not.toMatch(/Family/);
});

test("without the permission to list them, or while Google refuses, the other calendars can't be chosen, and the main one blocks", async () => {
  const { app, google } = await registered();
  google.untick("https://www.googleapis.com/auth/calendar.calendarlist.readonly");
  const outcome = await signIn(app);
  if (outcome.kind !== "added") throw new Error(JSON.stringify(outcome));
  const { id } = outcome;
  expect(await listCalendarsAgain(app, OWNER, id)).toEqual({ kind: "changed", others: null });
  google.isBusy(hour("12:00"));
  await later(app, 5);
  expect(await freeOn(app)).not.toContain("12:00");
  google.untick(null);
  expect((await signIn(app)).kind).toBe("changed");
  google.other("family@group.calendar.google.com", "Family", []);
  const listed = await listCalendarsAgain(app, OWNER, id);
  const key = listed.kind === "changed" ? (listed.others?.[0]?.key ?? "") : "";
  google.next({ status: 403, reason: "rateLimitExceeded" });
  const choice = { id, reads: [key], writesTo: null, shows: "times" as const, closesAfter: null };
  expect(await chooseCalendars(app, OWNER, choice)).toMatchObject({
    ...{ kind: "invalid", field: "reads" },
    message: "The calendar’s company asks us to wait. Try again in a few minutes.",
  });
  expect(await freeOn(app)).not.toContain("12:00");
});

test("disconnecting ends the sign-in at Google, unless a colleague's is of the same person there", async () => {
  const { app, google, id } = await connected();
  const [link] = (await listSignIns(app, OWNER, { company: "google", therapistIds: ["demo-priya-sandhu"] })) ?? [];
  const second = await finishSignIn(app, OWNER, { company: "google", ...(await allowAt(link?.url ?? "")) });
  if (second.kind !== "added") throw new Error(JSON.stringify(second));
  expect(await disconnectAccount(app, OWNER, second.id)).toEqual({ kind: "removed", signIn: null });
  expect(google.hasEnded()).toBe(false);
  expect(await disconnectAccount(app, OWNER, id)).toEqual({
    kind: "removed",
    signIn: { company: "Google", end: "ended" },
  });
  expect(google.hasEnded()).toBe(true);
  // Not to be reached: it is disconnected here, and its therapist hears where to end it.
  const third = await signIn(app);
  google.close();
  const gone = third.kind === "added" ? await disconnectAccount(app, OWNER, third.id) : third;
  expect(gone).toEqual({ kind: "removed", signIn: { company: "Google", end: "failed" } });
  expect(await app.db.kysely.selectFrom("calendar_accounts").selectAll().execute()).toEqual([]);
});

test("book, move, cancel: one event at Google, and none in the end", async () => {
  const { app, google } = await connected();
  const { id } = await booked(app, { therapist: "tom-ellery", start: at("10:00") });
  await later(app);
  const eventId = id.replaceAll("-", "");
  expect(google.events()).toEqual([
    { id: eventId, summary: "Appointment", status: "confirmed", colorId: undefined, ...hour("10:00") },
  ]);
  google.change(eventId, { colorId: "7" });
  await later(app, 5);
  await moveAppointment(app, OWNER, { appointmentId: id, start: at("13:00"), despite: true });
  await later(app);
  expect(google.events()).toEqual([expect.objectContaining({ colorId: "7", ...hour("13:00") })]);
  expect(await proposalsOf(app)).toEqual([]);
  await cancel(app, OWNER, { appointmentId: id, reason: null });
  await later(app);
  expect(google.events()).toEqual([]);
  expect(await app.db.kysely.selectFrom("calendar_writes").selectAll().execute()).toEqual([]);
});

test("with nothing changed, five minutes later one question goes to our calendar and it is by the sync token", async () => {
  const { app, google } = await connected();
  await booked(app, { therapist: "tom-ellery", start: at("10:00") });
  await later(app);
  await later(app, 5);
  const before = google.asked.length;
  await later(app, 5);
  const lines = google.asked.slice(before).map(({ line }) => line.replace(/c_.*google.com/, "ours"));
  expect(lines).toEqual([
    ...["POST /token", "POST /calendar/v3/freeBusy", "POST /calendar/v3/freeBusy"],
    ...["POST /token", "GET /calendar/v3/calendars/ours/events"],
  ]);
});

test("their change is a question: the booking follows it, or the event is put back", async () => {
  const { app, google } = await connected();
  const { id } = await booked(app, { therapist: "tom-ellery", start: at("10:00") });
  await later(app);
  const eventId = id.replaceAll("-", "");
  const mails = await waitingKinds(app);
  const times = (time: string) => ({
    start: { dateTime: new Date(at(time)).toISOString() },
    end: { dateTime: new Date(at(time) + HOUR_MS).toISOString() },
  });
  google.change(eventId, times("11:00"));
  await later(app, 5);
  expect(await proposalsOf(app)).toMatchObject([{ appointmentId: id, kind: "moved", to: hour("11:00") }]);
  expect(await waitingKinds(app)).toEqual(mails);
  expect(await answer(app, "restore")).toEqual({ kind: "restored" });
  await later(app);
  expect(google.events()).toMatchObject([hour("10:00")]);
  google.change(eventId, times("14:00"));
  await later(app, 5);
  expect(await answer(app, "follow")).toMatchObject({ kind: "moved", start: at("14:00") });
  await later(app);
  // Made into a whole day, it has no time of a clock any more.
  google.change(eventId, { start: { date: WEDNESDAY, dateTime: null }, end: { date: WEDNESDAY, dateTime: null } });
  await later(app, 5);
  expect(await proposalsOf(app)).toMatchObject([{ kind: "deleted", to: null }]);
  await answer(app, "restore");
  await later(app);
  expect(google.events()).toMatchObject([hour("14:00")]);
  // Deleted there, and called back: Google keeps its id.
  google.change(eventId, { status: "cancelled" });
  await later(app, 5);
  expect(await proposalsOf(app)).toMatchObject([{ kind: "deleted", to: null }]);
  await answer(app, "restore");
  await later(app);
  expect(google.events()).toMatchObject([{ id: eventId, ...hour("14:00") }]);
  await later(app, 5);
  expect(await proposalsOf(app)).toEqual([]);
});

test("a sync token that is too old (410) means that everything is listed again, by pages", async () => {
  const { app, google } = await connected();
  for (const time of ["10:00", "12:00", "14:00"]) await booked(app, { therapist: "tom-ellery", start: at(time) });
  await later(app);
  await later(app, 5);
  google.pages(1);
  google.expireTokens();
  const before = google.asked.length;
  await later(app, 5);
  const statuses = google.asked.slice(before).flatMap(({ line, status }) => (line.endsWith("/events") ? [status] : []));
  expect(statuses).toEqual([410, 200, 200, 200]);
  expect([google.events().length, await proposalsOf(app)]).toEqual([3, []]);
  // A deletion on a later page is still found.
  google.change(google.events()[2]?.id ?? "", { status: "cancelled" });
  await later(app, 5);
  expect(await proposalsOf(app)).toHaveLength(1);
});

test("403 rateLimitExceeded and 429 with Retry-After: times stay, it waits longer each time, and then everything is made up", async () => {
  const { app, google, id } = await connected();
  google.isBusy(hour("12:00"));
  await later(app, 5);
  const limit = { status: 403, reason: "rateLimitExceeded", message: "Rate Limit Exceeded" };
  google.next(limit, limit);
  await booked(app, { therapist: "tom-ellery", start: at("10:00") });
  await later(app, 5);
  expect(await faultsOf(app, id)).toEqual(["too-fast", "too-fast"]);
  expect(await freeOn(app)).not.toContain("12:00");
  const asked = google.asked.length;
  await later(app, 5);
  expect(google.asked.slice(asked).filter(({ line }) => line.includes("freeBusy"))).toEqual([]);
  await later(app, 5);
  expect(await faultsOf(app, id)).toEqual([null, null]);
  expect(google.events()).toMatchObject([hour("10:00")]);
  google.next({ status: 429, reason: "rateLimitExceeded", headers: { "Retry-After": "1800" } });
  await later(app, 5);
  const link = await app.db.kysely.selectFrom("calendar_links").select("next_at").executeTakeFirst();
  expect(link?.next_at).toBe(app.clock.now() + 30 * MINUTE_MS);
});

test("an app in testing: on the seventh day the sign-in ends, and the sentence says what to do", async () => {
  const { app, google, id } = await connected();
  google.isInTesting(true);
  google.isBusy(hour("12:00", "2027-05-19"));
  await later(app, 5);
  app.clock.set(TUESDAY_NINE + 7 * DAY_MS + HOUR_MS);
  await later(app);
  expect(await faultsOf(app, id)).toEqual(["signed-out-week", "signed-out-week"]);
  expect(await freeOn(app, "2027-05-19")).not.toContain("12:00");
  const [adapter] = await app.db.kysely.selectFrom("adapters").selectAll().where("name", "=", "calendars").execute();
  expect(adapter?.state).toBe("revoked");
  expect(adapter?.fault).toContain("Publish the app at Google, then sign in again.");
  expect(await adapterTodos(app.db.kysely, LONDON)).toMatchObject([
    { label: "A connected calendar refuses its password or sign-in", to: "/admin/diary/subscriptions" },
  ]);
  expect((await waitingKinds(app)).filter((kind) => kind === "adapter-failing-practice")).toHaveLength(1);
  // Days later it is still the same reason, and no second mail.
  await later(app, 60);
  expect((await getAccount(app, OWNER, id))?.fault).toBe("signed-out-week");
  expect((await waitingKinds(app)).filter((kind) => kind === "adapter-failing-practice")).toHaveLength(1);
  // Signed in again, the same account goes on, in the same calendar.
  google.isInTesting(false);
  await booked(app, { therapist: "tom-ellery", start: at("10:00", "2027-05-19") });
  expect(await signIn(app)).toEqual({ kind: "changed", id });
  await later(app);
  expect(await faultsOf(app, id)).toEqual([null, null]);
  expect(google.calendars()).toHaveLength(1);
  expect(google.events()).toHaveLength(1);
});

test("revoked at Google: last known times keep blocking, nothing is lost, and one line says so", async () => {
  const { app, google, id } = await connected();
  google.isBusy(hour("12:00"));
  await later(app, 5);
  google.revoke();
  await booked(app, { therapist: "tom-ellery", start: at("10:00") });
  await later(app, 5);
  expect(await faultsOf(app, id)).toEqual(["signed-out", "signed-out"]);
  expect(await freeOn(app)).not.toContain("12:00");
  await signIn(app);
  await later(app);
  expect(google.events()).toMatchObject([hour("10:00")]);
});

test("our calendar deleted at Google: it says so, and another press makes a new one with every appointment", async () => {
  const { app, google, id } = await connected();
  await booked(app, { therapist: "tom-ellery", start: at("10:00") });
  await later(app);
  google.deleteCalendars();
  await later(app, 5);
  expect((await getAccount(app, OWNER, id))?.fault).toBe("calendar-gone");
  expect(await listCalendarsAgain(app, OWNER, id)).toEqual({ kind: "changed", others: [] });
  await later(app);
  expect(google.events()).toMatchObject([hour("10:00")]);
  expect(await proposalsOf(app)).toEqual([]);
});

test("a permission that was left out, an API that is off, and a wrong secret are refused with what to do", async () => {
  const { app, google } = await registered();
  google.untick("https://www.googleapis.com/auth/calendar.app.created");
  const permission = "Not every permission was given. Sign in again, and allow all that the page there asks for.";
  expect(await signIn(app)).toEqual({ kind: "invalid", message: permission });
  google.untick(null);
  google.next({ status: 403, reason: "accessNotConfigured" });
  const off = "The Google Calendar API is off in your project at Google. Turn it on there.";
  expect(await signIn(app)).toEqual({ kind: "invalid", message: off });
  await save(app, { secret: "GOCSPX-another" });
  expect(await signIn(app)).toMatchObject({
    kind: "invalid",
    message: expect.stringMatching(/^The client ID or its secret is refused there/),
  });
  expect(await app.db.kysely.selectFrom("calendar_accounts").selectAll().execute()).toEqual([]);
});

test("a sign-in that another person began, that is half an hour old, or that was used before connects nothing", async () => {
  const { app } = await registered();
  const ended = { kind: "invalid", message: "This sign-in has ended. Sign in again." };
  const [link] = (await listSignIns(app, OWNER, TOMS)) ?? [];
  const back = { company: "google" as const, ...(await allowAt(link?.url ?? "")) };
  expect(await finishSignIn(app, { ...OWNER, userId: "someone-else" }, back)).toEqual(ended);
  const colleague = {
    kind: "staff",
    userId: "an-admin",
    roles: ["therapist"],
    therapistId: "demo-priya-sandhu",
    choices: [],
  } as const;
  expect(await finishSignIn(app, colleague, back)).toEqual(ended);
  expect((await finishSignIn(app, OWNER, back)).kind).toBe("added");
  expect(await finishSignIn(app, OWNER, back)).toEqual(ended);
  const [second] = (await listSignIns(app, OWNER, TOMS)) ?? [];
  const late = { company: "google" as const, ...(await allowAt(second?.url ?? "")) };
  app.clock.set(app.clock.now() + 31 * MINUTE_MS);
  expect(await finishSignIn(app, OWNER, late)).toEqual(ended);
  expect(await app.db.kysely.selectFrom("calendar_accounts").select("id").execute()).toHaveLength(1);
});

test("no secret stands in the clear in the database or in a log; a client secret belongs to its client ID", async () => {
  const { app, google } = await connected();
  await booked(app, { therapist: "tom-ellery", start: at("10:00") });
  await later(app, 5);
  const rows: unknown[] = [];
  for (const table of [
    "calendar_accounts",
    "calendar_links",
    "calendar_writes",
    "settings",
    "audit",
    "outbox",
  ] as const)
    rows.push(await app.db.kysely.selectFrom(table).selectAll().execute());
  const stored = JSON.stringify(rows);
  expect(stored).toContain(GOOGLE_CLIENT.clientId);
  expect(google.secrets().filter((secret) => stored.includes(secret))).toEqual([]);
  expect(await save(app, { clientId: "limber-2.apps.googleusercontent.com", secret: "" })).toMatchObject({
    kind: "invalid",
  });
  expect(await save(app, { secret: "" })).toEqual({ kind: "saved" });
  expect(await listSignIns(app, OWNER, TOMS)).toHaveLength(1);
  expect(await save(app, { clientId: "", secret: "" })).toEqual({ kind: "saved" });
  expect((await readPractice(app)).settings.calendarApps.google).toEqual({ clientId: "", secret: "" });
  expect(await listSignIns(app, OWNER, TOMS)).toBeNull();
  await later(app, 5);
  expect((await app.db.kysely.selectFrom("calendar_accounts").select("fault").execute())[0]?.fault).toBe("app-refused");
  const other = { google: { clientId: "x", secret: "a b" } };
  expect(calendarAppsForm.safeParse(other).error?.issues.map(({ message }) => message)).toEqual([
    "Copy the whole client ID. It ends in .apps.googleusercontent.com",
    "A client secret is one word",
  ]);
});

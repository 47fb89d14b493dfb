import { expect, test } from "vitest";
import { cachedFreeTimes } from "#app/appointments/booking/free-times/cached-free-times.server.ts";
import { askFreeTimes } from "#app/appointments/booking/free-times/free-times.server.ts";
import { getFreeMinutes } from "#app/appointments/booking/limit-booking.server.ts";
import { reschedule } from "#app/appointments/booking/reschedule.server.ts";
import { calendarLinkForm } from "#app/calendars/calendar-link.form.ts";
import { readCalendars } from "#app/calendars/calendars.jobs.server.ts";
import {
  changeCalendarLink,
  connectCalendar,
  disconnectCalendar,
  listCalendarLinks,
  readCalendarPage,
} from "#app/calendars/links.server.ts";
import { syncInvitee } from "#app/connections/calendly/sync-invitee.server.ts";
import { getDayDrawing } from "#app/diary/get-day-drawing.server.ts";
import { getDiary } from "#app/diary/get-diary.server.ts";
import { getToday } from "#app/diary/get-today.server.ts";
import { connectionsCheck } from "#app/maintenance/status-checks.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { localDateOf, localTimeOf, weekdayOf } from "#app/platform/date-time.ts";
import { SEALING_KEY_FILE } from "#app/platform/encryption.server.ts";
import { type Actor, visitor } from "#app/platform/permissions.ts";
import { adapterTodos } from "#app/routes/admin/admin-counts.server.ts";
import { endAccess } from "#app/team/change-staff.server.ts";
import { runRounds } from "#app/waiting-list/rounds.server.ts";
import { at, booked, tryToBook, WEDNESDAY } from "#tests/support/booking-inputs.ts";
import { calendarServer, eventAt, PRIVATE_TITLE } from "#tests/support/calendar-feed.ts";
import { externalFacts } from "#tests/support/calendly/external-facts.ts";
import { hasWaitingList } from "#tests/support/options.ts";
import { practice, walkIn } from "#tests/support/practice.ts";
import { statementsOf } from "#tests/support/statements.ts";
import { contentChanged, demoApp, type TestApp } from "#tests/support/test-app.ts";

const TOM = "demo-tom-ellery";
const PRIYA = "demo-priya-sandhu";
const LONDON = "Europe/London";
const HOUR_MS = 3_600_000;
const INPUT = { service: "deep-tissue-massage", therapist: "tom-ellery", minutes: 60 };

async function appWithServer(now?: number) {
  const server = await calendarServer();
  const app = await demoApp({ config: { outboundPrivate: [server.origin] }, ...(now !== undefined && { now }) });
  return { app, server };
}

function typed(address: string, more: Record<string, string> = {}) {
  return calendarLinkForm.parse({ address, ...more });
}

async function connected(app: AppContext, address: string, more: Record<string, string> = {}) {
  const outcome = await connectCalendar(app, practice, { therapistId: TOM, typed: typed(address, more) });
  expect(outcome).toMatchObject({ kind: "added" });
  return outcome;
}

/** Ten minutes later, as the job does. */
async function laterRead(app: TestApp, ms = 600_000): Promise<number> {
  app.clock.set(app.clock.now() + ms);
  return readCalendars(app);
}

/** Tom's free starts of a day as visitors see them: the kept answer and a fresh one must be the same. */
async function freeOn(app: AppContext, date = WEDNESDAY): Promise<string[]> {
  const input = { ...INPUT, from: date, to: date };
  const [kept, fresh] = [await cachedFreeTimes(app, input), await askFreeTimes(app, input)];
  expect(kept).toEqual(fresh);
  if (kept.kind !== "times") throw new Error("no such offer");
  return kept.days.flatMap(({ slots }) => slots.map(({ start }) => localTimeOf(start, LONDON)));
}

async function busyRows(app: AppContext) {
  const rows = await app.db.kysely.selectFrom("busy_times").selectAll().orderBy("block_start").execute();
  return rows.map(({ block_start: start, block_end: end }) => [start, end]);
}

test("an event blocks its time for visitors from the moment its calendar is connected, and no longer once it is gone", async () => {
  const { app, server } = await appWithServer();
  const before = await freeOn(app);
  expect(before).toContain("12:00");
  server.holds(eventAt(WEDNESDAY, "12:00", "13:00"));
  await connected(app, server.address);
  const blocked = await freeOn(app);
  // An hour and its turnaround of a quarter have to be over by twelve.
  expect(blocked).toContain("10:45");
  expect(blocked.filter((time) => time > "10:45" && time < "13:00")).toEqual([]);
  expect(blocked).toContain("13:00");
  server.holds(eventAt(WEDNESDAY, "15:00", "16:00"));
  expect(await laterRead(app)).toBe(1);
  const moved = await freeOn(app);
  expect(moved).toContain("12:00");
  expect(moved).not.toContain("15:00");
  const [link] = await listCalendarLinks(app, practice);
  expect(await disconnectCalendar(app, practice, link?.id ?? "")).toEqual({ kind: "removed" });
  expect(await freeOn(app)).toEqual(before);
  expect(await busyRows(app)).toEqual([]);
});

test("cached free times read busy times once for each content version, which every change of them raises", async () => {
  const { app, server } = await appWithServer();
  server.holds(eventAt(WEDNESDAY, "12:00", "13:00"));
  await connected(app, server.address);
  const input = { ...INPUT, from: WEDNESDAY, to: WEDNESDAY };
  const before = await cachedFreeTimes(app, input);
  const statements = await statementsOf(app, () => cachedFreeTimes(app, input));
  // Behind the back of all that writes: nothing of it is read again.
  await app.db.kysely.deleteFrom("busy_times").execute();
  expect(await cachedFreeTimes(app, input)).toEqual(before);
  await contentChanged(app);
  expect(await cachedFreeTimes(app, input)).not.toEqual(before);
  expect(statements).toBeLessThanOrEqual(3);
});

test("a booking reads the stored times once more, whatever its page has shown, and calls nobody", async () => {
  const { app, server } = await appWithServer();
  await connected(app, server.address);
  expect(await freeOn(app)).toContain("10:00");
  server.holds(eventAt(WEDNESDAY, "10:00", "11:00"));
  await laterRead(app);
  const calls = server.answers().length;
  const outcome = await tryToBook(app, { therapist: "tom-ellery", start: at("10:00") });
  expect(outcome.kind).toBe("taken");
  expect(outcome.kind === "taken" && outcome.near.map(({ start }) => localTimeOf(start, LONDON))).not.toContain(
    "10:00",
  );
  expect(server.answers()).toHaveLength(calls);
  // With anyone, a colleague gives it.
  expect((await booked(app, { start: at("10:00") })).therapistId).not.toBe(TOM);
});

test("a weekly event blocks to the horizon, at the same wall time when the clocks change", async () => {
  const { app, server } = await appWithServer(Date.parse("2026-10-19T08:00:00Z"));
  server.holds({
    lines: ["DTSTART;TZID=GMT Standard Time:20240102T140000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;BYDAY=TU,SU"],
  });
  await connected(app, server.address);
  const rows = await busyRows(app);
  expect(rows.length).toBeGreaterThan(25);
  for (const [start = 0, end = 0] of rows) {
    expect([localTimeOf(start, LONDON), localTimeOf(end, LONDON)]).toEqual(["14:00", "15:00"]);
    expect([2, 7]).toContain(weekdayOf(localDateOf(start, LONDON)));
  }
  expect(rows.map(([start = 0]) => new Date(start).toISOString().slice(0, 16))).toEqual(
    expect.arrayContaining(["2026-10-20T13:00", "2026-10-25T14:00", "2026-10-27T14:00"]),
  );
  expect(await freeOn(app, "2026-10-27")).not.toContain("14:00");
  const last = localDateOf(rows.at(-1)?.[0] ?? 0, LONDON);
  expect(last > "2027-01-17").toBe(true);
});

test("a calendar that has not changed is not sent again, until it has to reach further", async () => {
  const { app, server } = await appWithServer();
  server.holds({ lines: ["DTSTART:20270101T120000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY"] });
  await connected(app, server.address);
  const before = await busyRows(app);
  expect(await readCalendars(app)).toBe(0);
  await laterRead(app);
  await laterRead(app);
  expect(server.answers()).toEqual([200, 304, 304]);
  expect(await busyRows(app)).toEqual(before);
  await laterRead(app, 8 * 24 * HOUR_MS);
  expect(server.answers()).toEqual([200, 304, 304, 200]);
  expect((await busyRows(app)).at(-1)?.[0]).toBe((before.at(-1)?.[0] ?? 0) + 8 * 24 * HOUR_MS);
});

test("a block that goes is told to what follows the schedule, and one that comes", async () => {
  const { app, server } = await appWithServer();
  server.holds(eventAt(WEDNESDAY, "12:00", "13:00"));
  await connected(app, server.address);
  server.holds(eventAt(WEDNESDAY, "12:30", "14:00"));
  await laterRead(app);
  const rows = await app.db.kysely
    .selectFrom("schedule_changes")
    .selectAll()
    .where("cause", "=", "calendar")
    .orderBy("at")
    .orderBy("freed_start")
    .execute();
  const times = rows.map((row) => [row.freed_start, row.freed_end, row.taken_start, row.taken_end]);
  expect(times).toHaveLength(3);
  expect(times).toEqual(
    expect.arrayContaining([
      [null, null, at("12:00"), at("13:00")],
      [at("12:00"), at("12:30"), null, null],
      [null, null, at("13:00"), at("14:00")],
    ]),
  );
  expect(rows.map((row) => row.freed_therapist_id ?? row.taken_therapist_id)).toEqual([TOM, TOM, TOM]);
});

test("our own events never come back as busy", async () => {
  const { app, server } = await appWithServer();
  const { id } = await booked(app, { therapist: "tom-ellery", start: at("10:00") });
  server.holds({ ...eventAt(WEDNESDAY, "10:00", "11:00"), uid: `${id}-practice@limber-yard.test` });
  await connected(app, server.address);
  expect(await busyRows(app)).toEqual([]);
});

test("an appointment moves by half its length where a calendar copies it from our feed", async () => {
  const { app, server } = await appWithServer();
  const { id } = await booked(app, { therapist: "tom-ellery", start: at("10:00") });
  server.holds({ ...eventAt(WEDNESDAY, "10:00", "11:00"), uid: `${id}-practice@limber-yard.test` });
  await connected(app, server.address);
  const holder: Actor = { kind: "holder", appointmentId: id };
  expect((await reschedule(app, holder, { appointmentId: id, start: at("10:30") })).kind).toBe("rescheduled");
});

test("an invitation to their own appointment does not block it, and one of a colleague's does", async () => {
  const { app, server } = await appWithServer();
  const own = await booked(app, { therapist: "tom-ellery", start: at("10:00") });
  const other = await walkIn(app, { therapist: "imogen-hartley", time: "14:00", phone: "07700 900981", despite: "on" });
  const otherId = other.kind === "booked" ? other.appointment.id : "";
  server.holds(
    { ...eventAt(WEDNESDAY, "10:00", "11:00"), uid: `${own.id}@limber-yard.test` },
    { ...eventAt(WEDNESDAY, "14:00", "15:00"), uid: `${otherId}@limber-yard.test` },
    { ...eventAt(WEDNESDAY, "16:00", "17:00"), uid: `${own.id}@elsewhere.example` },
  );
  await connected(app, server.address);
  expect((await busyRows(app)).map(([start = 0]) => localTimeOf(start, LONDON))).toEqual(["14:00", "16:00"]);
});

test("who is no therapist any more leaves no calendar behind, and keeps it with another role", async () => {
  const { app, server } = await appWithServer();
  server.holds(eventAt(WEDNESDAY, "12:00", "13:00"));
  await connected(app, server.address);
  expect(await freeOn(app)).not.toContain("12:00");
  const end = (lost: "owner" | "therapist") =>
    app.db.kysely
      .transaction()
      .execute((tx) => endAccess(tx, { userId: "x", therapistId: TOM, lost: [lost], now: app.clock.now() }));
  await end("owner");
  expect(await listCalendarLinks(app, practice)).toHaveLength(1);
  await end("therapist");
  expect(await listCalendarLinks(app, practice)).toEqual([]);
  expect(await app.db.kysely.selectFrom("adapters").selectAll().execute()).toEqual([]);
  expect(await freeOn(app)).toContain("12:00");
});

test("what was booked on Calendly has its time, though it already stands in the therapist's calendar", async () => {
  const { app, server } = await appWithServer();
  server.holds(eventAt(WEDNESDAY, "14:00", "15:00"));
  await connected(app, server.address);
  const facts = externalFacts({ start: at("14:00"), host: "Tom Ellery" });
  expect((await syncInvitee(app, facts)).kind).toBe("live");
});

test("the waiting list hears of a block that has gone", async () => {
  const { app, server } = await appWithServer();
  await hasWaitingList(app, true);
  server.holds(eventAt(WEDNESDAY, "12:00", "14:00"));
  await connected(app, server.address);
  const gaps = () => app.db.kysely.selectFrom("waiting_gaps").selectAll().execute();
  await runRounds(app);
  expect(await gaps()).toEqual([]);
  server.holds();
  await laterRead(app);
  await runRounds(app);
  expect(await gaps()).toMatchObject([
    { cause: "calendar", therapist_id: TOM, starts_at: at("12:00"), ends_at: at("14:00") },
  ]);
});

test("one that closed online booking opens it again at once when it no longer may", async () => {
  const { app, server } = await appWithServer();
  await connected(app, server.address, { closesAfter: "6" });
  server.fails(404);
  await laterRead(app);
  await laterRead(app, 6 * HOUR_MS);
  expect(await freeOn(app)).toEqual([]);
  const [link] = await listCalendarLinks(app, practice);
  const change = { id: link?.id ?? "", closesAfter: null };
  expect(await changeCalendarLink(app, visitor, change)).toEqual({ kind: "not-found" });
  expect(await changeCalendarLink(app, practice, change)).toEqual({ kind: "changed" });
  expect(await freeOn(app)).not.toEqual([]);
});

test("no title and no address is stored", async () => {
  const { app, server } = await appWithServer();
  server.holds(eventAt(WEDNESDAY, "12:00", "13:00"));
  await connected(app, server.address);
  const stored: string[] = [];
  for (const table of ["calendar_links", "busy_times", "audit", "schedule_changes", "adapters"] as const) {
    stored.push(JSON.stringify(await app.db.kysely.selectFrom(table).selectAll().execute()));
  }
  const text = stored.join();
  expect(text).toContain("calendar.connect");
  expect(text).not.toContain(PRIVATE_TITLE);
  expect(text).not.toContain("private-0a1b2c");
});

test("a busy time warns the practice, and does not refuse it", async () => {
  const { app, server } = await appWithServer();
  server.holds(eventAt(WEDNESDAY, "10:30", "11:00"));
  await connected(app, server.address);
  const booking = { therapist: "tom-ellery", time: "10:00", phone: "07700 900981" };
  const warned = await walkIn(app, booking);
  expect(JSON.stringify(warned)).toContain("The therapist’s own calendar is busy then.");
  expect(await app.db.kysely.selectFrom("appointments").selectAll().execute()).toEqual([]);
  expect((await walkIn(app, { ...booking, despite: "on" })).kind).toBe("booked");
  // With anyone, whoever is not busy elsewhere comes first, without a warning.
  const anyone = await walkIn(app, { time: "10:30", phone: "07700 900982" });
  expect(anyone).toMatchObject({ kind: "booked" });
  expect(anyone.kind === "booked" && anyone.appointment.therapistId).not.toBe(TOM);
});

test("the practice's gaps of a day and its free minutes leave busy times out", async () => {
  const { app, server } = await appWithServer();
  const minutes = await getFreeMinutes(app.db.kysely, { date: "2027-05-04", zone: LONDON });
  server.holds(eventAt("2027-05-04", "12:00", "13:00"));
  await connected(app, server.address);
  const gaps = (await getToday(app, practice)).gaps.filter(({ therapistId }) => therapistId === TOM);
  expect(gaps.map(({ start, end }) => [localTimeOf(start, LONDON), localTimeOf(end, LONDON)])).toContainEqual([
    "13:00",
    "17:00",
  ]);
  expect(await getFreeMinutes(app.db.kysely, { date: "2027-05-04", zone: LONDON })).toBe(minutes - 60);
});

test("the diary of a day names busy times, and offers no gap there", async () => {
  const { app, server } = await appWithServer();
  server.holds(eventAt(WEDNESDAY, "12:00", "13:00"));
  await connected(app, server.address);
  const look = async (actor: Actor) => {
    const diary = await getDiary(app, actor, new URLSearchParams(`view=day&date=${WEDNESDAY}`));
    return (await getDayDrawing(app, actor, diary))?.columns.find(({ therapist }) => therapist.id === TOM);
  };
  const column = await look(practice);
  expect(column?.unavailable).toMatchObject([{ title: "Busy in own calendar", lasts: 60 }]);
  expect(column?.gaps.map(({ time, until }) => [time, until])).toEqual([
    ["09:00", "12:00"],
    ["13:00", "17:00"],
  ]);
  const colleague: Actor = {
    ...{ kind: "staff", userId: "someone", roles: ["therapist"], choices: ["shared diaries"] },
    therapistId: PRIYA,
  };
  expect((await look(colleague))?.unavailable).toEqual([]);
});

const PAGE = "<!doctype html><title>Calendar</title><p>Read it here.</p>";

test.each([
  ["a page", 200, { body: PAGE }, "That address opens a web page, not a calendar."],
  ["a page to sign in", 200, { body: `${PAGE}<input type="password">` }, "That address asks for a sign-in."],
  ["401", 401, {}, "That address asks for a sign-in."],
  [
    "a sign-in elsewhere",
    302,
    { headers: { Location: "https://accounts.google.com/ServiceLogin" } },
    "That address asks for a sign-in.",
  ],
  ["404", 404, {}, "There is no calendar at that address now."],
  ["500", 500, {}, "The calendar’s server answered with an error."],
  ["half a calendar", 200, { body: "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" }, "The calendar did not arrive whole."],
  ["no calendar", 200, { body: "{}" }, "That address holds no calendar."],
  [
    "a redirect inwards",
    302,
    { headers: { Location: "https://10.0.0.1/basic.ics" } },
    "That address lies in a private network",
  ],
  ["redirects without end", 302, { headers: { Location: "/again" } }, "That address only leads to others."],
  ["6 MB and a byte", 200, { body: "x".repeat(6 * 1024 * 1024 + 1) }, "The calendar is larger than 6 MB."],
])("%s is not connected, and the sentence says what to do", async (_, status, more, sentence) => {
  const { app, server } = await appWithServer();
  server.fails(status, more);
  const outcome = await connectCalendar(app, practice, { therapistId: TOM, typed: typed(server.address) });
  expect(outcome).toMatchObject({ kind: "invalid", field: "address" });
  expect(outcome.kind === "invalid" && outcome.message).toContain(sentence);
  expect(await listCalendarLinks(app, practice)).toEqual([]);
});

test("an address inside, one without https, our own feed and one that is connected are refused", async () => {
  const { app, server } = await appWithServer();
  const answer = async (address: string) => {
    const outcome = await connectCalendar(app, practice, { therapistId: TOM, typed: typed(address) });
    return outcome.kind === "invalid" ? outcome.message : outcome.kind;
  };
  expect(await answer("https://127.0.0.1/basic.ics")).toContain("private network");
  expect(await answer("https://localhost/basic.ics")).toContain("private network");
  expect(await answer("http://example.com/basic.ics")).toContain("https://");
  expect(await answer(`${app.config.publicUrl}/calendar/abc.ics`)).toContain("a diary here");
  expect(await answer(server.address)).toBe("added");
  expect(await answer(server.address)).toBe("This calendar is connected already.");
  const read = calendarLinkForm.safeParse({ address: "basic.ics" });
  expect(read.error?.issues[0]?.message).toBe("Paste the whole address. It begins with https:// or webcal://");
  expect(typed("webcal://p12-caldav.icloud.com/published/2/abc").address).toBe(
    "https://p12-caldav.icloud.com/published/2/abc",
  );
});

test("broken events are skipped, and counted for who connects the calendar", async () => {
  const { app, server } = await appWithServer();
  server.holds(eventAt(WEDNESDAY, "12:00", "13:00"), { lines: ["DTSTART:soon"] }, { lines: [] });
  const outcome = await connected(app, server.address);
  expect(outcome).toEqual({ kind: "added", skipped: 2 });
  expect(await listCalendarLinks(app, practice)).toMatchObject([{ skipped: 2, name: "127.0.0.1" }]);
});

test("while a calendar fails its last known times block, with one line and one mail a day", async () => {
  const { app, server } = await appWithServer();
  server.holds(eventAt(WEDNESDAY, "12:00", "13:00"));
  await connected(app, server.address, { name: "Home" });
  server.fails(200, { body: PAGE });
  await laterRead(app);
  await laterRead(app);
  await laterRead(app);
  expect(await freeOn(app)).not.toContain("12:00");
  const [link] = await listCalendarLinks(app, practice);
  expect(link).toMatchObject({ fault: "web-page", faultSince: app.clock.now() - 1_200_000, isClosed: false });
  const adapters = () => app.db.kysely.selectFrom("adapters").selectAll().execute();
  expect(await adapters()).toMatchObject([
    {
      name: "calendars",
      state: "failing",
      fault:
        "Tom Ellery’s calendar “Home”: That address opens a web page, not a calendar. Paste the address that ends in .ics.",
    },
  ]);
  const mails = () =>
    app.db.kysely.selectFrom("outbox").select("kind").where("kind", "=", "adapter-failing-practice").execute();
  expect(await mails()).toHaveLength(1);
  await laterRead(app, 23 * HOUR_MS);
  expect(await mails()).toHaveLength(1);
  await laterRead(app, HOUR_MS);
  expect(await mails()).toHaveLength(2);
  server.holds();
  await laterRead(app);
  expect(await adapters()).toMatchObject([{ state: "ok", fault: null }]);
  expect(await listCalendarLinks(app, practice)).toMatchObject([{ fault: null, faultSince: null }]);
  expect(await freeOn(app)).toContain("12:00");
});

test("with no calendar connected nothing is said of one; one that fails is a line on Today and on Site status", async () => {
  const { app, server } = await appWithServer();
  const onStatus = () => connectionsCheck.check(app, { moment: () => "Tue 4 May, 09:10" } as never);
  const onToday = () => adapterTodos(app.db.kysely, "Europe/London");
  expect(await onToday()).toEqual([]);
  expect(await onStatus()).toMatchObject({ state: "off", words: "Nothing of another company is connected." });
  expect(await readCalendarPage(app, practice)).toMatchObject({ links: [], accounts: [] });
  expect(await app.db.kysely.selectFrom("busy_times").selectAll().execute()).toEqual([]);
  await connected(app, server.address, { name: "Home" });
  server.fails(404);
  await laterRead(app);
  expect(await onToday()).toMatchObject([{ label: "A connected calendar fails", to: "/admin/diary/subscriptions" }]);
  expect(await onStatus()).toMatchObject({
    state: "wrong",
    words: expect.stringMatching(
      /^A connected calendar: not working since .* Tom Ellery’s calendar “Home”: There is no/,
    ),
  });
  const [link] = await listCalendarLinks(app, practice);
  await disconnectCalendar(app, practice, link?.id ?? "");
  expect([await onToday(), (await onStatus())?.state]).toEqual([[], "off"]);
});

test("after the chosen hours of failing online booking closes, for that therapist and visitors only", async () => {
  const { app, server } = await appWithServer();
  await connected(app, server.address, { closesAfter: "6" });
  server.fails(503, { headers: { "Retry-After": "3000" } });
  await laterRead(app);
  const [failing] = await app.db.kysely.selectFrom("adapters").selectAll().execute();
  expect(failing?.fault).toBe(
    "Tom Ellery’s calendar “127.0.0.1”: The calendar’s server answered with an error. We try again every 10 minutes.",
  );
  await laterRead(app, 1_000_000);
  // It asked for 50 minutes.
  expect(server.answers()).toEqual([200, 503]);
  await laterRead(app, 5 * HOUR_MS);
  expect(await freeOn(app)).not.toEqual([]);
  await laterRead(app, HOUR_MS);
  expect(await freeOn(app)).toEqual([]);
  expect(await listCalendarLinks(app, practice)).toMatchObject([{ isClosed: true }]);
  expect((await tryToBook(app, { therapist: "tom-ellery", start: at("10:00") })).kind).toBe("taken");
  expect((await booked(app, { start: at("10:00") })).therapistId).not.toBe(TOM);
  expect((await walkIn(app, { therapist: "tom-ellery", time: "12:00", phone: "07700 900981" })).kind).toBe("booked");
  server.holds();
  await laterRead(app, HOUR_MS);
  expect(await freeOn(app)).toContain("15:00");
  expect(await listCalendarLinks(app, practice)).toMatchObject([{ isClosed: false }]);
});

test("without the key that sealed its address a calendar keeps its times, and says what to do", async () => {
  const { app, server } = await appWithServer();
  server.holds(eventAt(WEDNESDAY, "12:00", "13:00"));
  await connected(app, server.address);
  const { rmSync } = await import("node:fs");
  rmSync(`${app.config.dataDir}/${SEALING_KEY_FILE}`, { force: true });
  await laterRead(app);
  expect(await listCalendarLinks(app, practice)).toMatchObject([{ fault: "shut" }]);
  expect(await freeOn(app)).not.toContain("12:00");
});

test("while a calendar's server hangs, free times and bookings are answered", async () => {
  const { app, server } = await appWithServer();
  server.holds(eventAt(WEDNESDAY, "12:00", "13:00"));
  await connected(app, server.address);
  const release = server.hangs();
  const reading = laterRead(app);
  expect(await freeOn(app)).not.toContain("12:00");
  expect((await tryToBook(app, { therapist: "tom-ellery", start: at("12:00") })).kind).toBe("taken");
  expect((await booked(app, { therapist: "tom-ellery", start: at("14:00") })).therapistId).toBe(TOM);
  expect(server.answers()).toEqual([200]);
  release();
  expect(await reading).toBe(1);
});

test("nobody tries out more than 20 addresses an hour", async () => {
  const server = await calendarServer();
  const app = await demoApp({ config: { outboundPrivate: [server.origin], rateLimits: true } });
  server.fails(404);
  const answers = new Set<string>();
  for (let nth = 0; nth < 21; nth += 1) {
    const outcome = await connectCalendar(app, practice, { therapistId: TOM, typed: typed(server.address) });
    if (outcome.kind === "invalid") answers.add(outcome.message);
  }
  expect(server.answers()).toHaveLength(20);
  expect([...answers].at(-1)).toBe("Too many attempts. Try again in an hour.");
});

test("of several servers one reads a calendar that is due", async () => {
  const { app, server } = await appWithServer();
  await connected(app, server.address);
  app.clock.set(app.clock.now() + 600_000);
  const read = await Promise.all([readCalendars(app), readCalendars(app), readCalendars(app)]);
  expect(read.reduce((sum, count) => sum + count)).toBe(1);
  expect(server.answers()).toHaveLength(2);
});

test("a therapist connects and sees their own, owners everybody's, and nobody else any", async () => {
  const { app, server } = await appWithServer();
  const therapist = (therapistId: string): Actor => ({
    ...{ kind: "staff", userId: "someone", roles: ["therapist"], choices: [] },
    therapistId,
  });
  const reception: Actor = { kind: "staff", userId: "r", roles: ["reception"], therapistId: null, choices: [] };
  const connectAs = (actor: Actor) =>
    connectCalendar(app, actor, { therapistId: TOM, typed: typed(server.address) }).then(({ kind }) => kind);
  for (const actor of [visitor, reception, therapist(PRIYA)]) expect(await connectAs(actor)).toBe("not-found");
  expect(server.answers()).toEqual([]);
  expect(await connectAs(therapist(TOM))).toBe("added");
  const [link] = await listCalendarLinks(app, practice);
  expect(await listCalendarLinks(app, therapist(TOM))).toHaveLength(1);
  expect(await listCalendarLinks(app, therapist(PRIYA))).toEqual([]);
  await expect(listCalendarLinks(app, reception)).rejects.toThrow("practice alone");
  expect(await disconnectCalendar(app, therapist(PRIYA), link?.id ?? "")).toEqual({ kind: "not-found" });
  expect(await disconnectCalendar(app, therapist(TOM), link?.id ?? "")).toEqual({ kind: "removed" });
});

test("a therapist connects five calendars at most", async () => {
  const { app, server } = await appWithServer();
  for (let one = 0; one < 5; one += 1) await connected(app, `${server.address}?${one}`);
  const sixth = await connectCalendar(app, practice, { therapistId: TOM, typed: typed(`${server.address}?6`) });
  expect(sixth).toMatchObject({ kind: "invalid", message: expect.stringContaining("5 calendars") });
});

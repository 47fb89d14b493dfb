import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import {
  changePassword,
  chooseCalendars,
  connectAccount,
  disconnectAccount,
  getAccount,
} from "#app/calendars/accounts.server.ts";
import { accountForm } from "#app/calendars/calendar-link.form.ts";
import { answerProposal, listProposals } from "#app/calendars/proposals.server.ts";
import { deleteAppointment } from "#app/diary/booking/delete-appointment.server.ts";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { adapterTodos, getAdminCounts } from "#app/routes/admin/admin-counts.server.ts";
import { at, booked, tryToBook, WEDNESDAY } from "#tests/support/booking-inputs.ts";
import { caldavLine, phoneOf, stampOf } from "#tests/support/caldav.ts";
import { calendarText, eventAt, PRIVATE_TITLE } from "#tests/support/calendar-feed.ts";
import { answer, freeOn, later, proposalsOf } from "#tests/support/calendar-sync.ts";
import { practice, waitingKinds } from "#tests/support/practice.ts";
import { type CalDavServer, startRadicale } from "#tests/support/radicale.ts";
import { demoApp } from "#tests/support/test-app.ts";

const TOM = "demo-tom-ellery";
const LONDON = "Europe/London";
const _MINUTE_MS = 60_000;

let radicale: CalDavServer;
beforeAll(async () => {
  radicale = await startRadicale();
});
afterAll(() => radicale.stop());

/** A therapist with an empty calendar "home" and a second one "family", and our site on a line to the server. */
async function setUp() {
  const line = await caldavLine(radicale);
  onTestFinished(line.close);
  const user = radicale.newUser();
  const phone = phoneOf(user);
  await phone.makeCalendar("home", "Home &amp; garden");
  await phone.makeCalendar("family");
  const app = await demoApp({ config: { outboundPrivate: [line.origin] } });
  const { username, password } = user;
  const connect = (more: Record<string, string> = {}) =>
    connectAccount(
      app,
      practice,
      accountForm.parse({ therapist: TOM, provider: "other", server: line.origin, username, password, ...more }),
    );
  return { app, line, phone, user, connect };
}

/** The same, with what "home" holds blocking, and appointments going there. */
async function connected(options: { reads?: string[]; writes?: string | null; shows?: "times" | "names" } = {}) {
  const all = await setUp();
  const outcome = await all.connect();
  if (outcome.kind !== "added") throw new Error(JSON.stringify(outcome));
  await choose(all.app, outcome.id, options);
  return { ...all, id: outcome.id };
}

async function choose(
  app: AppContext,
  id: string,
  {
    reads = ["home"],
    writes = "home",
    shows = "times",
  }: { reads?: string[]; writes?: string | null; shows?: "times" | "names" },
) {
  const account = await getAccount(app, practice, id);
  const keyOf = (name: string) =>
    account?.calendars.find((one) => one.name.toLowerCase().startsWith(name))?.key ?? "none";
  const choice = { id, reads: reads.map(keyOf), writesTo: writes && keyOf(writes), shows, closesAfter: null };
  expect(await chooseCalendars(app, practice, choice)).toEqual({ kind: "changed" });
}

function object(uid: string, event = eventAt(WEDNESDAY, "12:00", "13:00")): string {
  return calendarText([{ uid, ...event }]);
}

async function startOf(app: AppContext, id: string) {
  return app.db.kysely
    .selectFrom("appointments")
    .select(["starts_at", "status"])
    .where("id", "=", id)
    .executeTakeFirst();
}

test("an account shows its calendars; those that are chosen block their time from then on", async () => {
  const { app, phone, connect, user } = await setUp();
  await phone.put("home/one.ics", object("one"));
  await phone.put("family/two.ics", object("two", eventAt(WEDNESDAY, "15:00", "16:00")));
  const outcome = await connect();
  if (outcome.kind !== "added") throw new Error(JSON.stringify(outcome));
  const account = await getAccount(app, practice, outcome.id);
  expect(account?.calendars.map(({ name }) => name).sort()).toEqual(["Home & garden", "family"].sort());
  expect(account?.username).toBe(user.username);
  expect(await freeOn(app)).toContain("12:00");
  await choose(app, outcome.id, { reads: ["home"], writes: null });
  expect(await freeOn(app)).not.toContain("12:00");
  expect(await freeOn(app)).toContain("15:00");
  await choose(app, outcome.id, { reads: ["family"], writes: null });
  expect(await freeOn(app)).toContain("12:00");
  expect(await freeOn(app)).not.toContain("15:00");
  expect(await disconnectAccount(app, practice, outcome.id)).toEqual({ kind: "removed", signIn: null });
  expect(await freeOn(app)).toContain("15:00");
  for (const table of ["busy_times", "calendar_links", "calendar_objects", "adapters"] as const) {
    const rows = await app.db.kysely.selectFrom(table).selectAll().execute();
    expect(
      rows.filter((row) => !("name" in row) || row.name === "calendars"),
      table,
    ).toEqual([]);
  }
});

test("an event blocks within one look, and only what has changed is sent again", async () => {
  const { app, phone, line } = await connected({ writes: null });
  await phone.put("home/one.ics", object("one"));
  await later(app, 5);
  expect(await freeOn(app)).not.toContain("12:00");
  const before = line.asked().length;
  await later(app, 5);
  expect(
    line
      .asked()
      .slice(before)
      .filter((one) => one.startsWith("REPORT")),
  ).toEqual([]);
  // A server may count in whole seconds: after a change its calendar is listed once more, then only asked for its mark.
  expect(line.asked().slice(before)).toHaveLength(2);
  await later(app, 5);
  expect(line.asked().slice(before)).toHaveLength(3);
  await phone.put("home/two.ics", object("two", eventAt(WEDNESDAY, "15:00", "16:00")));
  await phone.remove("home/one.ics");
  await later(app, 5);
  expect(await freeOn(app)).toContain("12:00");
  expect(await freeOn(app)).not.toContain("15:00");
});

test("book, move, cancel: one event with its number counting up, and none in the end", async () => {
  const { app, phone } = await connected({ shows: "names" });
  const { id, name } = await booked(app, { therapist: "tom-ellery", start: at("10:00") });
  await later(app);
  const [first] = await phone.all("home");
  expect(first).toContain(`UID:${id}-practice@limber-yard.test`);
  expect(first).toContain(`DTSTART:${stampOf(at("10:00"))}`);
  expect(first).toContain("SUMMARY:Ada S.");
  expect([name, first?.includes("Smith"), first?.includes("Deep")]).toEqual(["Ada Smith", false, false]);
  // The slot that its own event takes is no stranger's.
  await moveAppointment(app, practice, { appointmentId: id, start: at("10:30"), despite: true });
  await later(app);
  const moved = await phone.all("home");
  expect(moved).toHaveLength(1);
  expect(moved[0]).toContain(`DTSTART:${stampOf(at("10:30"))}`);
  expect(moved[0]).toMatch(/SEQUENCE:[1-9]/);
  await later(app, 5);
  expect(await proposalsOf(app)).toEqual([]);
  expect(await app.db.kysely.selectFrom("busy_times").selectAll().execute()).toEqual([]);
  await cancel(app, practice, { appointmentId: id, reason: null });
  await later(app);
  expect(await phone.list("home")).toEqual([]);
  expect(await app.db.kysely.selectFrom("calendar_writes").selectAll().execute()).toEqual([]);
});

test("what its therapist added to our event stays when the booking moves", async () => {
  const { app, phone } = await connected();
  const { id } = await booked(app, { therapist: "tom-ellery", start: at("10:00") });
  await later(app);
  const [path = ""] = await phone.list("home");
  const text = await phone.read(path);
  const alarm = "BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:Towels\r\nTRIGGER:-PT20M\r\nEND:VALARM\r\nEND:VEVENT";
  await phone.put(path, text.replace("END:VEVENT", alarm));
  await later(app, 5);
  expect(await proposalsOf(app)).toEqual([]);
  await moveAppointment(app, practice, { appointmentId: id, start: at("13:00"), despite: true });
  await later(app);
  const [moved] = await phone.all("home");
  expect(moved).toContain("DESCRIPTION:Towels");
  expect(moved).toContain(`DTSTART:${stampOf(at("13:00"))}`);
});

test("an event moved on the phone moves nobody: it is a question, and the booking follows only when told to", async () => {
  const { app, phone } = await connected();
  const { id } = await booked(app, { therapist: "tom-ellery", start: at("10:00") });
  await later(app);
  const mails = await waitingKinds(app);
  const [path = ""] = await phone.list("home");
  await phone.drag(path, 60);
  await later(app, 5);
  expect(await startOf(app, id)).toMatchObject({ starts_at: at("10:00") });
  expect(await waitingKinds(app)).toEqual(mails);
  expect(await proposalsOf(app)).toMatchObject([
    { appointmentId: id, kind: "moved", start: at("10:00"), to: { start: at("11:00"), end: at("12:00") } },
  ]);
  const needs = (await getAdminCounts(app, practice)).needs;
  expect(needs.find(({ to }) => to === "/admin/diary/proposals")?.count).toBe(1);
  // Looked at again, it is the same question.
  await later(app, 5);
  expect(await proposalsOf(app)).toHaveLength(1);
  expect(await answer(app, "follow")).toMatchObject({ kind: "moved", start: at("11:00"), name: "Ada Smith" });
  expect(await startOf(app, id)).toMatchObject({ starts_at: at("11:00") });
  expect(await waitingKinds(app)).toContain("appointment-rescheduled-client");
  await later(app);
  await later(app, 5);
  expect(await proposalsOf(app)).toEqual([]);
  expect((await phone.all("home")).map((text) => text.includes(`DTSTART:${stampOf(at("11:00"))}`))).toEqual([true]);
});

test("an event moved on the phone is put back, and the client hears nothing", async () => {
  const { app, phone } = await connected();
  const { id } = await booked(app, { therapist: "tom-ellery", start: at("10:00") });
  await later(app);
  const mails = await waitingKinds(app);
  const [path = ""] = await phone.list("home");
  await phone.drag(path, 90);
  await later(app, 5);
  expect(await answer(app, "restore")).toEqual({ kind: "restored" });
  expect(await proposalsOf(app)).toEqual([]);
  await later(app);
  expect(await phone.read(path)).toContain(`DTSTART:${stampOf(at("10:00"))}`);
  expect(await startOf(app, id)).toMatchObject({ starts_at: at("10:00") });
  expect(await waitingKinds(app)).toEqual(mails);
  await later(app, 5);
  expect(await proposalsOf(app)).toEqual([]);
});

test("an event deleted on the phone is a question: cancel the booking, or put it back", async () => {
  const { app, phone } = await connected();
  const one = await booked(app, { therapist: "tom-ellery", start: at("10:00") });
  const other = await booked(app, { therapist: "tom-ellery", start: at("13:00") });
  await later(app);
  for (const path of await phone.list("home")) await phone.remove(path);
  await later(app, 5);
  expect((await proposalsOf(app)).map(({ kind, appointmentId }) => [kind, appointmentId])).toEqual([
    ["deleted", one.id],
    ["deleted", other.id],
  ]);
  expect(await answer(app, "follow")).toMatchObject({ kind: "cancelled", name: "Ada Smith" });
  expect(await answer(app, "restore")).toEqual({ kind: "restored" });
  await later(app);
  expect((await phone.all("home")).map((text) => text.includes(`UID:${other.id}`))).toEqual([true]);
  expect([(await startOf(app, one.id))?.status, (await startOf(app, other.id))?.status]).toEqual([
    "Cancelled",
    "Confirmed",
  ]);
});

test("a question about a time that is taken, or that has changed since, moves nothing and says why", async () => {
  const { app, phone } = await connected();
  const one = await booked(app, { therapist: "tom-ellery", start: at("10:00") });
  await later(app);
  const [path = ""] = await phone.list("home");
  await phone.drag(path, 180);
  await later(app, 5);
  await booked(app, { therapist: "tom-ellery", start: at("13:30") });
  expect(await answer(app, "follow")).toEqual({ kind: "invalid", message: "Another appointment takes that time." });
  const [asked] = await proposalsOf(app);
  await phone.drag(path, -60);
  await later(app, 5);
  const stale = { accountId: asked?.accountId ?? "", appointmentId: one.id, version: asked?.version ?? "", seen: 0 };
  expect(await answerProposal(app, practice, { ...stale, answer: "follow", despite: true })).toEqual({
    kind: "conflict",
  });
  const colleague: Actor = { kind: "visitor" };
  expect(await answer(app, "follow", { actor: colleague })).toEqual({ kind: "not-found" });
  // Taken back on the phone, nothing is left to answer.
  await phone.drag(path, -120);
  await later(app, 5);
  expect(await proposalsOf(app)).toEqual([]);
  expect(await startOf(app, one.id)).toMatchObject({ starts_at: at("10:00") });
});

test("an answer that is lost, a server that stops: in the end one event for each appointment", async () => {
  const { app, phone, line } = await connected();
  const { id } = await booked(app, { therapist: "tom-ellery", start: at("10:00") });
  line.is("lossy");
  await later(app);
  line.is("through");
  await later(app, 5);
  expect(await phone.list("home")).toHaveLength(1);
  line.is("lossy");
  await moveAppointment(app, practice, { appointmentId: id, start: at("12:00"), despite: true });
  await later(app);
  line.is("down");
  await later(app);
  line.is("through");
  await later(app, 5);
  expect(await proposalsOf(app)).toEqual([]);
  expect((await phone.all("home")).map((text) => text.includes(`DTSTART:${stampOf(at("12:00"))}`))).toEqual([true]);
  line.is("lossy");
  await deleteAppointment(app, practice, { appointmentId: id });
  await later(app);
  line.is("through");
  await later(app, 5);
  expect(await phone.list("home")).toEqual([]);
});

test("a hundred random changes while the server stops at random leave one event for each appointment", async () => {
  const { app, phone, line } = await connected();
  let seed = 740;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const days = ["2027-05-05", "2027-05-06", "2027-05-07"];
  const times = ["09:00", "10:30", "12:00", "13:30", "15:00"];
  const ids: string[] = [];
  for (let step = 0; step < 100; step += 1) {
    line.is((["through", "through", "lossy", "down"] as const)[random(4)] ?? "through");
    const start = at(times[random(times.length)] ?? "09:00", days[random(days.length)]);
    const id = ids[random(ids.length)];
    const what = random(4);
    if (what <= 1 || id === undefined) {
      const outcome = await tryToBook(app, { therapist: "tom-ellery", start, email: `ada${step}@example.com` });
      if (outcome.kind === "booked") ids.push(outcome.appointment.id);
    } else if (what === 2) await moveAppointment(app, practice, { appointmentId: id, start, despite: true });
    else await cancel(app, practice, { appointmentId: id, reason: null });
    if (random(3) === 0) await later(app, 1 + random(5));
  }
  line.is("through");
  await later(app, 5);
  await later(app, 5);
  expect(await proposalsOf(app)).toEqual([]);
  const standing = await app.db.kysely
    .selectFrom("appointments")
    .select(["id", "starts_at"])
    .where("therapist_id", "=", TOM)
    .where("status", "!=", "Cancelled")
    .where("id", "in", ids)
    .execute();
  const wanted = standing.map(({ id, starts_at }) => `${id} ${stampOf(starts_at)}`).sort();
  const found = (await phone.all("home")).map(
    (text) => `${/UID:(.*)-practice@/.exec(text)?.[1]} ${/DTSTART:(\S+)/.exec(text)?.[1]}`,
  );
  expect(wanted.length).toBeGreaterThan(3);
  expect(found.sort()).toEqual(wanted);
}, 120_000);

test("appointments go to another calendar when it is chosen, and stay where they are once none is connected", async () => {
  const { app, phone, id } = await connected();
  await booked(app, { therapist: "tom-ellery", start: at("10:00") });
  await later(app);
  await choose(app, id, { writes: "family" });
  await later(app);
  expect([await phone.list("home"), (await phone.list("family")).length]).toEqual([[], 1]);
  await choose(app, id, { writes: null });
  await later(app);
  expect(await phone.list("family")).toEqual([]);
});

test("a password that was revoked: times keep blocking, one line and one mail a day, and a new password mends it", async () => {
  const { app, phone, line, id, user } = await connected();
  await phone.put("home/one.ics", object("one"));
  await later(app, 5);
  line.is("revoked");
  await later(app, 5);
  await booked(app, { therapist: "tom-ellery", start: at("10:00") });
  await later(app, 5);
  await later(app, 5);
  expect(await freeOn(app)).not.toContain("12:00");
  const todos = await adapterTodos(app.db.kysely, LONDON);
  expect(todos.map(({ label }) => label)).toEqual(["A connected calendar refuses its password or sign-in"]);
  expect((await waitingKinds(app)).filter((kind) => kind === "adapter-failing-practice")).toHaveLength(1);
  expect(await changePassword(app, practice, { id, password: "wrong" })).toMatchObject({
    kind: "invalid",
    field: "password",
    message: "The server refuses this user name and password. Use an app password, and check the user name.",
  });
  line.is("through");
  expect(await changePassword(app, practice, { id, password: user.password })).toEqual({ kind: "changed" });
  expect(await adapterTodos(app.db.kysely, LONDON)).toEqual([]);
  await later(app);
  // What waited is there.
  expect((await phone.all("home")).filter((text) => text.includes("-practice@"))).toHaveLength(1);
});

test("a therapist connects and answers for their own calendars only", async () => {
  const { app, phone, id } = await connected();
  await booked(app, { therapist: "tom-ellery", start: at("10:00") });
  await later(app);
  await phone.drag((await phone.list("home"))[0] ?? "", 60);
  await later(app, 5);
  const therapist = (therapistId: string): Actor => ({
    ...{ kind: "staff", userId: "someone", roles: ["therapist"], choices: [] },
    therapistId,
  });
  const [tom, priya] = [therapist(TOM), therapist("demo-priya-sandhu")];
  expect([(await getAccount(app, tom, id))?.id, await getAccount(app, priya, id)]).toEqual([id, null]);
  expect([(await listProposals(app, tom)).proposals.length, (await listProposals(app, priya)).proposals]).toEqual([
    1,
    [],
  ]);
  expect(await answer(app, "restore", { actor: priya })).toEqual({ kind: "not-found" });
  expect(await changePassword(app, priya, { id, password: "theirs" })).toEqual({ kind: "not-found" });
  expect(await disconnectAccount(app, priya, id)).toEqual({ kind: "not-found" });
  expect(await answer(app, "restore", { actor: tom })).toEqual({ kind: "restored" });
});

test("no title and no password is stored", async () => {
  const { app, phone, user } = await connected();
  await phone.put("home/one.ics", object("one"));
  await later(app, 5);
  const stored: unknown[] = [];
  for (const table of ["calendar_accounts", "calendar_links", "calendar_objects", "calendar_writes", "audit"] as const)
    stored.push(await app.db.kysely.selectFrom(table).selectAll().execute());
  const text = JSON.stringify(stored);
  expect(text).toContain(user.username);
  expect([text.includes(user.password), text.includes(PRIVATE_TITLE)]).toEqual([false, false]);
});

test("an address that is no server of calendars, a wrong password and a private address are refused with what to do", async () => {
  const { app, connect, user } = await setUp();
  const messageOf = async (more: Record<string, string>) => {
    const outcome = await connect(more);
    return outcome.kind === "invalid" ? [outcome.field, outcome.message] : [outcome.kind];
  };
  expect(await messageOf({ password: "wrong" })).toEqual([
    "password",
    "The server refuses this user name and password. Use an app password, and check the user name.",
  ]);
  expect(await messageOf({ server: "https://127.0.0.1/" })).toEqual([
    "server",
    "That address lies in a private network, so we did not open it. Use one that works from anywhere.",
  ]);
  expect(await messageOf({ server: "no-such-name.invalid" })).toEqual([
    "server",
    "There is no server of that name. Check the address, or paste it again.",
  ]);
  expect(
    accountForm.safeParse({ therapist: TOM, provider: "nextcloud", username: "x", password: "y" }).error?.issues,
  ).toMatchObject([{ path: ["server"], message: "Enter the server’s address, like https://cloud.example.org" }]);
  expect(await messageOf({})).toEqual(["added"]);
  expect(await messageOf({})).toEqual(["username", "These calendars are connected already."]);
  expect(await app.db.kysely.selectFrom("calendar_accounts").select("username").execute()).toEqual([
    { username: user.username },
  ]);
});

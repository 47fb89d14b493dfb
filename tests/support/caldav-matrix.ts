import { cachedFreeTimes } from "#app/appointments/booking/free-times/cached-free-times.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { chooseCalendars, connectAccount, getAccount } from "#app/calendars/accounts.server.ts";
import { accountForm } from "#app/calendars/calendar-link.form.ts";
import { syncCalendars } from "#app/calendars/calendars.jobs.server.ts";
import { answerProposal, listProposals } from "#app/calendars/proposals.server.ts";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { localTimeOf } from "#app/platform/date-time.ts";
import { at, tryToBook, WEDNESDAY } from "#tests/support/booking-inputs.ts";
import { type caldavLine, phoneOf, stampOf } from "#tests/support/caldav.ts";
import { calendarText, eventAt } from "#tests/support/calendar-feed.ts";
import { practice } from "#tests/support/practice.ts";
import type { CalDavServer } from "#tests/support/radicale.ts";

const TOM = "demo-tom-ellery";
const MINUTE_MS = 60_000;
const LONDON = "Europe/London";

type App = AppContext & { clock: { now: () => number; set: (now: number) => void } };
type Bench = { app: App; server: CalDavServer; line: Awaited<ReturnType<typeof caldavLine>> };

/** What every server of calendars must do with us, each on a practice of its own; what differs is thrown. */
export const CALDAV_CHECKS: Record<string, (bench: Bench) => Promise<void>> = {
  "finds its calendars": async (bench) => {
    const { app, id } = await connect(bench);
    const account = await getAccount(app, practice, id);
    same(
      account?.calendars.some(({ name }) => name === "home"),
      true,
    );
  },
  "an event blocks and frees": async (bench) => {
    const { app, phone } = await connect(bench);
    await phone.put("home/one.ics", calendarText([{ uid: "one", ...eventAt(WEDNESDAY, "12:00", "13:00") }]));
    await later(app, 5);
    same((await freeOn(app, WEDNESDAY)).includes("12:00"), false);
    await phone.remove("home/one.ics");
    await later(app, 5);
    same((await freeOn(app, WEDNESDAY)).includes("12:00"), true);
  },
  "a weekly event blocks far on": async (bench) => {
    const { app, phone } = await connect(bench);
    const lines = [
      "DTSTART;TZID=Europe/London:20270105T140000",
      "DTEND;TZID=Europe/London:20270105T150000",
      "RRULE:FREQ=WEEKLY",
    ];
    await phone.put("home/weekly.ics", calendarText([{ uid: "weekly", lines }]));
    await later(app, 5);
    for (const date of ["2027-05-11", "2027-06-22"]) same((await freeOn(app, date)).includes("14:00"), false);
  },
  "book, move, cancel: one event": async (bench) => {
    const { app, phone } = await connect(bench);
    const id = await book(app, "10:00");
    await later(app);
    same((await phone.all("home")).length, 1);
    await moveAppointment(app, practice, { appointmentId: id, start: at("10:30"), despite: true });
    await later(app);
    const texts = await phone.all("home");
    same([texts.length, texts[0]?.includes(stampOf(at("10:30")))], [1, true]);
    await cancel(app, practice, { appointmentId: id, reason: null });
    await later(app);
    same((await phone.all("home")).length, 0);
  },
  "no echo": async (bench) => {
    const { app } = await connect(bench);
    await book(app, "10:00");
    await later(app);
    await later(app, 5);
    same((await app.db.kysely.selectFrom("busy_times").selectAll().execute()).length, 0);
    same((await listProposals(app, practice)).proposals.length, 0);
  },
  "moved there: put back": async (bench) => {
    const { app, phone } = await connect(bench);
    const id = await book(app, "10:00");
    await later(app);
    await phone.drag((await phone.list("home"))[0] ?? "", 60);
    await later(app, 5);
    same(await startOf(app, id), at("10:00"));
    same(await answer(app, "restore"), "restored");
    await later(app);
    same((await phone.all("home"))[0]?.includes(stampOf(at("10:00"))), true);
    await later(app, 5);
    same((await listProposals(app, practice)).proposals.length, 0);
  },
  "moved there: follow": async (bench) => {
    const { app, phone } = await connect(bench);
    const id = await book(app, "10:00");
    await later(app);
    await phone.drag((await phone.list("home"))[0] ?? "", 60);
    await later(app, 5);
    same(await answer(app, "follow"), "moved");
    await later(app);
    await later(app, 5);
    same([await startOf(app, id), (await listProposals(app, practice)).proposals.length], [at("11:00"), 0]);
  },
  "deleted there: put back": async (bench) => {
    const { app, phone } = await connect(bench);
    await book(app, "10:00");
    await later(app);
    await phone.remove((await phone.list("home"))[0] ?? "");
    await later(app, 5);
    same(await answer(app, "restore"), "restored");
    await later(app);
    same((await phone.all("home")).length, 1);
  },
  "lost answers and stops": async (bench) => {
    const { app, phone } = await connect(bench);
    const id = await book(app, "10:00");
    bench.line.is("lossy");
    await later(app);
    bench.line.is("through");
    await later(app, 5);
    bench.line.is("lossy");
    await moveAppointment(app, practice, { appointmentId: id, start: at("12:00"), despite: true });
    await later(app);
    bench.line.is("down");
    await later(app);
    bench.line.is("through");
    await later(app, 5);
    const texts = await phone.all("home");
    same([texts.length, texts[0]?.includes(stampOf(at("12:00")))], [1, true]);
    same((await listProposals(app, practice)).proposals.length, 0);
  },
};

async function connect({ app, server, line }: Bench) {
  const user = server.newUser();
  const phone = phoneOf(user);
  await phone.makeCalendar("home");
  const { username, password } = user;
  const start = new URL(new URL(user.home).pathname, line.origin).href;
  const typed = accountForm.parse({ therapist: TOM, provider: "other", server: start, username, password });
  const outcome = await connectAccount(app, practice, typed);
  if (outcome.kind !== "added") throw new Error(JSON.stringify(outcome));
  const account = await getAccount(app, practice, outcome.id);
  const home = account?.calendars.find(({ name }) => name === "home")?.key ?? "none";
  const choice = { reads: [home], writesTo: home, shows: "times", closesAfter: null } as const;
  const chosen = await chooseCalendars(app, practice, { id: outcome.id, ...choice, reads: [home] });
  same(chosen.kind, "changed");
  return { app, phone, id: outcome.id };
}

async function later(app: App, minutes = 1): Promise<void> {
  app.clock.set(app.clock.now() + minutes * MINUTE_MS);
  await syncCalendars(app);
}

async function book(app: App, time: string): Promise<string> {
  const outcome = await tryToBook(app, { therapist: "tom-ellery", start: at(time) });
  if (outcome.kind !== "booked") throw new Error(`not booked: ${outcome.kind}`);
  return outcome.appointment.id;
}

async function answer(app: App, choice: "follow" | "restore"): Promise<string> {
  const [proposal] = (await listProposals(app, practice)).proposals;
  if (!proposal) throw new Error("no question was asked");
  const { accountId, appointmentId, version, sequence: seen } = proposal;
  const given = { accountId, appointmentId, version, seen, answer: choice, despite: true };
  return (await answerProposal(app, practice, given)).kind;
}

async function startOf(app: App, id: string): Promise<number | null> {
  const row = await app.db.kysely
    .selectFrom("appointments")
    .select("starts_at")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.starts_at ?? null;
}

async function freeOn(app: App, date: string): Promise<string[]> {
  const input = { service: "deep-tissue-massage", therapist: "tom-ellery", minutes: 60, from: date, to: date };
  const kept = await cachedFreeTimes(app, input);
  return kept.kind === "times"
    ? kept.days.flatMap(({ slots }) => slots.map(({ start }) => localTimeOf(start, LONDON)))
    : [];
}

function same(found: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${one} instead of ${other}`);
}

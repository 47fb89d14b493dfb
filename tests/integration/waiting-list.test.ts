import { expect, test } from "vitest";
import type { Appointment } from "#app/appointments/appointment.ts";
import { askFreeTimes } from "#app/appointments/booking/free-times/free-times.server.ts";
import { choicesFrom } from "#app/appointments/booking/scheduler/choices.ts";
import { getScheduler } from "#app/appointments/booking/scheduler/get-scheduler.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { writeBusyTimes } from "#app/calendars/busy-times.db.server.ts";
import { endDemo } from "#app/demo/end-demo.server.ts";
import { openDemo } from "#app/demo.server.ts";
import { bookForPractice } from "#app/diary/booking/book-for-practice.server.ts";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import { parsePracticeBooking } from "#app/diary/booking/practice-booking.form.ts";
import { addException, removeException } from "#app/diary/stranded/closures.server.ts";
import { localDateOf, localTimeOf } from "#app/platform/date-time.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { type Actor, visitor } from "#app/platform/permissions.ts";
import { getAdminCounts } from "#app/routes/admin/admin-counts.server.ts";
import { answerByPhone, decline, offerFor, take } from "#app/waiting-list/answer.server.ts";
import { offerSecretOf } from "#app/waiting-list/entries.db.server.ts";
import { chances, confirmWait, join, leave, listWaits, pause } from "#app/waiting-list/join.server.ts";
import { waitingData } from "#app/waiting-list/personal-data.server.ts";
import {
  getPracticeList,
  keptForOffers,
  offerByHand,
  pin,
  stopOffer,
  whoFits,
} from "#app/waiting-list/practice-list.server.ts";
import { runRounds } from "#app/waiting-list/rounds.server.ts";
import { switchWaitingList } from "#app/waiting-list/switch.server.ts";
import type { JoinInput } from "#app/waiting-list/waiting.form.ts";
import { chancesInWords } from "#app/waiting-list/waiting.ts";
import { at, booked, tryToBook } from "#tests/support/booking-inputs.ts";
import { waitingKinds } from "#tests/support/practice.ts";
import { SOUND, unsoundness } from "#tests/support/soundness.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const OWNER = { kind: "admin" as const, userId: "an-admin" };
const HOUR = 3_600_000;
/** A week and a day ahead: times are kept. */
const THEN = "2027-05-12";

async function waitingApp(): Promise<TestApp> {
  const app = await demoApp();
  await switchWaitingList(app, OWNER, true);
  later(app, 1000);
  return app;
}

function later(app: TestApp, ms: number) {
  app.clock.set(app.clock.now() + ms);
}

type Waiter = Partial<Pick<JoinInput, "minutes" | "therapists" | "weekdays" | "dayTimes" | "until">> & { name: string };

/** At the desk, so that nobody has to open a link. */
async function waits(
  app: TestApp,
  { name, minutes = 60, therapists = ["tom-ellery"], until = THEN, ...times }: Waiter,
) {
  const email = `${name.toLowerCase()}@example.com`;
  const preferences = {
    service: "deep-tissue-massage",
    minutes,
    therapists,
    weekdays: [],
    dayTimes: [],
    until,
    ...times,
  };
  const outcome = await join(app, OWNER, { input: { ...preferences, name, email, phone: null } });
  if (outcome.kind !== "joined") throw new Error(JSON.stringify(outcome));
  later(app, 1000);
  return outcome;
}

test("a day on which no one works is not called full where people can wait", async () => {
  const app = await waitingApp();
  const draft = { therapistId: null, kind: "closure" as const, reason: "Moving", publicNote: null };
  const [firstDay, lastDay] = ["2027-01-01", "2028-12-31"];
  const days = { firstDay, lastDay, fromMinute: null, toMinute: null };
  await addException(app, OWNER, { draft: { ...draft, ...days }, accepted: [] });
  const scheduler = await getScheduler(app, choicesFrom(new URLSearchParams({ day: THEN })), "en-GB");
  if (!scheduler || "unavailable" in scheduler) throw new Error("Nothing to book");
  expect(scheduler.wait?.title).toBe("Nothing is free at the moment");
});

/** Books every hour that Tom has on this day, one after the other. */
async function tomIsFull(app: TestApp, date = THEN): Promise<Appointment[]> {
  const asked = { service: "deep-tissue-massage", minutes: 60, therapist: "tom-ellery", from: date, to: date };
  for (const made: Appointment[] = []; ; ) {
    const answer = await askFreeTimes(app, asked);
    const start = answer.kind === "times" ? answer.days[0]?.slots[0]?.start : undefined;
    if (start === undefined) return made;
    const person = {
      name: `Client ${made.length}`,
      email: `c${made.length}@example.com`,
      phone: `+4416329600${made.length + 10}`,
    };
    made.push(await booked(app, { start, therapist: "tom-ellery", ...person }));
  }
}

async function offers(app: TestApp) {
  const rows = await app.db.kysely
    .selectFrom("waiting_offers")
    .innerJoin("waiting_entries", "waiting_entries.id", "waiting_offers.entry_id")
    .select(["waiting_offers.id", "name", "waiting_offers.state", "starts_at as start", "hold_until as until"])
    .orderBy("waiting_offers.created_at")
    .orderBy("waiting_offers.id")
    .execute();
  return rows.map((row) => ({ ...row, token: offerSecretOf(app, row.id) }));
}

test("a cancelled time is kept for whoever has waited longest, and nobody else can book it", async () => {
  const app = await waitingApp();
  const [first] = await tomIsFull(app);
  await waits(app, { name: "Rosa" });
  await waits(app, { name: "Rory" });
  await cancel(app, OWNER, { appointmentId: first?.id ?? "", reason: null });
  later(app, 15_000);
  await runRounds(app);
  const [offer, ...more] = await offers(app);
  expect(more).toEqual([]);
  expect(offer).toMatchObject({ name: "Rosa", state: "held", start: first?.start ?? 0 });
  expect(offer?.until).toBe(app.clock.now() + HOUR);
  expect((await tryToBook(app, { start: first?.start ?? 0, therapist: "tom-ellery" })).kind).toBe("taken");
  const view = await offerFor(app, offer?.token ?? "");
  expect(view).toMatchObject({ state: "held", service: "Deep Tissue Massage", therapist: "Tom Ellery" });
  const outcome = await take(app, offer?.token ?? "");
  expect(outcome).toMatchObject({ kind: "taken", again: false, gaveUp: null });
  expect(await take(app, offer?.token ?? "")).toMatchObject({ kind: "taken", again: true });
  expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
});

test("no answer for an hour: the next person has it, with one live hold; then a decline, and it is free", async () => {
  const app = await waitingApp();
  const [first] = await tomIsFull(app);
  await waits(app, { name: "Rosa" });
  await waits(app, { name: "Rory" });
  await cancel(app, OWNER, { appointmentId: first?.id ?? "", reason: null });
  later(app, 15_000);
  await runRounds(app);
  later(app, HOUR);
  await runRounds(app);
  const [rosa, rory] = await offers(app);
  expect([rosa?.state, rory?.name, rory?.state]).toEqual(["lapsed", "Rory", "held"]);
  expect((await app.db.kysely.selectFrom("time_holds").selectAll().execute()).length).toBe(1);
  const late = await take(app, rosa?.token ?? "");
  expect(late).toMatchObject({ kind: "lost", loss: "lapsed" });
  if (late.kind === "lost") expect(late.sentence).toContain("was kept for you until");
  expect(await decline(app, rory?.token ?? "")).toEqual({ kind: "answered" });
  expect(await app.db.kysely.selectFrom("time_holds").selectAll().execute()).toEqual([]);
  expect((await tryToBook(app, { start: first?.start ?? 0, therapist: "tom-ellery" })).kind).toBe("booked");
});

test("somebody without an account waits only once the mailed link is opened", async () => {
  const app = await waitingApp();
  const person = { name: "Maria Lopes", email: "maria@example.com", phone: "+441632960007" };
  const preferences = {
    service: "deep-tissue-massage",
    minutes: 60,
    therapists: [],
    weekdays: [3, 4],
    dayTimes: [],
    until: THEN,
  };
  const joined = await join({ ...app, config: { ...app.config, smtpUrl: "smtp://127.0.0.1:1" } }, visitor, {
    input: { ...preferences, ...person },
  });
  expect(joined).toMatchObject({ kind: "joined", state: "unconfirmed" });
  if (joined.kind !== "joined") return;
  expect(await confirmWait(app, joined.token)).toEqual({ kind: "confirmed" });
  const own = await listWaits(app, { token: joined.token });
  expect(own).toMatchObject([{ state: "waiting", weekdays: [3, 4] }]);
  const until = localDateOf(app.clock.now() + 3 * 24 * HOUR, "Europe/London");
  expect(await pause(app, { token: joined.token }, { entryId: joined.entryId, until })).toMatchObject({
    kind: "saved",
    entry: { state: "paused", pausedUntil: until },
  });
  expect((await leave(app, { token: joined.token }, joined.entryId)).kind).toBe("saved");
  expect(await listWaits(app, { token: joined.token })).toEqual([]);
});

test("a form sent twice joins once, and the link is emailed once more a while later", async () => {
  const app = await waitingApp();
  const mailing = { ...app, config: { ...app.config, smtpUrl: "smtp://127.0.0.1:1" } };
  const person = { name: "Maria Lopes", email: "maria@example.com", phone: "+441632960007" };
  const times = { therapists: [], weekdays: [3], dayTimes: [], until: THEN };
  const input = { service: "deep-tissue-massage", minutes: 60, ...times, ...person };
  const mails = async () => (await waitingKinds(app)).filter((kind) => kind === "waiting-confirm-client").length;
  const first = await join(mailing, visitor, { input });
  expect(await join(mailing, visitor, { input })).toEqual(first);
  expect(await mails()).toBe(1);
  later(app, HOUR);
  expect(await join(mailing, visitor, { input })).toEqual(first);
  expect(await mails()).toBe(2);
  expect(await join(mailing, visitor, { input: { ...input, weekdays: [4] } })).not.toEqual(first);
  expect(await app.db.kysely.selectFrom("waiting_entries").select("id").execute()).toHaveLength(2);
});

test("the page of a full day says who waits, and how last month's waits went", async () => {
  const app = await waitingApp();
  const serviceId = "demo-deep-tissue-massage";
  const ask = async () => {
    const found = await chances(app, { serviceId, minutes: 60, date: THEN });
    return found && chancesInWords(found, 3);
  };
  expect(await ask()).toBe("No one is waiting for Wednesdays yet.");
  const joined = await waits(app, { name: "Rosa" });
  expect(await ask()).toBe("One person is waiting for Wednesdays.");
  await waits(app, { name: "Rory" });
  expect((await listWaits(app, { token: joined.token }))?.map(({ others }) => others)).toEqual([1]);
  later(app, 31 * 24 * HOUR);
  expect(await ask()).toMatch(
    /^2 people are waiting for Wednesdays\. In \w+ 2027, none of 2 who waited for one were offered/,
  );
  await switchWaitingList(app, OWNER, false);
  expect(await ask()).toBeNull();
});

const CLOSED = { reason: "Course", publicNote: null, fromMinute: null, toMinute: null, firstDay: THEN, lastDay: THEN };
const SUNDAY = "2027-05-16";
const TOM = "demo-tom-ellery";

/** What makes time free: `before` what stands when somebody begins to wait, then what changes. */
const TRIGGERS: Record<string, (app: TestApp) => Promise<() => Promise<unknown>>> = {
  "an appointment that is moved": async (app) => {
    const [first] = await tomIsFull(app);
    const to = { appointmentId: first?.id ?? "", start: at("10:00", "2027-06-09"), therapist: "imogen-hartley" };
    return () => moveAppointment(app, OWNER, { ...to, despite: true });
  },
  "an appointment that is shortened": async (app) => {
    const long = { service: "deep-tissue-massage", minutes: 90, therapist: "tom-ellery" };
    const { id, start } = await booked(app, { start: at("09:00", THEN), ...long, name: "Lou Long" });
    await tomIsFull(app);
    return () =>
      moveAppointment(app, OWNER, { appointmentId: id, start, minutes: 15, therapist: "tom-ellery", despite: true });
  },
  "extra hours": async (app) => () => {
    const days = { ...CLOSED, firstDay: SUNDAY, lastDay: SUNDAY, fromMinute: 600, toMinute: 840 };
    return addException(app, OWNER, { draft: { ...days, kind: "opening", therapistId: TOM }, accepted: [] });
  },
  "a closure that is lifted": async (app) => {
    await addException(app, OWNER, { draft: { ...CLOSED, kind: "closure", therapistId: TOM }, accepted: [] });
    const { id } = await app.db.kysely
      .selectFrom("day_exceptions")
      .select("id")
      .where("first_day", "=", THEN)
      .executeTakeFirstOrThrow();
    return () => removeException(app, OWNER, { id, accepted: [] });
  },
  "a calendar's block that has gone": async (app) => {
    const none = {
      etag: null,
      fault: null,
      fault_since: null,
      closes_after: null,
      is_closed: 0,
      events: 1,
      skipped: 0,
    };
    const now = app.clock.now();
    const read = { added_at: now, next_at: now, read_at: now, read_until: now, read_as: "busy", added_by: "admin" };
    await app.db.kysely
      .insertInto("calendar_links")
      .values({ id: "his-own", therapist_id: TOM, name: "His own", address: "sealed", ...read, ...none })
      .execute();
    const write = (times: { start: number; end: number }[]) =>
      app.db.kysely.transaction().execute((tx) => {
        const link = { id: "his-own", therapistId: TOM };
        return writeBusyTimes(
          tx,
          { link, elsewhere: "busy", times },
          { actor: { kind: "system" }, now: app.clock.now() },
        );
      });
    await write([{ start: at("00:00", THEN), end: at("23:00", THEN) }]);
    return () => write([]);
  },
};

test.each(Object.entries(TRIGGERS))("%s leads to an offer of the freed time", async (what, prepare) => {
  const app = await waitingApp();
  const change = await prepare(app);
  const weekday = what === "extra hours" ? 7 : 3;
  await waits(app, {
    name: "Rosa",
    until: SUNDAY,
    weekdays: [weekday],
    dayTimes: what.includes("shortened") ? ["morning"] : [],
  });
  await runRounds(app);
  expect(await offers(app), "nothing is free before").toEqual([]);
  await change();
  later(app, 15_000);
  await runRounds(app);
  const [offer, ...more] = await offers(app);
  expect(more).toEqual([]);
  expect(offer).toMatchObject({ name: "Rosa", state: "held" });
  expect(localDateOf(offer?.start ?? 0, "Europe/London")).toBe(weekday === 7 ? SUNDAY : THEN);
  expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
});

test("60 and 30 minutes that become free side by side are offered to a wait for 90", async () => {
  const app = await waitingApp();
  const one = await booked(app, { start: at("09:00", THEN), therapist: "tom-ellery" });
  const short = { start: one.blockEnd, service: "sport-foot-massage", minutes: 30, therapist: "tom-ellery" };
  const two = await booked(app, { ...short, email: "two@example.com" });
  await tomIsFull(app);
  await waits(app, { name: "Maria", minutes: 90 });
  await cancel(app, OWNER, { appointmentId: one.id, reason: null });
  later(app, 15_000);
  await runRounds(app);
  expect(await offers(app)).toEqual([]);
  await cancel(app, OWNER, { appointmentId: two.id, reason: null });
  later(app, 15_000);
  await runRounds(app);
  const [offer] = await offers(app);
  expect(offer).toMatchObject({ name: "Maria", state: "held" });
  expect((await take(app, offer?.token ?? "")).kind).toBe("taken");
  expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
});

test("nobody is written to at 22:00; at 8:00 the first is", async () => {
  const app = await waitingApp();
  const [first] = await tomIsFull(app);
  await waits(app, { name: "Rosa" });
  app.clock.set(at("22:00", "2027-05-04"));
  await cancel(app, OWNER, { appointmentId: first?.id ?? "", reason: null });
  later(app, 15_000);
  await runRounds(app);
  expect(await offers(app)).toEqual([]);
  app.clock.set(at("07:59"));
  await runRounds(app);
  expect(await offers(app)).toEqual([]);
  app.clock.set(at("08:00"));
  await runRounds(app);
  expect(await offers(app)).toMatchObject([{ name: "Rosa", state: "held" }]);
});

test("within a day three are asked and nothing is kept: of 50 presses one books, the others see times close to it", async () => {
  const app = await waitingApp();
  const day = await tomIsFull(app, "2027-05-05");
  for (const name of ["Rosa", "Maria", "Rory", "Joan"]) await waits(app, { name });
  const late = day.at(-1) as Appointment;
  app.clock.set(
    at("15:00", "2027-05-04") > late.start - 24 * HOUR ? at("18:00", "2027-05-04") : at("17:30", "2027-05-04"),
  );
  await cancel(app, OWNER, { appointmentId: late.id, reason: null });
  later(app, 15_000);
  await runRounds(app);
  const asked = await offers(app);
  expect(asked.map(({ name, state }) => `${name} ${state}`).sort()).toEqual(["Maria open", "Rory open", "Rosa open"]);
  expect(await app.db.kysely.selectFrom("time_holds").selectAll().execute()).toEqual([]);
  const presses = Array.from({ length: 50 }, (_, press) => take(app, asked[press % 3]?.token ?? ""));
  const outcomes = await Promise.all(presses);
  const first = outcomes.filter((outcome) => outcome.kind === "taken" && !outcome.again);
  expect(first).toHaveLength(1);
  const again = outcomes.filter((outcome) => outcome.kind === "taken" && outcome.again);
  const lost = outcomes.flatMap((outcome) => (outcome.kind === "lost" ? [outcome] : []));
  expect(first.length + again.length + lost.length).toBe(50);
  expect(lost.length).toBeGreaterThanOrEqual(33);
  for (const { sentence, near } of lost) {
    expect(sentence).toContain("Someone else has");
    expect(near.length).toBeGreaterThan(0);
  }
  expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
});

test("a swap moves the old appointment in one step, and after three links the chain stops", async () => {
  const app = await waitingApp();
  const day = await tomIsFull(app);
  // Each of four would come earlier than they are booked, so that each swap frees the next one's time.
  for (const own of day.slice(1, 5)) {
    const { name, email, phone } = own;
    const preferences = {
      service: "deep-tissue-massage",
      minutes: 60,
      therapists: [],
      weekdays: [],
      dayTimes: [],
      until: THEN,
    };
    const holder = { kind: "holder" as const, appointmentId: own.id };
    await app.db.kysely.updateTable("appointments").set({ unproven: 0 }).where("id", "=", own.id).execute();
    const joined = await join(app, holder, { input: { ...preferences, name, email, phone }, swap: own.id });
    expect(joined).toMatchObject({ kind: "joined", state: "waiting" });
    later(app, 1000);
  }
  await cancel(app, OWNER, { appointmentId: day[0]?.id ?? "", reason: null });
  let taken = 0;
  for (let round = 0; round < 6; round++) {
    later(app, 15_000);
    await runRounds(app);
    const live = (await offers(app)).find(({ state }) => state === "held");
    if (!live) break;
    const outcome = await take(app, live.token);
    expect(outcome.kind).toBe("taken");
    if (outcome.kind === "taken") expect(outcome.gaveUp).not.toBeNull();
    taken += 1;
    expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
  }
  expect(taken).toBe(3);
  const standing = await app.db.kysely
    .selectFrom("appointments")
    .selectAll()
    .where("status", "!=", "Cancelled")
    .execute();
  expect(standing).toHaveLength(day.length - 1);
});

test("a therapist who falls ill: the person is told, nothing stays held, and they wait on", async () => {
  const app = await waitingApp();
  const [first] = await tomIsFull(app);
  await waits(app, { name: "Rosa" });
  await cancel(app, OWNER, { appointmentId: first?.id ?? "", reason: null });
  later(app, 15_000);
  await runRounds(app);
  const [offer] = await offers(app);
  const accepted = await app.db.kysely.selectFrom("appointments").select("id").execute();
  const draft = { therapistId: "demo-tom-ellery", kind: "closure" as const, reason: "Ill", publicNote: null };
  const days = { firstDay: THEN, lastDay: THEN, fromMinute: null, toMinute: null };
  await addException(app, OWNER, { draft: { ...draft, ...days }, accepted: accepted.map(({ id }) => id) });
  const outcome = await take(app, offer?.token ?? "");
  expect(outcome).toMatchObject({ kind: "lost", loss: "closed" });
  if (outcome.kind === "lost") expect(outcome.sentence).toContain("We are sorry");
  expect(await app.db.kysely.selectFrom("time_holds").selectAll().execute()).toEqual([]);
  expect(await app.db.kysely.selectFrom("waiting_entries").select("state").execute()).toEqual([{ state: "waiting" }]);
});

test("a treatment that is hidden meanwhile can't be taken: a kind sentence, and nothing stays held", async () => {
  const app = await waitingApp();
  const [first] = await tomIsFull(app);
  await waits(app, { name: "Rosa" });
  await cancel(app, OWNER, { appointmentId: first?.id ?? "", reason: null });
  later(app, 15_000);
  await runRounds(app);
  const [offer] = await offers(app);
  await app.db.kysely.transaction().execute(async (tx) => {
    await tx.updateTable("services").set({ active: 0 }).where("slug", "=", "deep-tissue-massage").execute();
    await raiseContentVersion(tx, app.clock.now());
  });
  expect(await offerFor(app, offer?.token ?? "")).toMatchObject({ state: "lost", loss: "not-offered" });
  const outcome = await take(app, offer?.token ?? "");
  expect(outcome).toMatchObject({ kind: "lost", loss: "not-offered" });
  if (outcome.kind === "lost") expect(outcome.sentence).toBe("We are sorry: you can no longer book this treatment.");
  expect(await app.db.kysely.selectFrom("time_holds").selectAll().execute()).toEqual([]);
  later(app, HOUR);
  expect(await runRounds(app)).toBe(0);
  const { start } = await app.db.kysely
    .selectFrom("waiting_offers")
    .select("starts_at as start")
    .executeTakeFirstOrThrow();
  const then = app.db.kysely.selectFrom("appointments").select("status").where("starts_at", "=", start);
  expect((await then.execute()).map(({ status }) => status)).toEqual(["Cancelled"]);
});

test("switched off, nothing is kept, and no link says anything", async () => {
  const app = await waitingApp();
  const [first] = await tomIsFull(app);
  await waits(app, { name: "Rosa" });
  await cancel(app, OWNER, { appointmentId: first?.id ?? "", reason: null });
  later(app, 15_000);
  await runRounds(app);
  const [offer] = await offers(app);
  await switchWaitingList(app, OWNER, false);
  expect(await app.db.kysely.selectFrom("time_holds").selectAll().execute()).toEqual([]);
  expect(await offerFor(app, offer?.token ?? "")).toBeNull();
  expect(await take(app, offer?.token ?? "")).toEqual({ kind: "not-found" });
  expect(await runRounds(app)).toBe(0);
});

test("the practice sees who fits and why, offers by hand, and books a held time anyway: the person is told", async () => {
  const app = await waitingApp();
  const mailing = { ...app, config: { ...app.config, smtpUrl: "smtp://127.0.0.1:1" } };
  const [first] = await tomIsFull(app);
  await waits(app, { name: "Rosa" });
  await waits(app, { name: "Rory" });
  const joan = await waits(app, { name: "Joan" });
  await pin(app, OWNER, { entryId: joan.entryId, pinned: true });
  await cancel(app, OWNER, { appointmentId: first?.id ?? "", reason: null });
  later(app, 15_000);
  await runRounds(mailing);
  expect(await offers(app)).toMatchObject([{ name: "Joan", state: "held" }]);
  const freed = { therapistId: "demo-tom-ellery", start: first?.blockStart ?? 0, end: first?.blockEnd ?? 0 };
  const fits = await whoFits(app, OWNER, freed);
  expect(fits?.map(({ name, live }) => [name, live?.state ?? null])).toEqual([
    ["Joan", "held"],
    ["Rosa", null],
    ["Rory", null],
  ]);
  const rory = fits?.[2];
  const byHand = { entryId: rory?.id ?? "", therapistId: freed.therapistId, start: rory?.start ?? 0 };
  later(app, 1000);
  expect(await offerByHand(mailing, OWNER, byHand)).toMatchObject({ kind: "offered" });
  const [joans, rorys] = await offers(app);
  expect([joans?.state, rorys?.state]).toEqual(["lost", "held"]);
  expect((await stopOffer(mailing, OWNER, rorys?.id ?? "")).kind).toBe("released");
  expect((await tryToBook(app, { start: byHand.start, therapist: "tom-ellery" })).kind).toBe("booked");
  const late = await take(app, rorys?.token ?? "");
  expect(late).toMatchObject({ kind: "lost", loss: "taken" });
  const told = await app.db.kysely.selectFrom("outbox").select("kind").where("kind", "like", "waiting-gone%").execute();
  expect(told).toHaveLength(2);
  expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
});

test("what was won back of the gaps is counted", async () => {
  const app = await waitingApp();
  const [first, second] = await tomIsFull(app);
  await waits(app, { name: "Rosa" });
  for (const one of [first, second]) await cancel(app, OWNER, { appointmentId: one?.id ?? "", reason: null });
  later(app, 15_000);
  await runRounds(app);
  const [offer] = await offers(app);
  await take(app, offer?.token ?? "");
  const list = await getPracticeList(app, OWNER);
  expect(list?.figures).toEqual({ gaps: 2, filled: 1, minutes: 60, pence: first?.pricePence });
});

test("only the practice may see the list, pin, offer and stop", async () => {
  const app = await waitingApp();
  const rosa = await waits(app, { name: "Rosa" });
  expect(await getPracticeList(app, visitor)).toBeNull();
  expect((await pin(app, visitor, { entryId: rosa.entryId, pinned: true })).kind).toBe("forbidden");
  expect((await stopOffer(app, visitor, "x")).kind).toBe("forbidden");
  const byHand = { entryId: rosa.entryId, therapistId: "demo-tom-ellery", start: 1 };
  expect((await offerByHand(app, { kind: "client", userId: "x" }, byHand)).kind).toBe("forbidden");
  expect((await leave(app, { actor: { kind: "client", userId: "x" } }, rosa.entryId)).kind).toBe("not-found");
  expect((await leave(app, { token: "x" }, rosa.entryId)).kind).toBe("not-found");
});

test("the demo has the list on with people waiting and gaps of four weeks, and its end takes all of it", async () => {
  const app = await demoApp();
  expect(await openDemo(app)).not.toBeNull();
  const list = await getPracticeList(app, OWNER);
  expect(list?.waiters).toHaveLength(5);
  expect(list?.waiters.filter(({ isPaused }) => isPaused)).toHaveLength(1);
  expect(await app.db.kysely.selectFrom("waiting_gaps").select("id").execute()).not.toEqual([]);
  await runRounds(app);
  const own = { email: "jo@ferrier.example", password: "quiet otter under larches 7" };
  expect(await endDemo(app, OWNER, { admin: own })).toMatchObject({ kind: "ended" });
  for (const table of ["waiting_entries", "waiting_gaps", "waiting_offers", "time_holds"] as const) {
    expect([table, await app.db.kysely.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
  }
}, 60_000);

test("what someone waits for is exported, follows a merged client, and goes with what is kept when they are erased", async () => {
  const app = await waitingApp();
  const db = app.db.kysely;
  const [first] = await tomIsFull(app);
  await waits(app, { name: "Rosa" });
  const rory = await waits(app, { name: "Rory" });
  await cancel(app, OWNER, { appointmentId: first?.id ?? "", reason: null });
  later(app, 15_000);
  await runRounds(app);
  const people = await db.selectFrom("waiting_entries").select(["client_id", "name"]).orderBy("created_at").execute();
  const [from, to] = people.map(({ client_id }) => client_id ?? "") as [string, string];
  const person = { clientId: from, userIds: [], addresses: ["rosa@example.com"], phones: [] };
  expect(await waitingData.export?.(db, person, app.clock.now())).toMatchObject({
    waiting: [{ service: "Deep Tissue Massage", minutes: 60, state: "waiting", offers: [{ answer: "held" }] }],
  });
  await db.transaction().execute((tx) => waitingData.merge?.(tx, { from, to }) ?? Promise.resolve());
  expect(await db.selectFrom("time_holds").selectAll().execute()).toEqual([]);
  expect(await listWaits(app, { token: rory.token })).toHaveLength(2);
  await runRounds(app);
  const erased = { clientId: to, userIds: [], addresses: ["rosa@example.com", "rory@example.com"], phones: [] };
  await db.transaction().execute(async (tx) => waitingData.forget?.(tx, erased, app.clock.now()));
  for (const table of ["waiting_entries", "waiting_offers", "time_holds"] as const) {
    expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
  }
  expect(await unsoundness(db)).toEqual(SOUND);
});

test("a first appointment is offered with its extra minutes, where they fit, and taken as it was kept", async () => {
  const app = await waitingApp();
  await app.db.kysely.transaction().execute(async (tx) => {
    await tx.updateTable("services").set({ first_extra: 15 }).where("slug", "=", "deep-tissue-massage").execute();
    await raiseContentVersion(tx, app.clock.now());
  });
  const start = at("10:15", THEN);
  const person = (name: string) => ({ name, email: `${name.toLowerCase()}@example.com` });
  const tom = { therapist: "tom-ellery", before: "yes" as const };
  // Rory has been here; Rosa has not. Between 10:15 and 11:30 a first appointment and its buffer do not fit.
  await booked(app, { ...tom, start: at("09:00"), ...person("Rory"), phone: "+441632960003" });
  app.clock.set(at("12:00"));
  const middle = await booked(app, { ...tom, start, ...person("Cleo"), phone: "+441632960004" });
  const after = await booked(app, { ...tom, start: at("11:30", THEN), ...person("Dora"), phone: "+441632960005" });
  await booked(app, { ...tom, start: at("09:00", THEN), ...person("Eve"), phone: "+441632960006" });
  const rosa = await waits(app, { name: "Rosa" });
  const rory = await waits(app, { name: "Rory" });
  expect(rosa.kind).toBe(rory.kind);
  await cancel(app, OWNER, { appointmentId: middle.id, reason: null });
  await runRounds(app);
  expect((await offers(app)).map(({ name, start }) => [name, start])).toEqual([["Rory", start]]);
  await cancel(app, OWNER, { appointmentId: after.id, reason: null });
  later(app, 1000);
  await runRounds(app);
  const [, second] = await offers(app);
  expect(second).toMatchObject({ name: "Rosa" });
  const taken = await take(app, second?.token ?? "");
  if (taken.kind !== "taken") throw new Error(taken.kind);
  expect((taken.appointment.end - taken.appointment.start) / 60_000).toBe(75);
  expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
});

test("the Add form books over a kept time once the desk insists: the person is told and waits on, and it is sold once", async () => {
  const app = await waitingApp();
  const [first] = await tomIsFull(app);
  const { entryId } = await waits(app, { name: "Rosa" });
  await cancel(app, OWNER, { appointmentId: first?.id ?? "", reason: null });
  await runRounds(app);
  const [offer] = await offers(app);
  expect(offer).toMatchObject({ name: "Rosa", state: "held", start: first?.start });
  const until = localTimeOf(offer?.until ?? 0, "Europe/London");
  const typed = {
    service: "deep-tissue-massage",
    therapist: "tom-ellery",
    day: THEN,
    time: "09:00",
    name: "Walter Inn",
  };
  const add = (actor: Actor, more: object = {}) => {
    const read = parsePracticeBooking({ ...typed, ...more });
    if (read.kind === "invalid") throw new Error(JSON.stringify(read.errors));
    const mailing = { ...app, config: { ...app.config, smtpUrl: "smtp://127.0.0.1:1" } };
    return bookForPractice(mailing, actor, { input: read.input, kept: keptForOffers(mailing, actor) });
  };
  expect(await add(OWNER)).toEqual({
    kind: "warned",
    messages: [`This time is kept for Rosa until ${until}. We email Rosa that it has gone.`],
  });
  expect(await offers(app)).toMatchObject([{ state: "held" }]);
  // Whoever may not change the list finds the time taken.
  const tom: Actor = {
    kind: "staff",
    userId: "tom",
    roles: ["therapist"],
    therapistId: "demo-tom-ellery",
    choices: [],
  };
  expect((await add(tom, { despite: "on" })).kind).toBe("taken");
  const both = await Promise.all([add(OWNER, { despite: "on" }), take(app, offer?.token ?? "")]);
  const kinds = both.map(({ kind }) => kind);
  expect([
    ["booked", "lost"],
    ["taken", "taken"],
  ]).toContainEqual(kinds);
  expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
  const entry = await app.db.kysely
    .selectFrom("waiting_entries")
    .select("state")
    .where("id", "=", entryId)
    .executeTakeFirst();
  expect(entry?.state).toBe(kinds[0] === "booked" ? "waiting" : "taken");
});

test("the email to whoever was kept out leaves with the booking over their time, and not before", async () => {
  const app = await waitingApp();
  const mailing = { ...app, config: { ...app.config, smtpUrl: "smtp://127.0.0.1:1" } };
  const [first] = await tomIsFull(app);
  await waits(app, { name: "Rosa" });
  await cancel(app, OWNER, { appointmentId: first?.id ?? "", reason: null });
  await runRounds(mailing);
  const gone = async () => {
    const rows = await app.db.kysely.selectFrom("outbox").select("kind").where("kind", "like", "waiting-%").execute();
    return rows.map(({ kind }) => kind);
  };
  const add = (despite?: "on") => {
    const typed = { service: "deep-tissue-massage", therapist: "tom-ellery", day: THEN, time: "09:15", name: "Walter" };
    const read = parsePracticeBooking({ ...typed, minutes: "45", despite });
    if (read.kind === "invalid") throw new Error(JSON.stringify(read.errors));
    return bookForPractice(mailing, OWNER, { input: read.input, kept: keptForOffers(mailing, OWNER) });
  };
  expect((await add()).kind).toBe("warned");
  expect(await gone()).toEqual(["waiting-offer-client"]);
  expect((await add("on")).kind).toBe("booked");
  expect((await gone()).sort()).toEqual(["waiting-gone-client", "waiting-offer-client"]);
  expect(await offers(app)).toMatchObject([{ state: "lost" }]);
  expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
});

test("who waits by phone alone: the practice is emailed to call them, counts it, and notes what they say", async () => {
  const app = await waitingApp();
  const mailing = { ...app, config: { ...app.config, smtpUrl: "smtp://127.0.0.1:1" } };
  const [first] = await tomIsFull(app);
  for (const [name, phone] of [
    ["Pat", "+441632960041"],
    ["Kit", "+441632960042"],
  ] as const) {
    const preferences = { service: "deep-tissue-massage", minutes: 60, therapists: [], weekdays: [], dayTimes: [] };
    const outcome = await join(app, OWNER, { input: { ...preferences, until: THEN, name, email: null, phone } });
    expect(outcome.kind).toBe("joined");
    later(app, 1000);
  }
  await cancel(app, OWNER, { appointmentId: first?.id ?? "", reason: null });
  await runRounds(mailing);
  const calls = await app.db.kysely.selectFrom("outbox").select("kind").where("kind", "like", "waiting-%").execute();
  expect(calls).toEqual([{ kind: "waiting-call-practice" }]);
  const todo = async () =>
    (await getAdminCounts(app, OWNER)).needs.filter(({ to }) => to === "/admin/waiting-list").map(({ count }) => count);
  expect(await todo()).toEqual([1]);
  const [pat] = await offers(app);
  expect(pat).toMatchObject({ name: "Pat", state: "held" });
  const therapist: Actor = { kind: "staff", userId: "t", roles: ["therapist"], therapistId: null, choices: [] };
  expect(await answerByPhone(app, therapist, { offerId: pat?.id ?? "", saysYes: true })).toEqual({ kind: "forbidden" });
  // Offers are read in the order in which they were made.
  later(app, 1000);
  expect(await answerByPhone(app, OWNER, { offerId: pat?.id ?? "", saysYes: false })).toEqual({ kind: "answered" });
  const [, kit] = await offers(app);
  expect(kit).toMatchObject({ name: "Kit", state: "held" });
  expect(await answerByPhone(app, OWNER, { offerId: kit?.id ?? "", saysYes: true })).toMatchObject({
    kind: "taken",
    appointment: { name: "Kit", start: first?.start },
  });
  expect(await todo()).toEqual([]);
  const lines = await app.db.kysely
    .selectFrom("audit")
    .select(["action", "actor"])
    .where("action", "like", "waiting.%");
  expect((await lines.execute()).filter(({ action }) => /take|decline/.test(action))).toEqual([
    { action: "waiting.decline", actor: "admin:an-admin" },
    { action: "waiting.take", actor: "admin:an-admin" },
  ]);
  expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
});

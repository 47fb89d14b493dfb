import { expect, test } from "vitest";
import { askFreeTimes } from "#app/appointments/booking/free-times/free-times.server.ts";
import { addException, removeException } from "#app/diary/stranded/closures.server.ts";
import { setWeek } from "#app/diary/stranded/set-week.server.ts";
import { renderers } from "#app/mails.server.ts";
import type { Staff, TeamRole } from "#app/platform/permissions.ts";
import { getAdminCounts } from "#app/routes/admin/admin-counts.server.ts";
import {
  type AnswerOutcome,
  closeOrAsk,
  confirmTimeOff,
  declineTimeOff,
  listOwnTimeOff,
  listTimeOffToAnswer,
  withdrawTimeOff,
} from "#app/team/time-off.server.ts";
import { auditActions } from "#tests/support/admin.ts";
import { WEDNESDAY } from "#tests/support/booking-inputs.ts";
import { outboxOf } from "#tests/support/post.ts";
import { walkedIn } from "#tests/support/practice.ts";
import { staffIn } from "#tests/support/staff.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const TOM = "demo-tom-ellery";
const IMOGEN = "demo-imogen-hartley";
const SECRET = "Hospitalquillwort";

const draft = {
  kind: "closure" as "closure" | "opening",
  firstDay: WEDNESDAY,
  lastDay: WEDNESDAY,
  fromMinute: null as number | null,
  toMinute: null as number | null,
  therapistId: TOM as string | null,
  reason: SECRET as string | null,
  publicNote: null,
};

test("time off is asked for: nothing closes, the owners are told, and a second press asks no second time", async () => {
  const { app, tom } = await practice();
  const ask = () => closeOrAsk(app, tom, { draft, accepted: [] });
  expect(await ask()).toEqual({ kind: "asked" });
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(Array(3).fill({ kind: "asked" }));
  expect(await closures(app)).toEqual([]);
  expect(await freeTimesOfTom(app)).toBeGreaterThan(0);
  const mails = (await outboxOf(app)).filter(({ kind }) => kind === "time-off-asked");
  expect(mails).toHaveLength(2);
  const rendered = await Promise.all(mails.map(({ data }) => renderers["time-off-asked"](app, JSON.parse(data))));
  for (const mail of rendered) {
    expect(mail?.subject).toBe("Tom Ellery asks for time off");
    expect(mail?.text).toContain("Wednesday 5 May 2027, all day");
    expect(`${mail?.text}${mail?.html}`).not.toContain(SECRET);
  }
  expect(await auditActions(app, "time-off")).toEqual(["time-off.ask"]);
  expect(JSON.stringify(await app.db.kysely.selectFrom("audit").selectAll().execute())).not.toContain(SECRET);
  expect(
    await closeOrAsk(app, tom, { draft: { ...draft, firstDay: "2027-05-01", lastDay: "2027-05-02" }, accepted: [] }),
  ).toEqual({ kind: "over" });
});

test("it waits on the dashboard of owners alone, and the therapist sees how theirs stands", async () => {
  const { app, ada, tom, imogen } = await practice();
  const id = await asked(app, tom);
  const need = { label: "Time off to answer", count: 1, to: "/admin/time-off" };
  expect((await getAdminCounts(app, ada)).needs).toContainEqual(need);
  for (const actor of [tom, imogen]) expect((await getAdminCounts(app, actor)).needs).not.toContainEqual(need);
  expect((await listTimeOffToAnswer(app, ada)).requests).toMatchObject([
    { id, therapist: "Tom Ellery", reason: SECRET },
  ]);
  expect(await listOwnTimeOff(app, tom, WEDNESDAY)).toMatchObject([{ id, state: "open" }]);
  expect(await listOwnTimeOff(app, imogen, WEDNESDAY)).toEqual([]);
});

test("a confirmation shows whom it strands before it writes, closes the time, and tells the therapist", async () => {
  const { app, ada, tom } = await practice();
  const { id: booking } = await walkedIn(app, { therapist: "tom-ellery", time: "10:00" });
  const id = await asked(app, tom);
  expect(await confirmTimeOff(app, ada, { id, accepted: [] })).toMatchObject({
    kind: "strands",
    bookings: [{ id: booking }],
  });
  expect(await closures(app)).toEqual([]);
  expect(await confirmTimeOff(app, ada, { id, accepted: [booking] })).toMatchObject({
    kind: "answered",
    stranded: [{ id: booking }],
  });
  expect(await closures(app)).toMatchObject([{ therapist_id: TOM, first_day: WEDNESDAY, reason: SECRET }]);
  expect(await freeTimesOfTom(app)).toBe(0);
  expect((await getAdminCounts(app, ada)).needs).not.toContainEqual(expect.objectContaining({ to: "/admin/time-off" }));
  const mail = await answerMail(app);
  expect([mail?.subject, mail?.to.address]).toEqual(["Your time off is confirmed", tom.email]);
  expect(mail?.text).not.toContain(SECRET);
});

test("a decline tells why, and the time stays open", async () => {
  const { app, ada, tom } = await practice();
  const id = await asked(app, tom);
  expect((await declineTimeOff(app, ada, { id, answer: "Priya is away then." })).kind).toBe("answered");
  expect(await closures(app)).toEqual([]);
  const mail = await answerMail(app);
  expect(mail?.subject).toBe("Your time off is declined");
  expect(mail?.text).toContain("Ada writes: “Priya is away then.”");
  expect(await listOwnTimeOff(app, tom, WEDNESDAY)).toMatchObject([
    { state: "declined", answer: "Priya is away then." },
  ]);
  // The same days may be asked for again.
  await closeOrAsk(app, tom, { draft, accepted: [] });
  expect(await listOwnTimeOff(app, tom, WEDNESDAY)).toHaveLength(2);
});

test("of two owners and the therapist who press at once one is first, and the others read what was said", async () => {
  const { app, ada, bea, tom } = await practice();
  for (let round = 0; round < 3; round += 1) {
    const day = `2027-06-0${round + 1}`;
    const id = await asked(app, tom, { firstDay: day, lastDay: day });
    const outcomes: AnswerOutcome[] = await Promise.all([
      confirmTimeOff(app, ada, { id, accepted: [] }),
      declineTimeOff(app, bea, { id, answer: "No" }),
      confirmTimeOff(app, bea, { id, accepted: [] }),
      withdrawTimeOff(app, tom, { id }),
    ]);
    const { state, answered_by } = await app.db.kysely
      .selectFrom("time_off_requests")
      .select(["state", "answered_by"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const by = answered_by === ada.userId ? "Ada" : answered_by === bea.userId ? "Bea" : "Tom";
    expect(outcomes.filter(({ kind }) => kind === "answered")).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === "conflict")).toEqual(Array(3).fill({ kind: "conflict", state, by }));
    const closed = (await closures(app)).filter(({ first_day }) => first_day === day);
    expect(closed).toHaveLength(state === "confirmed" ? 1 : 0);
  }
});

test("what is withdrawn is no longer to be answered, and no mail asks for it any more", async () => {
  const { app, ada, tom, imogen } = await practice();
  const id = await asked(app, tom);
  for (const who of [imogen, tom]) {
    const missing = await confirmTimeOff(app, who, { id: "none", accepted: [] });
    expect(await confirmTimeOff(app, who, { id, accepted: [] })).toEqual(missing);
    expect(await declineTimeOff(app, who, { id, answer: "x" })).toEqual(missing);
  }
  expect(await withdrawTimeOff(app, imogen, { id })).toEqual(await withdrawTimeOff(app, imogen, { id: "none" }));
  expect((await withdrawTimeOff(app, tom, { id })).kind).toBe("answered");
  expect(await confirmTimeOff(app, ada, { id, accepted: [] })).toEqual({
    kind: "conflict",
    state: "withdrawn",
    by: "Tom",
  });
  expect(await closures(app)).toEqual([]);
  const data = { id, askedBy: tom.userId, to: ada.userId };
  expect(await renderers["time-off-asked"](app, data)).toBeNull();
  expect((await renderers["time-off-withdrawn"](app, data))?.subject).toBe(
    "Tom Ellery has withdrawn a request for time off",
  );
});

test("no other way closes a therapist's time: not the command itself, not the week, not an opening taken back", async () => {
  const { app, ada, tom, desk } = await practice();
  expect(await addException(app, tom, { draft, accepted: [] })).toEqual({ kind: "not-found" });
  expect(await closeOrAsk(app, tom, { draft: { ...draft, therapistId: IMOGEN }, accepted: [] })).toEqual({
    kind: "not-found",
  });
  expect(await closeOrAsk(app, tom, { draft: { ...draft, therapistId: null }, accepted: [] })).toEqual({
    kind: "not-found",
  });
  expect(await setWeek(app, tom, { therapistId: TOM, version: 1, weekly: [], accepted: [] })).toEqual({
    kind: "forbidden",
  });
  const evening = { ...draft, kind: "opening" as const, fromMinute: 1140, toMinute: 1200 };
  expect((await closeOrAsk(app, tom, { draft: evening, accepted: [] })).kind).toBe("changed");
  const [opening] = await app.db.kysely
    .selectFrom("day_exceptions")
    .select("id")
    .where("kind", "=", "opening")
    .execute();
  expect(await removeException(app, tom, { id: opening?.id ?? "", accepted: [] })).toEqual({ kind: "not-found" });
  expect((await removeException(app, ada, { id: opening?.id ?? "", accepted: [] })).kind).toBe("changed");
  // Reception closes as before, and a therapist who need not ask does, too.
  expect((await closeOrAsk(app, desk, { draft, accepted: [] })).kind).toBe("changed");
  const unasked = { ...tom, choices: [] };
  const later = { ...draft, firstDay: "2027-06-01", lastDay: "2027-06-01" };
  expect((await closeOrAsk(app, unasked, { draft: later, accepted: [] })).kind).toBe("changed");
  expect(await closures(app)).toHaveLength(2);
});

type Worker = Staff & { email: string };

test("closed or opened hours whose end the clocks skip or show twice are refused, and midnight is fine", async () => {
  const { app, ada, tom } = await practice();
  const close = (firstDay: string, fromMinute: number, toMinute: number, more = {}) =>
    closeOrAsk(app, ada, {
      draft: { ...draft, firstDay, lastDay: firstDay, fromMinute, toMinute, ...more },
      accepted: [],
    });
  const skipped = { kind: "invalid", errors: { to: expect.stringMatching(/01:30 on Sun 28 Mar 2027 does not exist/) } };
  expect(await close("2027-03-28", 0, 90)).toEqual(skipped);
  expect(await close("2027-03-22", 0, 90, { lastDay: "2027-03-30", kind: "opening" })).toEqual(skipped);
  const twice = { kind: "invalid", errors: { from: expect.stringMatching(/01:30 on Sun 31 Oct 2027 happens twice/) } };
  expect(await close("2027-10-31", 90, 600)).toEqual(twice);
  const asked = { ...draft, firstDay: "2027-10-31", lastDay: "2027-10-31", fromMinute: 90, toMinute: 600 };
  expect(await closeOrAsk(app, tom, { draft: asked, accepted: [] })).toEqual(twice);
  expect(await closures(app)).toEqual([]);
  expect((await close("2027-10-31", 0, 1440)).kind).toBe("changed");
  expect((await close("2027-10-31", 540, 600)).kind).toBe("changed");
});

async function practice() {
  const app = await demoApp();
  const owner = async (name: string) => {
    const { id } = await staffIn(app, { roles: ["owner"], name });
    return { kind: "admin" as const, userId: id };
  };
  return {
    app,
    ada: await owner("Ada"),
    bea: await owner("Bea"),
    tom: await working(app, { name: "Tom", roles: ["therapist"], therapistId: TOM }),
    imogen: await working(app, { name: "Imogen", roles: ["therapist"], therapistId: IMOGEN }),
    desk: await working(app, { name: "Dee", roles: ["reception"], therapistId: null }),
  };
}

type Seat = { name: string; roles: readonly TeamRole[]; therapistId: string | null };

async function working(app: TestApp, { name, roles, therapistId }: Seat): Promise<Worker> {
  const { id, email } = await staffIn(app, { roles, therapistId, name });
  return { kind: "staff", userId: id, roles, therapistId, choices: ["time off by request"], email };
}

async function asked(app: TestApp, actor: Staff, days: Partial<typeof draft> = {}): Promise<string> {
  expect(await closeOrAsk(app, actor, { draft: { ...draft, ...days }, accepted: [] })).toEqual({ kind: "asked" });
  const row = await app.db.kysely
    .selectFrom("time_off_requests")
    .select("id")
    .where("state", "=", "open")
    .executeTakeFirstOrThrow();
  return row.id;
}

function closures(app: TestApp) {
  return app.db.kysely
    .selectFrom("day_exceptions")
    .selectAll()
    .where("kind", "=", "closure")
    .where("therapist_id", "=", TOM)
    .execute();
}

async function freeTimesOfTom(app: TestApp): Promise<number> {
  const asked = { service: "deep-tissue-massage", therapist: "tom-ellery", from: WEDNESDAY, to: WEDNESDAY };
  const answer = await askFreeTimes(app, asked);
  return answer.kind === "times" ? answer.days.flatMap(({ slots }) => slots).length : 0;
}

async function answerMail(app: TestApp) {
  const sent = (await outboxOf(app)).filter(({ kind }) => kind === "time-off-answered");
  expect(sent).toHaveLength(1);
  return renderers["time-off-answered"](app, JSON.parse(sent[0]?.data ?? "{}"));
}

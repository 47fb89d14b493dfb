import { expect, test } from "vitest";
import { decideDates, decideRecord } from "#app/moving/firebase/decide-record.server.ts";
import { endReviews } from "#app/moving/firebase/firebase.jobs.server.ts";
import { decisionFrom } from "#app/moving/firebase/review-choice.ts";
import { personalData } from "#app/personal-data.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { adminActor, auditActions, NOT_ADMINS } from "#tests/support/admin.ts";
import { exportedAppointment, exportedUser, movedIn } from "#tests/support/firebase/exports.ts";
import { demoApp } from "#tests/support/test-app.ts";

const DAY = 86_400_000;

async function startsIn(app: AppContext): Promise<string[]> {
  const rows = await app.db.kysely
    .selectFrom("appointments")
    .select("starts_at")
    .where("source", "=", "import")
    .orderBy("starts_at")
    .execute();
  return rows.map(({ starts_at }) => new Date(starts_at).toISOString());
}

async function recordsIn(app: AppContext) {
  return app.db.kysely
    .selectFrom("firebase_records")
    .select(["source", "outcome", "raw"])
    .where("source", "like", "appointments/%")
    .orderBy("source")
    .execute();
}

async function deciding(appointments: Record<string, object>, users: object[] = []) {
  const app = await demoApp();
  const actor = await adminActor(app);
  await movedIn(app, users, { appointments });
  const decide = (
    id: string,
    choice: string,
    typed: { day: string; time: string; which?: string } = { day: "", time: "" },
  ) => {
    const decision = decisionFrom({ choice, ...typed });
    if (decision.kind === "invalid") throw new Error(decision.message);
    return decideRecord(app, actor, { source: id.includes("/") ? id : `appointments/${id}`, decision });
  };
  return { app, actor, decide };
}

test("a date that may be two days is taken as one of them, once, and what stood there is forgotten", async () => {
  const { app, decide } = await deciding({ a: exportedAppointment({ date: "03/04/2026" }) });
  expect(await decide("a", "take:2026-04-03:600")).toEqual({ kind: "decided" });
  expect(await decide("a", "take:2026-03-04:600")).toEqual({ kind: "not-found" });
  expect(await startsIn(app)).toEqual(["2026-04-03T09:00:00.000Z"]);
  expect(await recordsIn(app)).toEqual([{ source: "appointments/a", outcome: "done", raw: null }]);
  expect(await auditActions(app, "import")).toContain("import.decide");
});

test("another time is typed; one that is taken, off the grid or skipped by the clocks is refused", async () => {
  const { app, decide } = await deciding({
    a: exportedAppointment({ date: "Invalid Date" }),
    b: exportedAppointment({ date: "26/06/2027" }),
  });
  const typed = (day: string, time: string) => decide("a", "typed", { day, time });
  expect(await typed("2027-06-26", "10:00")).toMatchObject({ kind: "refused", message: /same person/ });
  expect(await typed("2027-06-25", "10:02")).toMatchObject({ kind: "refused", message: /five minutes/ });
  expect(await typed("2027-03-28", "01:30")).toMatchObject({ kind: "refused", message: /clocks/ });
  expect(await typed("2027-06-25", "10:00")).toEqual({ kind: "decided" });
  expect(await startsIn(app)).toEqual(["2027-06-25T09:00:00.000Z", "2027-06-26T09:00:00.000Z"]);
});

test("a time that happens twice waits for a person, who says which it was", async () => {
  const { app, decide } = await deciding({ a: exportedAppointment({ date: "31/10/2027", time: "01:30:00" }) });
  const wall = { day: "2027-10-31", time: "01:30" };
  expect(await decide("a", "typed", wall)).toMatchObject({
    kind: "refused",
    message: /happens twice/,
    asksWhich: true,
  });
  expect(await decide("a", "typed", { ...wall, which: "second" })).toEqual({ kind: "decided" });
  expect(await startsIn(app)).toEqual(["2027-10-31T01:30:00.000Z"]);
});

test("a double is joined to the first, kept beside it, or left out", async () => {
  const doubles = ["a", "b", "c", "d"].map((id) => [id, exportedAppointment()] as const);
  const { app, decide } = await deciding(Object.fromEntries(doubles));
  expect(await decide("b", "merge")).toEqual({ kind: "decided" });
  expect(await decide("c", "take:2027-06-24:600")).toEqual({ kind: "decided" });
  expect(await decide("d", "leave-out")).toEqual({ kind: "decided" });
  expect((await startsIn(app)).length).toBe(2);
  expect((await recordsIn(app)).map(({ outcome }) => outcome)).toEqual(["done", "matched", "done", "skipped"]);
});

test("a second account of one address is joined to the first, and its appointments with it", async () => {
  const users = [
    exportedUser({ localId: "u1", email: "ann@example.com" }),
    exportedUser({ localId: "u2", email: "ANN@example.com" }),
  ];
  const { app, decide } = await deciding({}, users);
  expect(await decide("users/u2", "merge")).toEqual({ kind: "decided" });
  await movedIn(app, users, { appointments: { a: exportedAppointment({ userId: "u2" }) } });
  const { user_id } = await app.db.kysely
    .selectFrom("appointments")
    .select("user_id")
    .where("source", "=", "import")
    .executeTakeFirstOrThrow();
  const { id } = await app.db.kysely
    .selectFrom("users")
    .select("id")
    .where("email", "=", "ann@example.com")
    .executeTakeFirstOrThrow();
  expect(user_id).toBe(id);
});

test("all dates at once are read one way; what can’t be stays", async () => {
  const { app, actor } = await deciding({
    a: exportedAppointment({ date: "03/04/2026" }),
    b: exportedAppointment({ date: "05/06/2026", email: "b@example.com", phone: "" }),
    c: exportedAppointment({ date: "03/04/2026" }),
  });
  expect(await decideDates(app, actor, "month-first")).toEqual({ kind: "decided", stored: 2, left: 1 });
  expect(await startsIn(app)).toEqual(["2026-03-04T10:00:00.000Z", "2026-05-06T09:00:00.000Z"]);
});

test("only the practice decides", async () => {
  const { app } = await deciding({ a: exportedAppointment({ date: "03/04/2026" }) });
  for (const actor of NOT_ADMINS) {
    const asked = { source: "appointments/a", decision: { kind: "leave-out" } as const };
    expect((await decideRecord(app, actor, asked)).kind).toBe("forbidden");
    expect((await decideDates(app, actor, "day-first")).kind).toBe("forbidden");
  }
});

test("what nobody decides is forgotten after 90 days, and with the person it is about", async () => {
  const { app, actor } = await deciding({
    a: exportedAppointment({ date: "24/06/2026" }),
    b: exportedAppointment({ date: "03/04/2026" }),
    c: exportedAppointment({ date: "03/04/2026", email: "other@example.com", phone: "07700 900999" }),
  });
  const { client_id } = await app.db.kysely
    .selectFrom("appointments")
    .select("client_id")
    .where("source", "=", "import")
    .executeTakeFirstOrThrow();
  expect(await erase(app, actor, { id: client_id ?? "", personalData })).toEqual({ kind: "erased" });
  const left = async () => (await recordsIn(app)).filter(({ raw }) => raw !== null).map(({ source }) => source);
  expect(await left()).toEqual(["appointments/c"]);
  app.clock.set(app.clock.now() + 91 * DAY);
  await endReviews(app);
  expect(await left()).toEqual([]);
});

test.each(["", "take:2026-02-31:600", "take:2026-04-03:1440", "take:9999-01-01:600", "typed", "take::"])(
  "the choice %j is none",
  (choice) => {
    expect(decisionFrom({ choice, day: "", time: "" })).toMatchObject({ kind: "invalid" });
  },
);

import { expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import { getBalance, getBillOf } from "#app/payments/bills.db.server.ts";
import { chargeFee, followSchedule, noteFeeRule } from "#app/payments/fees.server.ts";
import { takePayment } from "#app/payments/take-payment.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { settingSchemas } from "#app/settings/settings.ts";
import { decline, take } from "#app/waiting-list/answer.server.ts";
import { offerSecretOf } from "#app/waiting-list/entries.db.server.ts";
import { join } from "#app/waiting-list/join.server.ts";
import { runRounds } from "#app/waiting-list/rounds.server.ts";
import { switchWaitingList } from "#app/waiting-list/switch.server.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { takesPayments } from "#tests/support/options.ts";
import { walkedIn } from "#tests/support/practice.ts";
import { SOUND, unsoundness } from "#tests/support/soundness.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const OWNER: Actor = { kind: "admin", userId: "owner" };
const DAY = 86_400_000;
const TOM = { service: "deep-tissue-massage", minutes: 60, therapist: "tom-ellery" };

/** `notice`: until when a client may cancel for nothing, in hours. */
type Terms = { notice: number; start: number; date: string };
const TODAY: Terms = { notice: 24, start: at("14:00", "2027-05-04"), date: "2027-05-04" };
const IN_TWO_DAYS: Terms = { notice: 72, start: at("14:00", "2027-05-06"), date: "2027-05-06" };

/** Leila booked a month ago, has just cancelled late, and owes half of the price; `paid`: she has paid it. */
async function lateFee({ notice, start, date }: Terms, { paid }: { paid: boolean }) {
  const app = await demoApp();
  const now = app.clock.now();
  const write = async (key: "bookingRules" | "moneyRules", value: object) =>
    writeSetting(app.db.kysely, { key, value: settingSchemas[key].parse(value) as never, now: app.clock.now() });
  app.clock.set(now - 90 * DAY);
  await takesPayments(app);
  await write("bookingRules", { chargesLate: true, changeNotice: notice * 60 });
  await write("moneyRules", {});
  await raiseContentVersion(app.db.kysely, app.clock.now());
  await noteFeeRule(app);
  app.clock.set(now - 30 * DAY);
  await switchWaitingList(app, OWNER, true);
  const leila = await booked(app, { ...TOM, start, name: "Leila", email: "leila@example.com", phone: "+441632960011" });
  app.clock.set(now);
  for (const name of ["Rosa", "Rory"]) await waits(app, name, date);
  await cancel(app, OWNER, { appointmentId: leila.id, reason: null, askedBy: "client" });
  const charged = await chargeFee(app, OWNER, { appointmentId: leila.id, pence: 2900, key: newId() });
  expect(charged.kind).toBe("changed");
  if (paid) {
    const taking = { lines: [{ method: "card" as const, pence: 2900 }], tipPence: 0, extras: [], discount: null };
    const outcome = await takePayment(app, OWNER, {
      appointmentId: leila.id,
      key: newId(),
      taking: { ...taking, seenPence: 2900 },
    });
    expect(outcome.kind).toBe("taken");
  }
  expect(await followSchedule(app)).toBe(0);
  later(app);
  await runRounds(app);
  return { app, leila };
}

function later(app: TestApp) {
  app.clock.set(app.clock.now() + 1000);
}

async function waits(app: TestApp, name: string, until: string) {
  const preferences = {
    service: TOM.service,
    minutes: 60,
    therapists: [TOM.therapist],
    weekdays: [],
    dayTimes: [],
    until,
  };
  const person = { name, email: `${name.toLowerCase()}@example.com`, phone: null };
  expect((await join(app, OWNER, { input: { ...preferences, ...person } })).kind).toBe("joined");
  later(app);
}

async function offers(app: TestApp) {
  const rows = await app.db.kysely.selectFrom("waiting_offers").select(["id", "state"]).orderBy("created_at").execute();
  return rows.map(({ id, state }) => ({ state, token: offerSecretOf(app, id) }));
}

async function money(app: TestApp, appointmentId: string) {
  const row = await app.db.kysely
    .selectFrom("appointments")
    .select("client_id")
    .where("id", "=", appointmentId)
    .executeTakeFirstOrThrow();
  const fees = await app.db.kysely.selectFrom("fees").select("state").execute();
  const bill = await getBillOf(app.db.kysely, appointmentId);
  const { owed, credit } = await getBalance(app.db.kysely, row.client_id ?? "");
  return { fees: fees.map(({ state }) => state), asked: bill?.owedPence, owed, credit };
}

const FILLED = {
  "by the waiting list, first press": async (app: TestApp) => {
    const [first, second] = await offers(app);
    expect([first?.state, second?.state]).toEqual(["open", "open"]);
    const both = await Promise.all([take(app, first?.token ?? ""), take(app, second?.token ?? "")]);
    expect(both.map(({ kind }) => kind).sort()).toEqual(["lost", "taken"]);
  },
  "at the desk": async (app: TestApp) => {
    const typed = { day: TODAY.date, time: "14:00", therapist: TOM.therapist, minutes: "60", despite: "on" as const };
    await walkedIn(app, typed);
  },
  "by a move": async (app: TestApp) => {
    const { id } = await walkedIn(app, { day: "2027-05-11", time: "10:00", therapist: TOM.therapist, minutes: "60" });
    await followSchedule(app);
    const moved = await moveAppointment(app, OWNER, { appointmentId: id, start: TODAY.start, despite: true });
    expect(moved.kind).toBe("moved");
  },
};

test.each(Object.entries(FILLED))("a late fee goes away, once, when its time is filled %s", async (_, fill) => {
  const { app, leila } = await lateFee(TODAY, { paid: false });
  expect(await money(app, leila.id)).toMatchObject({ fees: ["charged"], asked: 2900, owed: 2900 });
  await fill(app);
  await Promise.all([followSchedule(app), followSchedule(app)]);
  expect(await followSchedule(app)).toBe(0);
  expect(await money(app, leila.id)).toEqual({ fees: ["released"], asked: 0, owed: 0, credit: 0 });
  expect((await verifyLedger(app.db.kysely)).fault).toBeNull();
  expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
});

test.each(Object.entries(FILLED))(
  "a late fee that was paid comes back, once, when its time is filled %s",
  async (_, fill) => {
    const { app, leila } = await lateFee(TODAY, { paid: true });
    await fill(app);
    await Promise.all([followSchedule(app), followSchedule(app)]);
    expect(await followSchedule(app)).toBe(0);
    expect(await money(app, leila.id)).toEqual({ fees: ["returned"], asked: 0, owed: 0, credit: 2900 });
    expect((await verifyLedger(app.db.kysely)).fault).toBeNull();
  },
);

test("while the time is only kept for someone the fee stays; it goes when the next person takes the time", async () => {
  const { app, leila } = await lateFee(IN_TWO_DAYS, { paid: false });
  const [kept] = await offers(app);
  expect(kept?.state).toBe("held");
  expect(await followSchedule(app)).toBe(0);
  expect(await money(app, leila.id)).toMatchObject({ fees: ["charged"], owed: 2900 });
  await decline(app, kept?.token ?? "");
  const [, next] = await offers(app);
  expect(next?.state).toBe("held");
  expect(await followSchedule(app)).toBe(0);
  expect((await take(app, next?.token ?? "")).kind).toBe("taken");
  expect(await followSchedule(app)).toBe(1);
  expect(await money(app, leila.id)).toMatchObject({ fees: ["released"], owed: 0 });
});

import { expect, test } from "vitest";
import { getBalance, getBillOf } from "#app/payments/bills.db.server.ts";
import { getCheckout, moneyOf } from "#app/payments/checkout.server.ts";
import { getClientMoney } from "#app/payments/client-money.server.ts";
import { closeDay, differencesByPerson, listClosings } from "#app/payments/close-day.server.ts";
import { decideRequest, listRequests } from "#app/payments/money-requests.server.ts";
import { giveBack, giveCreditBack, takeBack, writeOff } from "#app/payments/take-back.server.ts";
import { addCredit, payTogether, takePayment } from "#app/payments/take-payment.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { getAdminCounts } from "#app/routes/admin/admin-counts.server.ts";
import { takesPayments } from "#tests/support/options.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { demoApp, type TestApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

const OWNER: Actor = { kind: "admin", userId: "owner", isConfirmed: true };
const STALE: Actor = { kind: "admin", userId: "owner", isConfirmed: false };
const RECEPTION: Actor = { kind: "staff", userId: "r", roles: ["reception"], therapistId: null, choices: [] };
const TOM_ID = "demo-tom-ellery";
const TOM: Actor = { kind: "staff", userId: "t", roles: ["therapist"], therapistId: TOM_ID, choices: [] };
const HOUR = 3_600_000;

/** Ana has three attended appointments: two of the practice's, and one of a therapist who sells for himself. */
async function practice(pence = 4800): Promise<TestApp> {
  const app = await demoApp();
  await takesPayments(app, { ownSeller: "demo-tom-ellery" });
  const therapists = ["demo-imogen-hartley", "demo-imogen-hartley", "demo-tom-ellery"];
  await insertVisits(
    app,
    therapists.map((therapist, at) => ({
      ...{ id: `visit-${at}`, client: "ana", start: TUESDAY_NINE + at * HOUR, minutes: 45, pence, therapist },
      ...{ service: "demo-deep-tissue-massage", source: "website", status: "Confirmed", state: "finished" },
      cancelled: null,
    })),
  );
  app.clock.set(TUESDAY_NINE + 5 * HOUR);
  return app;
}

const together = (
  app: TestApp,
  seenPence: number,
  method: "card" | "credit" = "card",
  ids = ["visit-0", "visit-1", "visit-2"],
) => payTogether(app, OWNER, { clientId: "ana", appointmentIds: ids, method, seenPence, key: newId() });
const owed = async (app: TestApp) =>
  (await Promise.all([0, 1, 2].map((at) => getBillOf(app.db.kysely, `visit-${at}`)))).map(
    (bill) => bill?.owedPence ?? null,
  );
const payments = (app: TestApp) =>
  app.db.kysely
    .selectFrom("payments")
    .select(["id", "seller_id", "pence", "taking_id"])
    .orderBy("seller_id")
    .orderBy("at")
    .execute();
const reason = "Moved away";

test("one press pays several appointments, with a payment for each seller, and two desks never pay them twice", async () => {
  const app = await practice();
  const outcomes = await Promise.all([together(app, 14_400), together(app, 14_400)]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["conflict", "taken"]);
  expect(outcomes.find(({ kind }) => kind === "conflict")).toMatchObject({
    message: "Someone has changed this. Nothing is left to pay.",
  });
  expect((await payments(app)).map(({ seller_id, pence }) => [seller_id, pence])).toEqual([
    ["1", 9600],
    ["2", 4800],
  ]);
  expect(await owed(app)).toEqual([0, 0, 0]);
  const [first] = await payments(app);
  await takeBack(app, OWNER, { takingId: first?.taking_id ?? "", key: newId(), reason });
  expect(await owed(app)).toEqual([4800, 4800, 0]);
  expect((await together(app, 9600, "card", ["visit-0", "visit-1"])).kind).toBe("taken");
  const paid = await app.db.kysely.selectFrom("payments").select("id").where("pence", "=", 9600).execute();
  // On the page of one appointment, its own part is given back.
  for (const { id } of paid) {
    const checkout = await getCheckout(app, OWNER, "visit-1");
    if (checkout?.payments.find((one) => one.id === id)?.restPence !== 4800) continue;
    const giving = { paymentId: id, appointmentId: "visit-1", reason, owesAgain: true };
    expect(await giveBack(app, OWNER, { ...giving, pence: 4801, key: newId() })).toEqual({
      kind: "conflict",
      message: "Only £48.00 of it is left.",
    });
    expect((await giveBack(app, OWNER, { ...giving, pence: 4800, key: newId() })).kind).toBe("undone");
  }
  expect(await owed(app)).toEqual([0, 4800, 0]);
  expect((await verifyLedger(app.db.kysely)).fault).toBeNull();
});

test("what has changed since the page was shown is refused with what is left, and nothing is written", async () => {
  const app = await practice();
  const taking = { lines: [{ method: "cash" as const, pence: 800 }], tipPence: 0, extras: [], discount: null };
  await takePayment(app, OWNER, { appointmentId: "visit-0", key: newId(), taking: { ...taking, seenPence: 4800 } });
  expect(await together(app, 14_400)).toEqual({
    kind: "conflict",
    message: "Someone has changed this. £136.00 is left to pay.",
    owed: 13_600,
  });
  expect((await together(app, 13_600)).kind).toBe("taken");
  expect(await together(app, 0, "card", [])).toMatchObject({ kind: "invalid" });
});

test("credit is put on account, spent with the seller who holds it, and given back up to what is left", async () => {
  const app = await practice();
  const add = { clientId: "ana", sellerId: "1", method: "bank" as const, pence: 10_000 };
  expect((await addCredit(app, OWNER, { ...add, key: "once" })).kind).toBe("taken");
  expect((await addCredit(app, OWNER, { ...add, key: "once" })).kind).toBe("taken");
  expect(await getBalance(app.db.kysely, "ana")).toEqual({ owed: 0, credit: 10_000 });
  expect(await together(app, 14_400, "credit")).toEqual({
    kind: "invalid",
    errors: { credit: "There is £0.00 of credit." },
  });
  expect((await together(app, 4800, "credit", ["visit-0"])).kind).toBe("taken");
  const back = (pence: number, why = reason) =>
    giveCreditBack(app, OWNER, { clientId: "ana", sellerId: "1", pence, reason: why, key: newId() });
  expect(await back(5201)).toEqual({ kind: "conflict", message: "Only £52.00 of credit is left." });
  expect(await back(100, " ")).toMatchObject({ kind: "invalid", errors: { reason: /Enter a reason/ } });
  const both = await Promise.all([back(3000), back(3000)]);
  expect(both.map(({ kind }) => kind).sort()).toEqual(["conflict", "undone"]);
  expect(await getClientMoney(app, OWNER, "ana")).toMatchObject({ owedPence: 9600, creditPence: 2200 });
  expect((await verifyLedger(app.db.kysely)).fault).toBeNull();
});

test("an appointment says what its client owes for others and has of credit, to those who see all of it", async () => {
  const app = await practice();
  const shown = async (actor: Actor) =>
    (await moneyOf(app, actor, [{ id: "visit-2", pricePence: 4800, status: "Confirmed", therapistId: TOM_ID }]))?.[
      "visit-2"
    ];
  expect(await shown(OWNER)).toMatchObject({ owedPence: 4800, beside: { owedPence: 9600, creditPence: 0 } });
  await together(app, 4800, "card", ["visit-0"]);
  await addCredit(app, OWNER, { clientId: "ana", sellerId: "1", pence: 6000, key: newId(), method: "cash" });
  expect((await shown(RECEPTION))?.beside).toEqual({ owedPence: 4800, creditPence: 6000 });
  expect(await shown(TOM)).toMatchObject({ owedPence: 4800, beside: null });
});

test("giving back or writing off above the limit takes an owner who has just confirmed who they are", async () => {
  const app = await practice(15_000);
  await together(app, 15_000, "card", ["visit-0"]);
  const [{ id: paymentId = "", taking_id: takingId = "" } = {}] = await payments(app);
  app.clock.set(app.clock.now() + HOUR);
  const give = (actor: Actor, pence: number) =>
    giveBack(app, actor, { paymentId, pence, reason, owesAgain: false, key: newId() });
  const message = "An owner decides about more than £100.00. They have your request.";
  expect(await give(RECEPTION, 10_001)).toEqual({ kind: "asked", message });
  expect(await give(STALE, 10_001)).toEqual({ kind: "unconfirmed" });
  expect(await takeBack(app, STALE, { takingId, reason, key: newId() })).toEqual({ kind: "unconfirmed" });
  expect(await give(TOM, 100)).toEqual({ kind: "not-found" });
  expect((await give(RECEPTION, 10_000)).kind).toBe("undone");
  expect((await give(OWNER, 5000)).kind).toBe("undone");
  const taking = { lines: [], tipPence: 0, extras: [], discount: null, seenPence: 15_000 };
  await takePayment(app, OWNER, { appointmentId: "visit-1", key: newId(), taking });
  const off = (actor: Actor) =>
    writeOff(app, actor, { appointmentId: "visit-1", reason, seenPence: 15_000, key: newId() });
  expect(await off(RECEPTION)).toEqual({ kind: "asked", message });
  expect(await off(STALE)).toEqual({ kind: "unconfirmed" });
  expect((await off(OWNER)).kind).toBe("undone");
  const credit = { clientId: "ana", sellerId: "1", pence: 10_001, reason, key: newId() };
  await addCredit(app, OWNER, { ...credit, method: "cash" });
  expect(await giveCreditBack(app, STALE, { ...credit, key: newId() })).toEqual({ kind: "unconfirmed" });
});

test("what reception may not give back itself is asked of an owner, who does it once or declines it", async () => {
  const app = await practice(15_000);
  const db = app.db.kysely;
  await together(app, 15_000, "card", ["visit-0"]);
  const [{ id: paymentId = "" } = {}] = await payments(app);
  const kit = await personIn(app, { name: "Kit Larkin" });
  const desk: Actor = { ...RECEPTION, userId: kit.id } as Actor;
  const ask = (pence: number) =>
    giveBack(app, desk, { paymentId, appointmentId: "visit-0", pence, reason, owesAgain: false, key: newId() });
  for (const pence of [12_000, 12_000, 11_000]) {
    expect((await ask(pence)).kind).toBe("asked");
    app.clock.set(app.clock.now() + 1000);
  }
  expect((await payments(app)).length).toBe(1);
  const lines = async () => (await getAdminCounts(app, OWNER)).needs;
  expect(await lines()).toContainEqual(
    expect.objectContaining({ label: "Refunds and write-offs to decide", count: 2, to: "/admin/money/requests" }),
  );
  const [first, second] = await listRequests(db);
  expect(first).toMatchObject({ what: "Give back £120.00", name: "=ana", who: "Kit Larkin", reason });
  const decide = (actor: Actor, id = "", agrees = true) => decideRequest(app, actor, { id, agrees });
  expect(await decide(desk, first?.id)).toEqual({ kind: "not-found" });
  expect(await decide(STALE, first?.id)).toEqual({ kind: "unconfirmed" });
  const both = await Promise.all([decide(OWNER, first?.id), decide(OWNER, first?.id)]);
  expect(both.map(({ kind }) => kind).sort()).toEqual(["conflict", "decided"]);
  expect((await payments(app)).map(({ pence }) => pence).sort()).toEqual([-12_000, 15_000]);
  // Less is left by now, and it says so; what is declined changes nothing.
  const message = "Only £30.00 of it is left.";
  expect(await decide(OWNER, second?.id)).toEqual({ kind: "conflict", message });
  expect(await decide(OWNER, second?.id, false)).toEqual({ kind: "decided" });
  expect([await listRequests(db), (await payments(app)).length]).toEqual([[], 2]);
  expect((await verifyLedger(db)).fault).toBeNull();
});

test("one owner agrees while another declines: what is given back is never called undecided", async () => {
  const app = await practice(15_000);
  await together(app, 15_000, "card", ["visit-0"]);
  const [{ id: paymentId = "" } = {}] = await payments(app);
  const back = { paymentId, appointmentId: "visit-0", pence: 12_000, reason, owesAgain: false, key: newId() };
  expect((await giveBack(app, RECEPTION, back)).kind).toBe("asked");
  const [{ id = "" } = {}] = await listRequests(app.db.kysely);
  const [agreed] = await Promise.all([true, false].map((agrees) => decideRequest(app, OWNER, { id, agrees })));
  const { state } = await app.db.kysely.selectFrom("money_requests").select("state").executeTakeFirstOrThrow();
  const isGiven = (await payments(app)).length === 2;
  expect([agreed?.kind, state]).toEqual(isGiven ? ["decided", "done"] : ["conflict", "declined"]);
});

test("each way to give back or write off can be asked for, and an erased client's request goes", async () => {
  const app = await practice(15_000);
  const db = app.db.kysely;
  await together(app, 15_000, "card", ["visit-0"]);
  const [{ taking_id: takingId = "" } = {}] = await payments(app);
  await addCredit(app, OWNER, { clientId: "ana", sellerId: "1", pence: 20_000, key: newId(), method: "cash" });
  const taking = { lines: [], tipPence: 0, extras: [], discount: null, seenPence: 15_000 };
  await takePayment(app, OWNER, { appointmentId: "visit-1", key: newId(), taking });
  app.clock.set(app.clock.now() + HOUR);
  const key = () => newId();
  await takeBack(app, RECEPTION, { takingId, reason, key: key() });
  await giveCreditBack(app, RECEPTION, { clientId: "ana", sellerId: "1", pence: 20_000, reason, key: key() });
  await writeOff(app, RECEPTION, { appointmentId: "visit-1", reason, seenPence: 15_000, key: key() });
  const requests = await listRequests(db);
  expect(requests.map(({ what }) => what).sort()).toEqual([
    "Give back credit of £200.00",
    "Take back a payment of £150.00",
    "Write off £150.00",
  ]);
  for (const { id } of requests)
    expect(await decideRequest(app, OWNER, { id, agrees: true })).toEqual({ kind: "decided" });
  expect(await getBalance(db, "ana")).toEqual({ owed: 15_000, credit: 0 });
  expect((await verifyLedger(db)).fault).toBeNull();
  app.clock.set(TUESDAY_NINE + 90 * 24 * HOUR);
  expect(await erase(app, OWNER, { id: "ana", personalData })).toEqual({ kind: "erased" });
  expect(await db.selectFrom("money_requests").selectAll().execute()).toEqual([]);
});

test("each payment names who took it, and cash differences are told by person", async () => {
  const app = await practice();
  const kit = await personIn(app, { name: "Kit Larkin", role: "admin" });
  const actor: Actor = { kind: "admin", userId: kit.id };
  const press = {
    clientId: "ana",
    appointmentIds: ["visit-0"],
    method: "cash" as const,
    seenPence: 4800,
    key: newId(),
  };
  expect((await payTogether(app, actor, press)).kind).toBe("taken");
  expect((await getClientMoney(app, OWNER, "ana"))?.payments).toMatchObject([{ who: "Kit Larkin", pence: 4800 }]);
  const close = { sellerId: "1", day: "2027-05-04", floatPence: 0, sentence: "Gave too much change.", seenPence: 4800 };
  expect((await closeDay(app, actor, { ...close, counted: { cash: 4300 } })).kind).toBe("closed");
  const closings = await listClosings(app.db.kysely, { sellerId: "1", from: "2027-05-01", to: "2027-05-31" });
  expect(await differencesByPerson(app.db.kysely, closings)).toEqual([{ who: "Kit Larkin", days: 1, pence: -500 }]);
});

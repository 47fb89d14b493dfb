import { expect, test } from "vitest";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { book } from "#app/appointments/booking/book.server.ts";
import { releaseSome } from "#app/appointments/booking/booking.jobs.server.ts";
import { holdSecretOf } from "#app/appointments/booking/booking-holds.db.server.ts";
import { confirmHold, getHoldBySecret } from "#app/appointments/booking/confirm-hold.server.ts";
import { reschedule } from "#app/appointments/booking/reschedule.server.ts";
import { choicesFrom } from "#app/appointments/booking/scheduler/choices.ts";
import { getScheduler } from "#app/appointments/booking/scheduler/get-scheduler.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { bookingConfirmed } from "#app/appointments/mails/booked.mail.tsx";
import { bookingCancelled } from "#app/appointments/mails/cancelled.mail.tsx";
import { markAttendance } from "#app/appointments/mark-attendance.server.ts";
import { clientFor } from "#app/clients/client-for-booking.server.ts";
import { getBillOf } from "#app/payments/bills.db.server.ts";
import { getCheckout } from "#app/payments/checkout.server.ts";
import { chargeFee, followSchedule, listFeeProposals } from "#app/payments/fees.server.ts";
import { followOnline } from "#app/payments/online/online.jobs.server.ts";
import { startPaying } from "#app/payments/online/open-page.server.ts";
import { afterCancelling, paidMoneyOf, prepayOf, withPayWords } from "#app/payments/online/prepay.server.ts";
import { COURSE } from "#app/payments/online/prepay-rule.ts";
import { productForm, saveProduct } from "#app/payments/shop/products.server.ts";
import { sell } from "#app/payments/shop/sell.server.ts";
import { shareCourse } from "#app/payments/shop/share-course.server.ts";
import { listVouchers } from "#app/payments/shop/vouchers.db.server.ts";
import { takePayment } from "#app/payments/take-payment.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, visitor } from "#app/platform/permissions.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { at, expectBooked, inputFor } from "#tests/support/booking-inputs.ts";
import { apartStarts } from "#tests/support/bookings.ts";
import { takesPayments } from "#tests/support/options.ts";
import { DEEP_TISSUE, OWNER, one, payingToBook } from "#tests/support/pretend-stripe.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = "2027-06-02";
const PENCE = 12_001;

/** A signed-in client with a course of three for deep tissue. */
async function withCourse(app: TestApp, sessions = "3") {
  const me = await clientIn(app);
  const fields = { kind: "course", title: "Course of 3", price: "120.01", sessions, serviceId: DEEP_TISSUE };
  const value = productForm.parse({ ...fields, onSale: "on" });
  expect((await saveProduct(app, OWNER, { id: null, version: 0, value })).kind).toBe("saved");
  const product = app.db.kysely.selectFrom("products").select("id").where("title", "=", "Course of 3");
  const { id: productId } = await product.executeTakeFirstOrThrow();
  const sale = {
    ...{ products: [{ productId, quantity: 1 }], voucherPence: 0, seenPence: PENCE },
    lines: [{ method: "cash" as const, pence: PENCE }],
  };
  expect((await sell(app, OWNER, { sellerId: "1", clientId: me.clientId, key: newId(), sale })).kind).toBe("sold");
  const [course] = await listVouchers(app.db.kysely, { clientId: me.clientId });
  return { ...me, courseId: course?.id ?? "" };
}

async function clientIn(app: TestApp) {
  const person = await personIn(app);
  const client = await app.db.kysely
    .transaction()
    .execute((tx) =>
      clientFor(
        tx,
        { by: "person", userId: person.id, name: person.name, email: person.email, phone: null },
        app.clock.now(),
      ),
    );
  return { actor: { kind: "client", userId: person.id } as const, clientId: client.id, email: person.email };
}

function tryWith(
  app: TestApp,
  { actor, pays, start = at("10:00", DAY) }: { actor: Actor; pays: string | null; start?: number },
) {
  const input = inputFor({ start, therapist: "imogen-hartley" });
  return book(app, actor, { input, idempotencyKey: null, pays, prepay: prepayOf(app, "en-GB") });
}

async function bookedWith(app: TestApp, { actor, courseId }: { actor: Actor; courseId: string }, start?: number) {
  const outcome = await tryWith(app, { actor, pays: `${COURSE}${courseId}`, ...(start && { start }) });
  return expectBooked(outcome).appointment.id;
}

async function later(app: TestApp, ms: number) {
  app.clock.set(app.clock.now() + ms);
  await followSchedule(app);
  await followOnline(app);
}

const leftOf = async (app: TestApp) => (await listVouchers(app.db.kysely, { sellerIds: ["1"] }))[0]?.leftSessions;
const statusOf = async (app: TestApp, id: string) => (await getAppointment(app.db.kysely, id))?.status;
const inOneLine = (text = "") => text.replace(/\s+/g, " ");
const asClient = (id: string) => ({ appointmentId: id, reason: null, askedBy: "client" as const });

test("a course books at once where a deposit is asked for, holds a session, and is counted once at the desk", async () => {
  const { app, stripe } = await payingToBook();
  const mine = await withCourse(app);
  const id = await bookedWith(app, mine);
  expect(await statusOf(app, id)).toBe("Confirmed");
  expect(await leftOf(app)).toBe(2);
  expect(await getBillOf(app.db.kysely, id)).toMatchObject({ owedPence: 0, hasService: true, clientId: mine.clientId });
  expect(await getCheckout(app, OWNER, id)).toMatchObject({ owedPence: 0, spent: [{ text: "Course of 3" }] });
  const spend = { voucherId: mine.courseId, pence: null, seenLeft: null };
  const taking = { lines: [], tipPence: 0, extras: [], discount: null, seenPence: 0, spend };
  expect((await takePayment(app, OWNER, { appointmentId: id, key: newId(), taking })).kind).toBe("invalid");
  const appointment = await getAppointment(app.db.kysely, id);
  const money = appointment && (await paidMoneyOf(app, appointment, "en-GB"));
  expect(money?.button).toBe("Cancel and get the session back");
  const words = inOneLine((await bookingConfirmed.render(app, { appointmentId: id }))?.text);
  expect(words).toMatch(/ in total, paid with a session of a course /);
  expect(words).toMatch(/A session of a course is used\. Cancel by .*, and the session goes back to the course\. /);
  expect(words).not.toContain("on the day");
  await later(app, 30 * MINUTE);
  expect([await statusOf(app, id), await leftOf(app), stripe.sessions.size]).toEqual(["Confirmed", 2, 0]);
  expect((await verifyLedger(app.db.kysely)).fault).toBe(null);
});

test("two bookings at once never share the last session, and nobody uses another’s course", async () => {
  const { app } = await payingToBook();
  const mine = await withCourse(app, "1");
  const other = await clientIn(app);
  const pays = `${COURSE}${mine.courseId}`;
  for (const actor of [other.actor, visitor]) expect((await tryWith(app, { actor, pays })).kind).toBe("repriced");
  expect((await tryWith(app, { actor: mine.actor, pays: COURSE })).kind).toBe("repriced");
  const starts = [at("10:00", DAY), at("14:00", DAY)];
  const both = await Promise.all(starts.map((start) => tryWith(app, { actor: mine.actor, pays, start })));
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(["booked", "repriced"]);
  expect(await leftOf(app)).toBe(0);
  const rows = await app.db.kysely.selectFrom("appointments").select("id").where("user_id", "is not", null).execute();
  expect(rows).toHaveLength(1);
});

test.each([
  ["in time", 5 * 24 * HOUR, { keeps: 100, left: 3 }],
  ["late, where all is kept", 10 * HOUR, { keeps: 100, left: 2 }],
] as const)("cancelled %s, the session is where the words say", async (_when, before, { keeps, left }) => {
  const { app } = await payingToBook({ leisure: [DEEP_TISSUE], keeps });
  const mine = await withCourse(app);
  const id = await bookedWith(app, mine);
  app.clock.set(at("10:00", DAY) - before);
  const appointment = await getAppointment(app.db.kysely, id);
  const money = appointment && (await paidMoneyOf(app, appointment, "en-GB"));
  expect(money?.button).toBe(left === 3 ? "Cancel and get the session back" : "Cancel: the session is used");
  expect((await cancel(app, OWNER, asClient(id))).kind).toBe("cancelled");
  const words = inOneLine((await bookingCancelled.render(app, { appointmentId: id }))?.text);
  expect(words).toContain(
    "Unless it counts as used under the rule you agreed to, the session goes back to the course.",
  );
  await later(app, HOUR);
  await later(app, HOUR);
  expect(await leftOf(app)).toBe(left);
  expect((await getBillOf(app.db.kysely, id))?.owedPence).toBe(0);
  const after = appointment && (await afterCancelling(app, appointment, "en-GB"));
  expect(after).toMatch(left === 3 ? /is on the course again/ : /is used\. If someone else books/);
  if (left === 3) return;
  // Sold again, it goes back.
  const input = inputFor({ start: at("10:00", DAY), therapist: "imogen-hartley", email: "bo@example.com" });
  expectBooked(await book(app, OWNER, { input, idempotencyKey: null }));
  await later(app, MINUTE);
  expect(await leftOf(app)).toBe(3);
  expect((await verifyLedger(app.db.kysely)).fault).toBe(null);
});

test("cancelled late, where half the price may be kept, the session goes back and the fee waits for a person", async () => {
  const { app } = await payingToBook({ leisure: [DEEP_TISSUE] });
  const mine = await withCourse(app);
  const id = await bookedWith(app, mine);
  app.clock.set(at("10:00", DAY) - 10 * HOUR);
  const appointment = await getAppointment(app.db.kysely, id);
  const money = appointment && (await paidMoneyOf(app, appointment, "en-GB"));
  expect(money?.cost).toEqual({
    ...{ title: "The session goes back to the course", upTo: "£29.00" },
    why: "Up to £29.00 may be charged, and nothing if someone else books the time.",
  });
  expect((await cancel(app, OWNER, asClient(id))).kind).toBe("cancelled");
  await later(app, HOUR);
  expect(await leftOf(app)).toBe(3);
  const after = appointment && (await afterCancelling(app, appointment, "en-GB"));
  expect(after).toBe("The session is on the course again.");
  expect((await chargeFee(app, OWNER, { appointmentId: id, key: newId(), pence: 2900 })).kind).toBe("changed");
  expect(await getBillOf(app.db.kysely, id)).toMatchObject({ owedPence: 2900, feePence: 2900, spentPence: 0 });
  expect((await verifyLedger(app.db.kysely)).fault).toBe(null);
});

test.each([
  {
    ...{
      rule: "where all of the price is kept",
      leisure: [DEEP_TISSUE],
      keeps: 100,
      left: 2,
      feePence: 5800,
      open: [],
    },
    ...{ before: "The session is used.", after: "The session of the course is used." },
  },
  {
    ...{
      rule: "where half of it is kept, and the fee waits",
      leisure: [DEEP_TISSUE],
      keeps: 50,
      left: 3,
      feePence: 0,
      open: [null],
    },
    before: "The session goes back to the course. Up to £29.00 may be charged.",
    after: "The session is on the course again.",
  },
  {
    ...{ rule: "within 14 days of booking", leisure: [], keeps: 100, left: 3, feePence: 0, open: ["within-14-days"] },
    before: "The session goes back to the course. You pay nothing.",
    after: "The session is on the course again.",
  },
])("a missed appointment $rule: the session is where its client reads it", async ({ rule: _, left, ...one }) => {
  const { app } = await payingToBook({ leisure: one.leisure, keeps: one.keeps });
  const mine = await withCourse(app);
  const start = at("10:00", one.leisure.length > 0 ? DAY : "2027-05-12");
  const id = await bookedWith(app, mine, start);
  const read = async () => {
    const appointment = await getAppointment(app.db.kysely, id);
    return appointment && afterCancelling(app, appointment, "en-GB");
  };
  await later(app, start - app.clock.now() + 2 * HOUR);
  // Whoever came reads nothing of it.
  expect(await read()).toBe(null);
  const missed = { appointmentId: id, attendance: "missed" as const };
  expect((await markAttendance(app, OWNER, missed)).kind).toBe("changed");
  await later(app, HOUR);
  // A press on the wrong line can be put right for a day.
  expect([await read(), await leftOf(app)]).toEqual([one.before, 2]);
  await later(app, 25 * HOUR);
  expect([await read(), await leftOf(app)]).toEqual([one.after, left]);
  expect(await getBillOf(app.db.kysely, id)).toMatchObject({ owedPence: 0, feePence: one.feePence });
  // What a person may still charge, or why nothing may be.
  const { settings } = await readSettings(app.db.kysely, app.log);
  const which = { scope: "all" as const, now: app.clock.now(), appointmentId: id };
  expect((await listFeeProposals(app.db.kysely, settings, which)).map(({ why }) => why)).toEqual(one.open);
  expect((await verifyLedger(app.db.kysely)).fault).toBe(null);
});

test("the session comes back when the practice cancels, however late", async () => {
  const { app } = await payingToBook({ leisure: [DEEP_TISSUE] });
  const mine = await withCourse(app);
  const id = await bookedWith(app, mine);
  app.clock.set(at("10:00", DAY) - HOUR);
  const why = { appointmentId: id, reason: null, askedBy: "practice" as const };
  expect((await cancel(app, OWNER, why)).kind).toBe("cancelled");
  const words = inOneLine((await bookingCancelled.render(app, { appointmentId: id }))?.text);
  expect(words).toContain("It was booked with a session of a course. The session goes back to the course.");
  const appointment = await getAppointment(app.db.kysely, id);
  const after = () => appointment && afterCancelling(app, appointment, "en-GB");
  expect(await after()).toBe("The session goes back to the course. You pay nothing.");
  await later(app, HOUR);
  expect(await leftOf(app)).toBe(3);
});

test("the booking page offers it to its client and whoever shares it, preselected where a payment is asked for", async () => {
  const { app } = await payingToBook();
  const mine = await withCourse(app);
  const other = await clientIn(app);
  const seen = async (actor: Actor, query = "") => {
    const choices = choicesFrom(new URLSearchParams(`service=deep-tissue-massage&minutes=60&day=${DAY}${query}`));
    const found = await getScheduler(app, choices, "en-GB");
    if (!found || "unavailable" in found) throw new Error("nothing");
    const { course, times } = await withPayWords(app, actor, found);
    return { course, button: times[0]?.pay?.button, seen: times[0]?.pay?.seen };
  };
  const name = "your course (3 left)";
  expect(await seen(mine.actor)).toEqual({
    ...{ course: { name, isUsed: true }, button: "Book with your course", seen: `${COURSE}${mine.courseId}` },
  });
  expect(await seen(mine.actor, "&course=keep")).toMatchObject({
    ...{ course: { name, isUsed: false }, button: "Pay £15.00 and book" },
  });
  for (const actor of [visitor, other.actor])
    expect(await seen(actor, "&course=use")).toMatchObject({ course: undefined, button: "Pay £15.00 and book" });
  expect((await shareCourse(app, mine.actor, { voucherId: mine.courseId, email: other.email })).kind).toBe("saved");
  expect((await seen(other.actor)).course?.name).toBe("Pat Example’s course (3 left)");
  expectBooked(await tryWith(app, { actor: other.actor, pays: `${COURSE}${mine.courseId}` }));
  expect(await leftOf(app)).toBe(2);
});

test("without a rule it is used by choice alone", async () => {
  const app = await demoApp();
  await takesPayments(app);
  const mine = await withCourse(app);
  expectBooked(await tryWith(app, { actor: mine.actor, pays: null }));
  expect(await leftOf(app)).toBe(3);
  await bookedWith(app, mine, at("14:00", DAY));
  expect(await leftOf(app)).toBe(2);
});

/** Whoever books must open a mailed link first; from the fourth one on, no time is kept for it. */
async function behindLinks(sessions: string) {
  const { app, stripe } = await payingToBook();
  const mine = await withCourse(app, sessions);
  const limited = { ...app, config: { ...app.config, rateLimits: true, smtpUrl: "smtp://127.0.0.1:1" } };
  const { settings } = await readSettings(app.db.kysely, app.log);
  const value = { ...settings.bookingRules, openPerEmail: 1 };
  await writeSetting(app.db.kysely, { key: "bookingRules", value, now: app.clock.now() });
  await raiseContentVersion(app.db.kysely, app.clock.now());
  const all = await apartStarts(app, { from: DAY, to: "2027-06-30" });
  // Those of one day share a tenth of it.
  const starts = [...new Map(all.map((start) => [localDateOf(start, "Europe/London"), start])).values()];
  const tries = (nth: number) => {
    const input = inputFor({ start: starts[nth] ?? 0, therapist: "imogen-hartley", email: mine.email });
    const asked = { input, idempotencyKey: null, clientAddress: "192.0.2.7", prepay: prepayOf(app, "en-GB") };
    return book(limited, mine.actor, { ...asked, pays: `${COURSE}${mine.courseId}` });
  };
  const opens = (id: string) => confirmHold(limited, holdSecretOf(app, id), prepayOf(app, "en-GB"));
  await book(app, OWNER, { input: inputFor({ start: starts[4] ?? 0, email: mine.email }), idempotencyKey: null });
  const ids: string[] = [];
  for (const nth of [0, 1, 2]) ids.push(expectBooked(await tries(nth)).appointment.id);
  expect((await tries(3)).kind).toBe("link-sent");
  const { id } = await app.db.kysely.selectFrom("booking_requests").select("id").executeTakeFirstOrThrow();
  return { app, stripe, mine, opens, ids, id, spare: starts[5] ?? 0 };
}

test("a booking that waits for a mailed link is paid with the course that was chosen once the link is opened", async () => {
  const { app, opens, ids, id, mine } = await behindLinks("5");
  // Each time that is kept holds a session; what only waits for its link holds none.
  expect(await leftOf(app)).toBe(2);
  expect(await getHoldBySecret(app, holdSecretOf(app, id))).toMatchObject({
    state: "request",
    pays: `${COURSE}${mine.courseId}`,
  });
  const opened = await opens(id);
  expect(opened).toMatchObject({ kind: "kept" });
  expect(opened).not.toHaveProperty("pays");
  expect(opened).not.toHaveProperty("paysOtherwise");
  expect([await statusOf(app, id), await leftOf(app)]).toEqual(["Confirmed", 1]);
  expect(await getBillOf(app.db.kysely, id)).toMatchObject({ owedPence: 0, hasService: true });
  expect(await opens(id)).toMatchObject({ kind: "kept" });
  expect((await opens(ids[0] ?? "")).kind).toBe("kept");
  // Those whose links nobody opened give their sessions back.
  await later(app, 31 * MINUTE);
  await releaseSome(app);
  await later(app, MINUTE);
  expect(await leftOf(app)).toBe(3);
  expect((await verifyLedger(app.db.kysely)).fault).toBe(null);
});

test("where the course can’t pay any more when the link is opened, the rule counts, and that is said", async () => {
  const { app, stripe, mine, opens, id, spare } = await behindLinks("4");
  await bookedWith(app, mine, spare);
  expect(await leftOf(app)).toBe(0);
  expect(await opens(id)).toMatchObject({ kind: "kept", pays: id, paysOtherwise: true });
  expect(await statusOf(app, id)).toBe("Pending");
  await startPaying(app, { appointmentId: id, clientAddress: "192.0.2.7" });
  stripe.pay([...stripe.sessions.keys()].at(-1) ?? "");
  await later(app, 2 * MINUTE);
  expect([await statusOf(app, id), await leftOf(app)]).toEqual(["Confirmed", 0]);
  expect(await getBillOf(app.db.kysely, id)).toMatchObject({ paidPence: 1500, spentPence: 0 });
});

test("after any order of bookings, moves, cancellations and desks, what is left is what was bought less what is held and spent", async () => {
  for (let seed = 1; seed <= 5; seed += 1) await playCourse(seed);
}, 240_000);

async function playCourse(seed: number): Promise<void> {
  const { app } = await payingToBook({ leisure: [DEEP_TISSUE] });
  const mine = await withCourse(app);
  let state = seed * 7919;
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const starts = await apartStarts(app, { from: DAY, to: "2027-06-12" });
  const ids: string[] = [];
  let next = 0;
  const isTaken = async (id: string) => ((await getBillOf(app.db.kysely, id))?.spentPence ?? 0) > 0;
  for (let turn = 0; turn < 14; turn += 1) {
    const id = one(ids, random(99));
    const what = random(6);
    const start = starts[next++];
    if (!start) break;
    if (!id || what < 2) {
      const outcome = await tryWith(app, { actor: mine.actor, pays: `${COURSE}${mine.courseId}`, start });
      if (outcome.kind === "booked") ids.push(outcome.appointment.id);
      else expect.soft([outcome.kind, await leftOf(app)], `seed ${seed}`).toEqual(["repriced", 0]);
    } else if (what === 2) {
      const appointment = await getAppointment(app.db.kysely, id);
      if (appointment?.status === "Confirmed")
        await reschedule(app, OWNER, { appointmentId: id, start, therapist: "imogen-hartley" });
    } else if (what === 3) await cancel(app, OWNER, asClient(id));
    else if (what === 4) {
      const input = inputFor({ start, therapist: "imogen-hartley", email: `d${turn}@example.com` });
      const { appointment } = expectBooked(await book(app, OWNER, { input, idempotencyKey: null }));
      const spend = { voucherId: mine.courseId, pence: null, seenLeft: null };
      const taking = { lines: [], tipPence: 0, extras: [], discount: null, seenPence: appointment.pricePence, spend };
      await takePayment(app, OWNER, { appointmentId: appointment.id, key: newId(), taking });
      ids.push(appointment.id);
    } else await later(app, one([MINUTE, 12 * HOUR], random(99)) ?? 0);
    const left = (await leftOf(app)) ?? -1;
    const used = (await Promise.all(ids.map(isTaken))).filter(Boolean).length;
    expect.soft([left >= 0, left + used], `seed ${seed}, turn ${turn}`).toEqual([true, 3]);
  }
  for (let turn = 0; turn < 3; turn += 1) await later(app, HOUR);
  for (const id of ids) {
    const bill = await getBillOf(app.db.kysely, id);
    if (bill) expect.soft(bill.owedPence, `seed ${seed}`).toBeGreaterThanOrEqual(0);
  }
  expect((await verifyLedger(app.db.kysely)).fault).toBe(null);
}

import { expect, onTestFinished, test } from "vitest";
import { notifyOwners } from "#app/accounts/notify-owners.server.ts";
import { book } from "#app/appointments/booking/book.server.ts";
import { markAttendance } from "#app/appointments/mark-attendance.server.ts";
import { getBillOf } from "#app/payments/bills.db.server.ts";
import { decideDispute } from "#app/payments/disputes/decide-dispute.server.ts";
import { makePack } from "#app/payments/disputes/dispute-pack.server.ts";
import { listDisputes } from "#app/payments/disputes/disputes.server.ts";
import { followOnline } from "#app/payments/online/online.jobs.server.ts";
import { startPaying } from "#app/payments/online/open-page.server.ts";
import { viewPayouts } from "#app/payments/online/payouts.server.ts";
import { prepayOf } from "#app/payments/online/prepay.server.ts";
import { receiveStripeNotice } from "#app/payments/online/receive-notice.server.ts";
import { saveTill } from "#app/payments/online/tills.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import { type Actor, visitor } from "#app/platform/permissions.ts";
import { getAdminCounts } from "#app/routes/admin/admin-counts.server.ts";
import { type PretendStripe, signatureOf } from "#scripts/pretend-stripe.ts";
import { PRETEND_SUMUP, startPretendSumup } from "#scripts/pretend-sumup.ts";
import { at, expectBooked, inputFor } from "#tests/support/booking-inputs.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { OWNER, payingToBook } from "#tests/support/pretend-stripe.ts";
import { personIn } from "#tests/support/signed-in.ts";
import type { TestApp } from "#tests/support/test-app.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

async function later(app: TestApp, ms: number): Promise<void> {
  app.clock.set(app.clock.now() + ms);
  await followOnline(app);
}

/** A booking with its deposit of £15.00 paid. */
async function paid(app: TestApp, stripe: PretendStripe, start = at("10:00", "2027-05-05")) {
  const input = inputFor({ start, therapist: "imogen-hartley", ...{ practicalNote: "My sciatica" } });
  const asked = { input, idempotencyKey: null, pays: "1500", prepay: prepayOf(app, "en-GB") };
  const { id } = expectBooked(await book(app, visitor, asked)).appointment;
  await startPaying(app, { appointmentId: id, clientAddress: "192.0.2.7" });
  const session = [...stripe.sessions.values()].at(-1)?.id ?? "";
  stripe.pay(session);
  await later(app, 2 * MINUTE);
  return { id, ref: stripe.sessions.get(session)?.payment_intent ?? "" };
}

async function disputed(options: Parameters<PretendStripe["dispute"]>[1] = {}) {
  const { app, stripe } = await payingToBook();
  const owner = await personIn(app, { email: "owner@example.com", role: "admin" });
  const { id, ref } = await paid(app, stripe);
  const made = stripe.dispute(ref, options);
  return { app, stripe, id, ref, owner, dispute: made?.id ?? "" };
}

async function tell(app: TestApp, body: string): Promise<string> {
  const headers = new Headers({ "stripe-signature": signatureOf(body, { now: app.clock.now() }) });
  return (await receiveStripeNotice(app, { body: Buffer.from(body), headers })).kind;
}

const seen = async (app: TestApp, actor: Actor = OWNER) => (await listDisputes(app, actor))?.disputes ?? [];
const dayOf = async (app: TestApp) =>
  (await getAdminCounts(app, OWNER)).needs.filter(({ to }) => to.includes("dispute"));
const mailsIn = async (app: TestApp) => {
  const rows = app.db.kysely.selectFrom("outbox").select(["data", "subject_id"]).where("kind", "=", "dispute-practice");
  return rows.execute();
};

test("notices of a dispute, three times and in any order, make one row, one line on Today and one email", async () => {
  const { app, stripe, dispute } = await disputed();
  const notices = stripe.queue.filter((body) => body.includes("charge.dispute"));
  expect(notices).toHaveLength(2);
  for (const body of [...notices, ...notices].toReversed()) expect(await tell(app, body)).toBe("received");
  for (const body of notices) expect(await tell(app, body)).toBe("received");
  await later(app, MINUTE);
  expect(await seen(app)).toMatchObject([
    { ref: dispute, pence: 1500, reason: "product_not_received", state: "open", takenPence: 1500, decision: null },
  ]);
  expect(await dayOf(app)).toMatchObject([
    { label: "Disputed payments to answer", count: 1, note: "due Tuesday 11 May" },
  ]);
  expect(await mailsIn(app)).toHaveLength(1);
});

test("a notice that is not signed says nothing, and without any notice the dispute is read within the hour", async () => {
  const { app, stripe, dispute } = await disputed();
  const body = stripe.queue.find((one) => one.includes("charge.dispute")) ?? "";
  const forged = new Headers({ "stripe-signature": signatureOf(body, { now: app.clock.now(), key: "whsec_another" }) });
  expect((await receiveStripeNotice(app, { body: Buffer.from(body), headers: forged })).kind).toBe("unsigned");
  await later(app, MINUTE);
  expect(await seen(app)).toEqual([]);
  await later(app, HOUR);
  expect(await seen(app)).toMatchObject([{ ref: dispute }]);
});

test("the email to the owners says how much and until when, and nothing of the client", async () => {
  const { app } = await disputed();
  await later(app, HOUR);
  await sendAll(app, worker(null));
  const mails = await app.db.kysely.selectFrom("mails").selectAll().where("recipient", "like", "%owner@%").execute();
  const [mail] = mails.filter(({ subject }) => subject.includes("disputes"));
  expect(mail?.subject).toBe("Answer by Tue 11 May, 09:02: a bank disputes £15.00");
  expect(mail?.body_text).toContain("The cardholder says that the treatment did not take place.");
  for (const name of ["Ada", "Lovelace", "Deep Tissue"]) expect(mail?.body_text).not.toContain(name);
});

test("a dispute that is won leaves the bill as it was, and its money stands in the payouts to the penny", async () => {
  const { app, stripe, id, dispute } = await disputed();
  stripe.payOut();
  await later(app, HOUR);
  stripe.endDispute(dispute, "answer");
  await later(app, HOUR);
  expect(await seen(app)).toMatchObject([{ state: "answered" }]);
  expect(await dayOf(app)).toEqual([]);
  stripe.endDispute(dispute, "win");
  stripe.payOut();
  await later(app, HOUR);
  expect(await seen(app)).toMatchObject([{ state: "won", takenPence: 0, isUndecided: false }]);
  expect(await dayOf(app)).toEqual([]);
  const payouts = (await viewPayouts(app, OWNER, { sellerId: "1" }))?.payouts ?? [];
  expect(payouts.map(({ isRight }) => isRight)).toEqual([true, true]);
  expect(payouts.map(({ judged }) => judged?.sums.dispute)).toEqual([
    { count: 1, pence: 1500 },
    { count: 1, pence: -1500 },
  ]);
  expect(await getBillOf(app.db.kysely, id)).toMatchObject({ paidPence: 1500, owedPence: 4300 });
  expect(await mailsIn(app)).toHaveLength(1);
});

test("a line of a dispute that nobody has heard of is not taken for right", async () => {
  const { app, stripe, dispute } = await disputed();
  stripe.payOut();
  await later(app, HOUR);
  await app.db.kysely.updateTable("disputes").set({ moves: "[]" }).where("ref", "=", dispute).execute();
  const [payout] = (await viewPayouts(app, OWNER, { sellerId: "1" }))?.payouts ?? [];
  expect(payout?.isRight).toBe(false);
});

test.each([
  ["owed", { paidPence: 0, owedPence: 5800, totalPence: 5800 }],
  ["let-go", { paidPence: 0, owedPence: 4300, totalPence: 4300 }],
] as const)("money that is lost waits for a decision: %s, once, and no refund is sent", async (decision, bill) => {
  const { app, stripe, id, dispute } = await disputed();
  await later(app, HOUR);
  stripe.endDispute(dispute, "lose");
  await later(app, HOUR);
  const [one] = await seen(app);
  expect(one).toMatchObject({ state: "lost", isUndecided: true });
  expect(await dayOf(app)).toMatchObject([{ label: "Disputes lost: decide about the bill", count: 1 }]);
  const press = { id: one?.id ?? "", decision };
  const again = await Promise.all([decideDispute(app, OWNER, press), decideDispute(app, OWNER, press)]);
  expect(again.map(({ kind }) => kind)).toContain("conflict");
  expect(await getBillOf(app.db.kysely, id)).toMatchObject(bill);
  expect(await dayOf(app)).toEqual([]);
  await later(app, HOUR);
  expect(stripe.refunds).toEqual([]);
  expect(await app.db.kysely.selectFrom("online_refunds").select("state").execute()).toEqual([{ state: "done" }]);
  expect((await verifyLedger(app.db.kysely)).fault).toBe(null);
  stripe.payOut();
  await later(app, HOUR);
  expect((await viewPayouts(app, OWNER, { sellerId: "1" }))?.payouts.map(({ isRight }) => isRight)).toEqual([true]);
});

test("a question of a bank takes nothing, and is closed without a decision", async () => {
  const { app, stripe, dispute } = await disputed({ isQuestion: true });
  await later(app, HOUR);
  expect(await seen(app)).toMatchObject([{ state: "question", takenPence: 0, moves: [] }]);
  stripe.endDispute(dispute, "lose");
  await later(app, HOUR);
  expect(await seen(app)).toMatchObject([{ state: "closed", isUndecided: false }]);
  expect(await dayOf(app)).toEqual([]);
});

test("a payment of the same account that was not made here is nobody's business", async () => {
  const { app, stripe } = await payingToBook();
  stripe.kept.intents.set("pi_elsewhere", { id: "pi_elsewhere", status: "succeeded", amount_received: 900 } as never);
  expect(stripe.dispute("pi_elsewhere")).not.toBe(null);
  await later(app, HOUR);
  expect(await seen(app)).toEqual([]);
});

test("a key that may not read disputes says so on their page, and stops nothing", async () => {
  const { app, stripe } = await payingToBook();
  stripe.refuse("/v1/disputes");
  await later(app, HOUR);
  expect((await listDisputes(app, OWNER))?.unread).toMatchObject([{ words: expect.stringContaining("Disputes") }]);
  await paid(app, stripe);
});

const therapist: Actor = { kind: "staff", userId: "t", roles: ["therapist"], therapistId: "demo-tom", choices: [] };

test("the pack has the booking, what was accepted, attendance, emails and payment, and no word of health", async () => {
  const { app, id } = await disputed();
  await later(app, HOUR);
  await sendAll(app, worker(null));
  await app.db.kysely.updateTable("mails").set({ sent_at: app.clock.now() }).execute();
  const now = app.clock.now();
  const note = { appointment_id: id, words: "Sciatica, left", version: 1, at: now, actor: "admin:x" };
  await app.db.kysely.insertInto("appointment_notes").values(note).execute();
  app.clock.set(at("12:00", "2027-05-05"));
  await markAttendance(app, OWNER, { appointmentId: id, attendance: "finished" });
  const [one] = await seen(app);
  const pack = await makePack(app, OWNER, one?.id ?? "");
  const words = (pack?.lines ?? []).map(({ text, right = "" }) => `${text} ${right}`.trim()).join("\n");
  for (const part of [
    "Paid £15.00",
    "Deep Tissue Massage, 60 min",
    "Shown above the button, and accepted by selecting it on",
    "Cancel before it begins, and £15.00 goes back the way you paid.",
    "within 14 days",
    "On the website when this was booked (cancellation rule of",
    "Booked for 5 May 2027",
    "recorded by the practice",
    "Booking confirmed, to ada@example.com",
  ]) {
    expect(words).toContain(part);
  }
  expect(words.toLowerCase()).not.toContain("sciatica");
  expect(await makePack(app, therapist, one?.id ?? "")).toBe(null);
  expect(await listDisputes(app, therapist)).toBe(null);
  expect((await decideDispute(app, therapist, { id: one?.id ?? "", decision: "owed" })).kind).toBe("not-found");
});

test("what SumUp takes out of a payout is a dispute of which it says no more", async () => {
  const { app: atStripe } = await payingToBook();
  const sumup = await startPretendSumup({ now: () => atStripe.clock.now() });
  onTestFinished(sumup.close);
  const outboundPrivate = [...atStripe.config.outboundPrivate, sumup.url];
  const app = { ...atStripe, config: { ...atStripe.config, ...sumup.config, outboundPrivate } };
  const typed = { ...PRETEND_SUMUP, signingKey: "" };
  expect((await saveTill(app, OWNER, { sellerId: "1", name: "sumup", typed, notifyOwners })).kind).toBe("saved");
  const input = inputFor({ start: at("10:00", "2027-05-05"), therapist: "imogen-hartley" });
  const asked = { input, idempotencyKey: null, pays: "1500", prepay: prepayOf(app, "en-GB") };
  const { id } = expectBooked(await book(app, visitor, asked)).appointment;
  await startPaying(app, { appointmentId: id, clientAddress: "192.0.2.7" });
  sumup.pay([...sumup.checkouts.keys()].at(-1) ?? "");
  await later(app, 2 * MINUTE);
  sumup.takeBack();
  sumup.payOut();
  await later(app, 2 * HOUR);
  const [one] = await seen(app);
  expect(one).toMatchObject({ pence: 1500, state: "taken", isUndecided: true, takenPence: 1500, dueAt: null });
  expect((await decideDispute(app, OWNER, { id: one?.id ?? "", decision: "owed" })).kind).toBe("changed");
  expect(await getBillOf(app.db.kysely, id)).toMatchObject({ paidPence: 0, owedPence: 5800 });
  expect((await viewPayouts(app, OWNER, { sellerId: "1" }))?.payouts.map(({ isRight }) => isRight)).toEqual([true]);
  await later(app, DAY);
  expect(await seen(app)).toHaveLength(1);
});

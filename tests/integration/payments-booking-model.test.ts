import fc from "fast-check";
import { expect, test } from "vitest";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { book } from "#app/appointments/booking/book.server.ts";
import { reschedule } from "#app/appointments/booking/reschedule.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { followSchedule } from "#app/payments/fees.server.ts";
import { followOnline } from "#app/payments/online/online.jobs.server.ts";
import { startPaying } from "#app/payments/online/open-page.server.ts";
import { prepayOf } from "#app/payments/online/prepay.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import { visitor } from "#app/platform/actor.ts";
import type { PrepaymentRule } from "#app/settings/schemas/payments.ts";
import { MOODS, type Mood } from "#scripts/pretend-provider.ts";
import type { PretendStripe } from "#scripts/pretend-stripe.ts";
import { at, inputFor } from "#tests/support/booking-inputs.ts";
import { DEEP_TISSUE, deliverOne, OWNER, one, payingToBook, payOne } from "#tests/support/pretend-stripe.ts";
import type { TestApp } from "#tests/support/test-app.ts";

const MINUTE = 60_000;
// Few times, so that those that were let go are booked by others.
const STARTS = [at("10:00"), at("11:30"), at("10:00", "2027-06-02")];

type Event =
  /** `practice`: at the desk, where nobody pays first. */
  | { do: "book" | "practice"; of: number }
  | { do: "press" | "pay" | "notice" | "cancel" | "cancel-by-practice" | "move"; of: number }
  | { do: "mood"; mood: Mood }
  | { do: "later"; minutes: number }
  | { do: "job" };

const pick = fc.nat(999);
const ofOne = (weight: number, name: Exclude<Event["do"], "mood" | "later" | "job">) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(name), of: pick }) as fc.Arbitrary<Event>,
});
const event: fc.Arbitrary<Event> = fc.oneof(
  ofOne(6, "book"),
  ofOne(1, "practice"),
  ofOne(4, "press"),
  ofOne(6, "pay"),
  ofOne(3, "notice"),
  ofOne(2, "cancel"),
  ofOne(1, "cancel-by-practice"),
  ofOne(1, "move"),
  { weight: 2, arbitrary: fc.record({ do: fc.constant("mood" as const), mood: fc.constantFrom("well", ...MOODS) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("later" as const), minutes: fc.integer({ min: 1, max: 30 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("job" as const) }) },
);

type Site = {
  app: TestApp;
  stripe: PretendStripe;
  ids: string[];
  sent: string[];
  whenStopped: PrepaymentRule["whenStopped"];
};

/** What happened, in a word. */
async function play(site: Site, what: Event): Promise<string> {
  const { app, stripe, ids } = site;
  if (what.do === "job") {
    await followOnline(app);
    await followSchedule(app);
    return "job";
  }
  if (what.do === "later") {
    app.clock.set(app.clock.now() + what.minutes * MINUTE);
    return "later";
  }
  if (what.do === "mood") {
    stripe.become(what.mood === "silent" ? "broken" : what.mood);
    return what.mood;
  }
  const id = one(ids, what.of) ?? "";
  if (what.do === "book" || what.do === "practice") {
    const start = one(STARTS, what.of) ?? 0;
    const input = inputFor({ start, therapist: "imogen-hartley", email: `a${ids.length}@example.com` });
    const asked = { input, idempotencyKey: null, pays: "1500", prepay: prepayOf(app, "en-GB") };
    const outcome = await book(app, what.do === "book" ? visitor : OWNER, asked);
    if (outcome.kind !== "booked") return outcome.kind;
    ids.push(outcome.appointment.id);
    if (outcome.pays) await startPaying(app, { appointmentId: outcome.appointment.id, clientAddress: "192.0.2.7" });
    return "booked";
  }
  if (what.do === "press") {
    return (await startPaying(app, { appointmentId: id, clientAddress: "192.0.2.7" })).split("?")[1] ?? "shut";
  }
  if (what.do === "pay") return payOne(site, what.of);
  if (what.do === "notice") return deliverOne(site, what.of);
  const holder = { kind: "holder", appointmentId: id } as const;
  if (what.do === "move") {
    const start = one(STARTS, what.of + 1) ?? 0;
    return (await reschedule(app, holder, { appointmentId: id, start, therapist: null })).kind;
  }
  const isTheirs = what.do === "cancel";
  const input = { appointmentId: id, reason: null, ...(isTheirs && { knowsCost: true }) };
  return (await cancel(app, isTheirs ? holder : OWNER, input)).kind;
}

/** Everything that was begun comes to its end, with a provider that works. */
async function settleAll({ app, stripe }: Site): Promise<void> {
  stripe.become("well");
  for (let round = 0; round < 6; round++) {
    app.clock.set(app.clock.now() + 20 * MINUTE);
    await followOnline(app);
    await followSchedule(app);
  }
}

async function expectToAgree({ app, stripe, whenStopped }: Site): Promise<void> {
  const db = app.db.kysely;
  expect((await verifyLedger(db)).fault).toBe(null);
  const payments = await db.selectFrom("payments").selectAll().where("method", "=", "online").execute();
  expect(payments.reduce((all, { pence }) => all + pence, 0)).toBe(stripe.keptPence());
  expect(await db.selectFrom("online_refunds").select("id").where("state", "<>", "done").execute()).toEqual([]);
  const fees = await db.selectFrom("fees").selectAll().execute();
  const allocations = await db.selectFrom("allocations").selectAll().execute();
  for (const prepaid of await db.selectFrom("prepayments").selectAll().execute()) {
    const { appointment_id: id, link_id: linkId, state } = prepaid;
    const appointment = await getAppointment(db, id);
    const pages = await db.selectFrom("pay_pages").select("payment_id").where("link_id", "=", linkId).execute();
    const roots = pages.flatMap(({ payment_id }) => payment_id ?? []);
    const own = payments.filter(({ id: payment, counters }) => roots.includes(counters ?? payment));
    const kept = own.reduce((all, { pence }) => all + pence, 0);
    const billed = allocations
      .filter(({ payment_id }) => own.some((payment) => payment.id === payment_id))
      .reduce((all, { pence }) => all + pence, 0);
    const feeIn = (state: string) => fees.find((row) => row.appointment_id === id && row.state === state)?.pence ?? 0;
    const fee = feeIn("charged");
    // A fee that was kept until its time was sold again is on no bill: it is the client's credit.
    const credit = feeIn("returned");
    // No booking that stands without its payment, unless nobody could pay and the owner takes it then, and no payment
    // without its booking, its fee or its refund.
    if (appointment?.status === "Confirmed" && state === "waived") expect([whenStopped, kept]).toEqual(["unpaid", 0]);
    else if (appointment?.status === "Confirmed") expect([state, kept]).toEqual(["paid", 1500]);
    else expect([appointment?.status, kept, billed]).toEqual(["Cancelled", fee + credit, fee]);
  }
  const held = db.selectFrom("booking_holds").select("appointment_id").where("kept_at", "is", null);
  expect(await held.where("released_at", "is", null).execute()).toEqual([]);
}

test("after any order of bookings, payments, notices, faults, moves and cancellations, what stands is paid, and what is paid stands or went back", async () => {
  const tally = new Map<string, number>();
  // Two things at the same moment: a payment beside the job that lets its time go.
  const events = fc.array(fc.tuple(event, event), { minLength: 50, maxLength: 50 });
  const choice = fc.constantFrom("unpaid" as const, "phone" as const);
  await fc.assert(
    fc.asyncProperty(events, fc.boolean(), choice, async (all, isLeisure, whenStopped) => {
      const paying = await payingToBook({ leisure: isLeisure ? [DEEP_TISSUE] : [], whenStopped });
      const site: Site = { ...paying, ids: [], sent: [], whenStopped };
      for (const both of all) {
        const outcomes = await Promise.all(both.map((what) => play(site, what)));
        outcomes.forEach((outcome, nth) => {
          const name = `${both[nth]?.do} ${outcome}`;
          tally.set(name, (tally.get(name) ?? 0) + 1);
        });
      }
      await settleAll(site);
      await expectToAgree(site);
      for (const state of await site.app.db.kysely.selectFrom("prepayments").select("state").execute()) {
        tally.set(state.state, (tally.get(state.state) ?? 0) + 1);
      }
    }),
    { numRuns: 20, endOnFailure: true },
  );
  // Each did happen, or nothing was proven.
  for (const name of [
    "book booked",
    "book taken",
    "pay paid",
    "cancel cancelled",
    "paid",
    "released",
    "settled",
    "waived",
  ]) {
    expect.soft(tally.get(name) ?? 0, name).toBeGreaterThan(0);
  }
}, 240_000);

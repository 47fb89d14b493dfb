import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { getBillOf } from "#app/payments/bills.db.server.ts";
import { followOnline } from "#app/payments/online/online.jobs.server.ts";
import { openPayPage } from "#app/payments/online/open-page.server.ts";
import { payUrlOf } from "#app/payments/online/pay-links.db.server.ts";
import { makeLink, withdrawLink } from "#app/payments/online/pay-links.server.ts";
import { giveBack } from "#app/payments/take-back.server.ts";
import { takePayment } from "#app/payments/take-payment.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { MOODS, type Mood } from "#scripts/pretend-provider.ts";
import { type Counter, openTillAt, startCounter } from "#tests/proof/money-orders.ts";
import { takesPayments } from "#tests/support/options.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { OWNER, one } from "#tests/support/pretend-stripe.ts";
import { demoApp, type TestApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

const MINUTE = 60_000;
const VISITS = ["visit-0", "visit-1", "visit-2"] as const;
// Two links for one appointment: both may be paid.
const LINKS = [["visit-0"], ["visit-0", "visit-1"], ["visit-2"]];

const VISIT = {
  ...{ minutes: 45, pence: 4800, cancelled: null, status: "Confirmed", state: "finished", client: "ana" },
  ...{ therapist: "demo-imogen-hartley", service: "demo-deep-tissue-massage", source: "website" },
};

type Event =
  | { do: "press" | "withdraw" | "link"; of: number }
  /** On a page that may have been left open in another tab. */
  | { do: "pay"; of: number }
  | { do: "desk" | "give"; of: number; pence: number }
  /** Any of those that were ever sent, so late, twice or before another. */
  | { do: "notice"; of: number }
  | { do: "mood"; mood: Mood }
  | { do: "later"; minutes: number }
  | { do: "job" };

const pick = fc.nat(999);
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("press" as const), of: pick }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("pay" as const), of: pick }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("notice" as const), of: pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("link" as const), of: pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("withdraw" as const), of: pick }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom("desk" as const, "give" as const),
      of: pick,
      pence: fc.integer({ min: 1, max: 4800 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("mood" as const), mood: fc.constantFrom("well", ...MOODS) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("later" as const), minutes: fc.integer({ min: 1, max: 90 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("job" as const) }) },
);

type Practice = { app: TestApp; counter: Counter; links: string[]; sent: string[] };

async function practice(name: Counter["name"]): Promise<Practice> {
  let clock = () => TUESDAY_NINE;
  const counter = await startCounter(name, () => clock());
  onTestFinished(counter.close);
  const app = await demoApp({ config: counter.config });
  clock = app.clock.now;
  await takesPayments(app);
  await openTillAt(app, counter);
  await insertVisits(
    app,
    VISITS.map((id, nth) => ({ ...VISIT, id, start: app.clock.now() - (5 + nth) * 60 * MINUTE })),
  );
  return { app, counter, links: [], sent: [] };
}

/** What happened, in a word. */
async function play(site: Practice, what: Event): Promise<string> {
  const { app, counter, links, sent } = site;
  const link = "of" in what ? (one(links, what.of) ?? "") : "";
  if (what.do === "job") await followOnline(app);
  if (what.do === "later") app.clock.set(app.clock.now() + what.minutes * MINUTE);
  // One that never answers would only wait: what it does is the same as being cut off before its work.
  if (what.do === "mood") counter.become(what.mood === "silent" ? "broken" : what.mood);
  if (what.do === "withdraw") return (await withdrawLink(app, OWNER, link)).kind;
  if (what.do === "link") {
    const made = await makeLink(app, OWNER, one(LINKS, what.of) ?? []);
    if (made.kind === "saved" && !links.includes(made.id)) links.push(made.id);
    return made.kind;
  }
  if (what.do === "press") {
    const secret = payUrlOf(app, link).split("/").at(-1) ?? "";
    return (await openPayPage(app, { secret, clientAddress: "192.0.2.7" })).kind;
  }
  if (what.do === "pay") {
    // Whose answer was cut off has an address that nobody knows.
    const known = app.db.kysely.selectFrom("pay_pages").select("session").where("session", "is not", null);
    const session = one(await known.orderBy("id").execute(), what.of)?.session ?? "";
    return counter.pay(session) ? "paid" : "shut";
  }
  if (what.do === "notice") {
    sent.push(...counter.takeNotices());
    const body = one(sent, what.of);
    return body ? (await counter.deliver(app, body)).kind : "none";
  }
  if (what.do === "desk") {
    const appointmentId = one(VISITS, what.of) ?? "";
    const seenPence = (await getBillOf(app.db.kysely, appointmentId))?.owedPence ?? 4800;
    const lines = [{ method: "cash", pence: Math.min(what.pence, seenPence) }] as const;
    const taking = { lines, tipPence: 0, extras: [], discount: null, seenPence };
    return (await takePayment(app, OWNER, { appointmentId, key: newId(), taking })).kind;
  }
  if (what.do === "give") {
    const paid = await app.db.kysely
      .selectFrom("payments")
      .select("id")
      .where("method", "=", "online")
      .where("pence", ">", 0)
      .orderBy("id")
      .execute();
    const paymentId = one(paid, what.of)?.id ?? "";
    const back = { paymentId, pence: what.pence, reason: "Sorry", owesAgain: what.pence % 2 === 0, key: newId() };
    return (await giveBack(app, OWNER, back)).kind;
  }
  return what.do;
}

/** Everything that was begun comes to its end, with a provider that works. */
async function settleAll({ app, counter }: Practice): Promise<void> {
  counter.become("well");
  for (let round = 0; round < 6; round++) {
    app.clock.set(app.clock.now() + 120 * MINUTE);
    await followOnline(app);
  }
}

async function expectToAgree({ app, counter }: Practice): Promise<void> {
  const db = app.db.kysely;
  const payments = await db.selectFrom("payments").selectAll().where("method", "=", "online").execute();
  const inLedger = payments.reduce((all, { pence }) => all + pence, 0);
  expect(inLedger).toBe(counter.keptPence());
  // Each payment at the provider is one payment here, under its own number.
  const pages = await db.selectFrom("pay_pages").selectAll().where("state", "=", "paid").execute();
  expect(pages.map(({ provider_ref }) => provider_ref).sort()).toEqual(counter.refs().sort());
  expect(
    payments
      .filter(({ pence }) => pence > 0)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(pages.map(({ payment_id }) => payment_id).sort());
  for (const id of VISITS) expect((await getBillOf(db, id))?.owedPence ?? 0).toBeGreaterThanOrEqual(0);
  expect(await db.selectFrom("online_refunds").select("id").where("state", "<>", "done").execute()).toEqual([]);
  expect(await db.selectFrom("pay_pages").select("id").where("check_at", "is not", null).execute()).toEqual([]);
  expect((await verifyLedger(db)).fault).toBe(null);
}

test.each(["stripe", "sumup"] as const)(
  "after any order of presses, payments, notices, faults, desks and refunds, the ledger has what %s has",
  async (name) => {
    const tally = new Map<string, number>();
    // Two things at the same moment: a notice beside the job, a desk beside a press.
    const events = fc.array(fc.tuple(event, event), { minLength: 60, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(events, async (done) => {
        const site = await practice(name);
        await play(site, { do: "link", of: 0 });
        for (const both of done) {
          const outcomes = await Promise.all(both.map((what) => play(site, what)));
          outcomes.forEach((outcome, at) => {
            const name = `${both[at]?.do} ${outcome}`;
            tally.set(name, (tally.get(name) ?? 0) + 1);
          });
        }
        await settleAll(site);
        await expectToAgree(site);
      }),
      { numRuns: 8, endOnFailure: true },
    );
    // Each did happen, or nothing was proven.
    const common = ["press ready", "press failed", "pay paid", "notice received", "desk taken"];
    // A notice of SumUp's has no number, so one that comes again is read again, or names a page that is settled.
    for (const what of [...common, name === "stripe" ? "notice repeated" : "notice not-found"]) {
      expect.soft(tally.get(what) ?? 0, what).toBeGreaterThan(0);
    }
  },
  240_000,
);

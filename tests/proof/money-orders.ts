import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import fc from "fast-check";
import { notifyOwners } from "#app/accounts/notify-owners.server.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { book } from "#app/appointments/booking/book.server.ts";
import { reschedule } from "#app/appointments/booking/reschedule.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { followSchedule, noteFeeRule } from "#app/payments/fees.server.ts";
import { followOnline, returnDiffering } from "#app/payments/online/online.jobs.server.ts";
import { startPaying } from "#app/payments/online/open-page.server.ts";
import { prepayOf } from "#app/payments/online/prepay.server.ts";
import type { ProviderName } from "#app/payments/online/provider.ts";
import { receiveStripeNotice, receiveSumupNotice } from "#app/payments/online/receive-notice.server.ts";
import { saveTill } from "#app/payments/online/tills.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type Config, parseConfig } from "#app/platform/config.server.ts";
import { migrate } from "#app/platform/database/migrate.server.ts";
import { addDays, weekdayOf } from "#app/platform/date-time.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { type Actor, visitor } from "#app/platform/permissions.ts";
import type { Prepayment } from "#app/settings/schemas/payments.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { type Settings, settingSchemas } from "#app/settings/settings.ts";
import { MOODS, type Mood } from "#scripts/pretend-provider.ts";
import { PRETEND_KEY, PRETEND_SIGNING_KEY, signatureOf, startPretendStripe } from "#scripts/pretend-stripe.ts";
import { PRETEND_SUMUP, startPretendSumup } from "#scripts/pretend-sumup.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { makePlace, type Place } from "#tests/proof/place.ts";
import { at, inputFor } from "#tests/support/booking-inputs.ts";
import { takesPayments } from "#tests/support/options.ts";

// Random orders of what happens between a client, the practice, a provider and the clock, played with either provider.

const MINUTE = 60_000;
const OWNER: Actor = { kind: "admin", userId: "owner", isConfirmed: true };
const DEEP_TISSUE = "demo-deep-tissue-massage";
const SELLER = "1";
const FROM = { clientAddress: "192.0.2.7" };

/** A pretend provider, whichever it is. */
export type Counter = {
  name: ProviderName;
  url: string;
  config: { outboundPrivate: string[] } & Partial<Config>;
  become: (mood: Mood) => void;
  /** `differs`: another amount or currency than was asked for. */
  pay: (session: string, differs?: boolean) => boolean;
  /** The notices that it would have sent by now. */
  takeNotices: () => string[];
  deliver: (app: AppContext, body: string) => Promise<{ kind: string }>;
  keptPence: () => number;
  /** The number of each payment there. */
  refs: () => string[];
  close: () => void;
};

export async function startCounter(name: ProviderName, now: () => number): Promise<Counter> {
  if (name === "sumup") {
    const sumup = await startPretendSumup({ now });
    return {
      ...{
        name,
        url: sumup.url,
        config: sumup.config,
        become: sumup.become,
        keptPence: sumup.keptPence,
        close: sumup.close,
      },
      pay: (session, differs) => sumup.pay(session, differs ? { amount: 14 } : {}),
      refs: () => [...sumup.checkouts.values()].flatMap(({ transaction }) => transaction ?? []),
      takeNotices: () => sumup.queue.splice(0).map(({ body }) => body),
      deliver: (app, body) => receiveSumupNotice(app, { body: Buffer.from(body), headers: new Headers() }),
    };
  }
  const stripe = await startPretendStripe({ now });
  let differing = 0;
  return {
    ...{
      name,
      url: stripe.url,
      config: stripe.config,
      become: stripe.become,
      keptPence: stripe.keptPence,
      close: stripe.close,
    },
    pay: (session, differs) =>
      stripe.pay(session, differs ? (++differing % 2 ? { amount: 1400 } : { currency: "eur" }) : {}),
    refs: () => [...stripe.sessions.values()].flatMap(({ payment_intent }) => payment_intent ?? []),
    takeNotices: () => stripe.queue.splice(0),
    deliver: (app, body) => {
      const headers = new Headers({ "stripe-signature": signatureOf(body, { now: app.clock.now() }) });
      return receiveStripeNotice(app, { body: Buffer.from(body), headers });
    },
  };
}

export async function openTillAt(app: AppContext, { name }: Pick<Counter, "name">): Promise<void> {
  const typed =
    name === "sumup" ? { ...PRETEND_SUMUP, signingKey: "" } : { key: PRETEND_KEY, signingKey: PRETEND_SIGNING_KEY };
  const outcome = await saveTill(app, OWNER, { sellerId: SELLER, name, typed, notifyOwners });
  if (outcome.kind !== "saved") throw new Error(`The till was not opened: ${JSON.stringify(outcome)}`);
}

type MovableApp = AppContext & { clock: { now: () => number; set: (now: number) => void } };
type Rule = { isLeisure: boolean; whenStopped: Prepayment["whenStopped"] };
type Site = { app: MovableApp; counter: Counter; rule: Rule; sent: string[]; plays: number };

/** Deep tissue asks for a deposit of £15 at this provider, in a practice that charges late cancellations. */
export async function openSite(app: MovableApp, counter: Counter, rule: Rule): Promise<Site> {
  await takesPayments(app);
  await openTillAt(app, counter);
  const now = app.clock.now();
  const { settings } = await readSettings(app.db.kysely, app.log);
  const write = <Key extends "bookingRules" | "moneyRules" | "prepayment">(key: Key, value: Settings[Key]) =>
    writeSetting(app.db.kysely, { key, value, now });
  await write("bookingRules", { ...settings.bookingRules, chargesLate: true });
  await write("moneyRules", { ...settings.moneyRules, leisure: rule.isLeisure ? [DEEP_TISSUE] : [] });
  const { whenStopped } = rule;
  await write("prepayment", settingSchemas.prepayment.parse({ what: "amount", services: [DEEP_TISSUE], whenStopped }));
  await raiseContentVersion(app.db.kysely, now);
  await noteFeeRule(app);
  return { app, counter, rule, sent: [], plays: 0 };
}

export type Event =
  /** `practice`: at the desk, where nobody pays first. */
  | { do: "book" | "practice"; of: number }
  | { do: "press" | "pay" | "differs" | "notice" | "cancel" | "cancel-by-practice" | "move"; of: number }
  | { do: "mood"; mood: Mood }
  | { do: "later"; minutes: number }
  | { do: "job" };

const pick = fc.nat(999);
const ofOne = (weight: number, name: Exclude<Event["do"], "mood" | "later" | "job">) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(name), of: pick }) as fc.Arbitrary<Event>,
});
const event: fc.Arbitrary<Event> = fc.oneof(
  ofOne(8, "book"),
  ofOne(1, "practice"),
  ofOne(4, "press"),
  ofOne(7, "pay"),
  ofOne(1, "differs"),
  ofOne(3, "notice"),
  ofOne(2, "cancel"),
  ofOne(1, "cancel-by-practice"),
  ofOne(1, "move"),
  { weight: 2, arbitrary: fc.record({ do: fc.constant("mood" as const), mood: fc.constantFrom("well", ...MOODS) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("later" as const), minutes: fc.integer({ min: 1, max: 30 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("job" as const) }) },
);
// Two things at the same moment: a payment beside the job that lets its time go.
const order = fc.array(fc.tuple(event, event), { minLength: 6, maxLength: 14 });

type Play = Site & { ids: string[]; starts: readonly number[] };

/** The nth of them, counted round and round; undefined of none. */
const one = <Value>(values: readonly Value[], nth: number) => values[nth % values.length];

/** What happened, in a word. */
async function happen(play: Play, what: Event): Promise<string> {
  const { app, counter, ids, starts, sent } = play;
  if (what.do === "job") {
    await followOnline(app);
    await followSchedule(app);
    return "done";
  }
  if (what.do === "later") {
    app.clock.set(app.clock.now() + what.minutes * MINUTE);
    return "done";
  }
  if (what.do === "mood") {
    // One that never answers would only wait: what it does is the same as being cut off before its work.
    counter.become(what.mood === "silent" ? "broken" : what.mood);
    return what.mood;
  }
  const id = one(ids, what.of) ?? "";
  if (what.do === "book" || what.do === "practice") {
    const nth = play.plays * 1000 + ids.length;
    const person = { email: `a${nth}@example.com`, phone: `+4416329${String(nth).padStart(5, "0")}` };
    const input = inputFor({ start: one(starts, what.of) ?? 0, therapist: "imogen-hartley", ...person });
    const booking = { input, idempotencyKey: null, pays: "1500", prepay: prepayOf(app, "en-GB") };
    const outcome = await book(app, what.do === "book" ? visitor : OWNER, booking);
    if (outcome.kind !== "booked") return outcome.kind;
    ids.push(outcome.appointment.id);
    if (outcome.pays) await startPaying(app, { appointmentId: outcome.appointment.id, ...FROM });
    return "booked";
  }
  if (what.do === "press") return (await startPaying(app, { appointmentId: id, ...FROM })).split("?")[1] ?? "shut";
  if (what.do === "pay" || what.do === "differs") {
    // Whose answer was cut off has an address that nobody knows.
    const known = app.db.kysely.selectFrom("pay_pages").select("session").where("session", "is not", null);
    const mine = known.where("at", ">=", starts[0] ? starts[0] - 26 * 60 * MINUTE : 0).orderBy("id");
    const session = one(await mine.execute(), what.of)?.session ?? "";
    return counter.pay(session, what.do === "differs") ? "paid" : "shut";
  }
  if (what.do === "notice") {
    sent.push(...counter.takeNotices());
    const body = one(sent, what.of);
    return body ? (await counter.deliver(app, body)).kind : "none";
  }
  const holder = { kind: "holder", appointmentId: id } as const;
  if (what.do === "move") {
    const start = one(starts, what.of + 1) ?? 0;
    return (await reschedule(app, holder, { appointmentId: id, start, therapist: null })).kind;
  }
  const isTheirs = what.do === "cancel";
  const input = { appointmentId: id, reason: null, ...(isTheirs && { knowsCost: true }) };
  return (await cancel(app, isTheirs ? holder : OWNER, input)).kind;
}

/** Everything that was begun comes to its end, with a provider that works, and a person looks at what is odd. */
async function settleAll({ app, counter }: Site): Promise<void> {
  counter.become("well");
  for (let round = 0; round < 6; round++) {
    app.clock.set(app.clock.now() + 20 * MINUTE);
    await followOnline(app);
    await followSchedule(app);
    const odd = await app.db.kysely.selectFrom("pay_pages").select("id").where("state", "=", "differs").execute();
    for (const { id } of odd) await returnDiffering(app, OWNER, id);
  }
}

async function expectToAgree({ app, counter, rule, ids }: Play): Promise<string[]> {
  const db = app.db.kysely;
  assert.equal((await verifyLedger(db)).fault, null);
  const payments = await db.selectFrom("payments").selectAll().where("method", "=", "online").execute();
  const inLedger = payments.reduce((all, { pence }) => all + pence, 0);
  assert.equal(inLedger, counter.keptPence(), "the ledger has what the provider has");
  assert.deepEqual(await db.selectFrom("online_refunds").select("id").where("state", "<>", "done").execute(), []);
  const states: string[] = [];
  for (const id of ids) states.push(...(await expectOfBooking(db, { id, payments, rule })));
  const waiting = db.selectFrom("booking_holds").select("appointment_id").where("kept_at", "is", null);
  assert.deepEqual(await waiting.where("released_at", "is", null).execute(), [], "no time is kept for ever");
  return states;
}

type Paid = { id: string; counters: string | null; pence: number };

/** No booking that stands without its payment, and no payment without its booking, its fee or its refund. */
async function expectOfBooking(
  db: AppContext["db"]["kysely"],
  { id, payments, rule }: { id: string; payments: readonly Paid[]; rule: Rule },
): Promise<string[]> {
  const prepaid = await db.selectFrom("prepayments").selectAll().where("appointment_id", "=", id).executeTakeFirst();
  if (!prepaid) return [];
  const { link_id: linkId, state } = prepaid;
  const status = (await getAppointment(db, id))?.status;
  const pages = await db.selectFrom("pay_pages").select("payment_id").where("link_id", "=", linkId).execute();
  const roots = pages.flatMap(({ payment_id }) => payment_id ?? []);
  const own = payments.filter(({ id: payment, counters }) => roots.includes(counters ?? payment));
  const kept = own.reduce((all, { pence }) => all + pence, 0);
  if (status === "Confirmed" && state === "waived") {
    // Nobody could pay, and the owner takes it then.
    assert.deepEqual([rule.whenStopped, kept], ["unpaid", 0]);
    return [state];
  }
  if (status === "Confirmed") {
    assert.deepEqual([state, kept], ["paid", 1500]);
    return [state];
  }
  const ownIds = own.map((payment) => payment.id);
  const allocated = db
    .selectFrom("allocations")
    .select("pence")
    .where("payment_id", "in", ["", ...ownIds]);
  const billed = (await allocated.execute()).reduce((all, { pence }) => all + pence, 0);
  const fees = await db.selectFrom("fees").select(["state", "pence"]).where("appointment_id", "=", id).execute();
  const feeIn = (which: string) => fees.find((fee) => fee.state === which)?.pence ?? 0;
  const fee = feeIn("charged");
  // A fee that was kept until its time was sold again is on no bill: it is the client's credit.
  assert.deepEqual([status, kept, billed], ["Cancelled", fee + feeIn("returned"), fee]);
  return [state];
}

const FIRST_DAY = "2027-05-05";
const CLOSED = new Set(["2027-05-31"]);

/** The day of a site's nth play: each has its own, so that the ones before are over. */
function dayOf(nth: number): string {
  let day = FIRST_DAY;
  for (let left = nth; left > 0; ) {
    day = addDays(day, 1);
    if (weekdayOf(day) < 6 && !CLOSED.has(day)) left -= 1;
  }
  return day;
}

/** Plays one order on a site, and throws what does not agree afterwards. */
async function playOne(site: Site, events: readonly (readonly [Event, Event])[], tally: Tally): Promise<void> {
  const day = dayOf(site.plays++);
  // Few times, so that those that were let go are booked by others; one of them weeks ahead.
  const starts = [at("10:00", day), at("11:30", day), at("14:00", addDays(day, 28))];
  site.app.clock.set(at("09:00", addDays(day, -1)));
  const play: Play = { ...site, ids: [], starts };
  for (const both of events) {
    const outcomes = await Promise.all(both.map((what) => happen(play, what)));
    for (const [nth, outcome] of outcomes.entries()) add(tally, `${both[nth]?.do} ${outcome}`);
  }
  await settleAll(play);
  for (const state of await expectToAgree(play)) add(tally, `booking ${state}`);
}

export type Tally = Map<string, number>;
const add = (tally: Tally, name: string) => tally.set(name, (tally.get(name) ?? 0) + 1);

const RULES: readonly Rule[] = [true, false].flatMap((isLeisure) =>
  (["unpaid", "phone"] as const).map((whenStopped) => ({ isLeisure, whenStopped })),
);

/**
 * Plays so many random orders, `perSite` of them on one site after the other, as the whole ledger is read again after each.
 * Returns what happened how often, and what did not hold. */
export async function playOrders(
  { plays, perSite }: { plays: number; perSite: number },
  site: (rule: Rule) => Promise<{ site: Site; close: () => Promise<unknown> }>,
): Promise<{ tally: Tally; faults: string[] }> {
  const seed = randomInt(2 ** 31);
  const orders = fc.sample(order, { numRuns: plays, seed });
  const tally: Tally = new Map();
  const faults: string[] = [];
  for (let from = 0; from < plays; from += perSite) {
    const opened = await site(RULES[(from / perSite) % RULES.length] as Rule);
    try {
      for (const events of orders.slice(from, from + perSite)) await playOne(opened.site, events, tally);
    } catch (error) {
      const what = `${JSON.stringify(opened.site.rule)}, seed ${seed}, site ${from / perSite}, play ${opened.site.plays}`;
      faults.push(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
    } finally {
      await opened.close();
    }
  }
  return { tally, faults };
}

/** What so many plays with a provider came to. */
export type OrdersOf = { provider: ProviderName; plays: number; tally: Record<string, number>; faults: string[] };

/** What happens in each few dozen of them, or nothing was proven. */
export const HAPPENS = [
  ...["book booked", "book taken", "pay paid", "cancel cancelled", "job done", "press go", "booking paid"],
  "booking released",
];
/** And in a thousand. */
export const ALL_HAPPENS = [
  ...[...HAPPENS, "differs paid", "notice received", "move rescheduled", "practice booked"],
  ...["booking settled", "booking returned", "booking waived"],
];

const SECRET = "a-secret-that-is-the-same-in-every-play";

/** A new site at this place, for plays outside of the tests. */
export async function siteAt(place: Place, name: ProviderName, rule: Rule) {
  let time = at("09:00", addDays(FIRST_DAY, -1));
  const clock = {
    now: () => time,
    set: (next: number) => {
      time = next;
    },
  };
  const parsed = parseConfig({ NODE_ENV: "test", LOG_LEVEL: "silent", RATE_LIMITS: "off", PORT: "0", ...place.env });
  if (parsed.kind === "invalid") throw new Error(parsed.problems.join("\n"));
  const counter = await startCounter(name, clock.now);
  const db = place.open();
  await migrate(db);
  const app = { db, clock, config: { ...parsed.config, ...counter.config }, log: createLog("silent"), secret: SECRET };
  await seedDemo(app);
  const close = async () => {
    counter.close();
    await db.close();
    await place.remove();
  };
  return { site: await openSite(app, counter, rule), close };
}

// node tests/proof/money-orders.ts ENGINE PLAYS: plays them with each provider, and says what happened.
if (import.meta.main) {
  const [engine = "sqlite", plays = "0"] = process.argv.slice(2);
  const { POSTGRES_URL: postgresUrl = null } = process.env;
  const results: OrdersOf[] = [];
  for (const provider of ["stripe", "sumup"] as const) {
    const { tally, faults } = await playOrders({ plays: Number(plays), perSite: 60 }, async (rule) => {
      const place = await makePlace(engine === "postgres" ? "postgres" : "sqlite", postgresUrl);
      return siteAt(place, provider, rule);
    });
    results.push({ provider, plays: Number(plays), tally: Object.fromEntries(tally), faults });
  }
  console.log(JSON.stringify(results));
}

import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { book } from "#app/appointments/booking/book.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { chargeCard } from "#app/payments/online/charge-card.server.ts";
import { sendRefunds } from "#app/payments/online/online.jobs.server.ts";
import { startPaying } from "#app/payments/online/open-page.server.ts";
import { secretOf } from "#app/payments/online/pay-links.db.server.ts";
import { getPrepaid, listOpenPages, releaseUnpaid } from "#app/payments/online/prepaid.server.ts";
import { prepayOf } from "#app/payments/online/prepay.server.ts";
import type { ProviderName } from "#app/payments/online/provider.ts";
import { settlePage } from "#app/payments/online/settle-page.server.ts";
import { settlePrepaid } from "#app/payments/online/settle-prepaid.server.ts";
import { waiveIfStopped } from "#app/payments/online/stopped-tills.server.ts";
import { orderVoucher, readShop } from "#app/payments/shop/buy-voucher.server.ts";
import { returnOrder } from "#app/payments/shop/change-order.server.ts";
import { orderForm } from "#app/payments/shop/order.form.ts";
import { giveBack } from "#app/payments/take-back.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { type Actor, visitor } from "#app/platform/permissions.ts";
import type { PrepaymentRule } from "#app/settings/schemas/payments.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { settingSchemas } from "#app/settings/settings.ts";
import { openTillAt } from "#tests/proof/money-orders.ts";
import { at, inputFor } from "#tests/support/booking-inputs.ts";

// Pay and book, cards that are kept, and vouchers that are ordered: first with a pretend Stripe and then with a pretend
// SumUp, which outlive the process that is killed.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const OWNER: Actor = { kind: "admin", userId: "owner", isConfirmed: true };
const DATES = { stripe: "2027-06-02", sumup: "2027-06-03" };
const TIMES = { paid: "10:00", unpaid: "12:00", stopped: "14:00", kept: "16:00" };
const PAYS: Partial<Record<keyof typeof TIMES, string>> = { kept: "card:2900" };
/** One booking of each kind at each provider. */
type Which = { at: ProviderName; is: keyof typeof TIMES };

// Another for each, as only so many pages are opened from one in an hour.
const FROM = { stripe: { clientAddress: "192.0.2.7" }, sumup: { clientAddress: "198.51.100.7" } };
const ELSEWHERE = { clientAddress: "203.0.113.7" };
const changed = (hasChanged: boolean) => ({ kind: hasChanged ? "changed" : "not-changed" });
const later = (app: AppContext, ms: number): AppContext => {
  const now = app.clock.now() + ms;
  return { ...app, clock: { now: () => now } };
};

function bookToPay(app: AppContext, which: Which) {
  const nth = Object.keys(TIMES).indexOf(which.is) + (which.at === "sumup" ? 4 : 0);
  const person = { email: `${which.is}-${which.at}@example.com`, phone: `+44163296000${nth}` };
  const start = at(TIMES[which.is], DATES[which.at]);
  const input = inputFor({ start, therapist: "imogen-hartley", ...person });
  const idempotencyKey = `${which.is} ${which.at}`;
  return book(app, visitor, { input, idempotencyKey, pays: PAYS[which.is] ?? "1500", prepay: prepayOf(app, "en-GB") });
}

async function idOf(app: AppContext, which: Which): Promise<string> {
  const outcome = await bookToPay(app, which);
  if (outcome.kind !== "booked") throw new Error(`${which.is}: ${outcome.kind}`);
  return outcome.appointment.id;
}

const statusOf = async (app: AppContext, id: string) => (await getAppointment(app.db.kysely, id))?.status;

async function getPageOf(app: AppContext, which: Which) {
  const { link_id: linkId = "" } = (await getPrepaid(app.db.kysely, { appointmentId: await idOf(app, which) })) ?? {};
  return getPageOfLink(app, linkId);
}

function getPageOfLink(app: AppContext, linkId: string) {
  const pages = app.db.kysely.selectFrom("pay_pages").selectAll().where("link_id", "=", linkId);
  return pages.where("session", "is not", null).orderBy("at").executeTakeFirstOrThrow();
}

const setStopped = (app: AppContext, at: number | null) =>
  app.db.kysely.updateTable("tills").set({ stopped_at: at }).execute();

async function useRule(app: AppContext, what: PrepaymentRule["what"]): Promise<void> {
  const { prepayment } = (await readSettings(app.db.kysely, app.log)).settings;
  const now = app.clock.now();
  const value = { ...prepayment, rules: prepayment.rules.map((rule) => ({ ...rule, what })) };
  await writeSetting(app.db.kysely, { key: "prepayment", value, now });
  await raiseContentVersion(app.db.kysely, now);
}

async function useTill(app: AppContext, name: ProviderName): Promise<void> {
  const till = app.db.kysely.selectFrom("tills").select("provider").where("seller_id", "=", "1");
  if ((await till.executeTakeFirst())?.provider !== name) await openTillAt(app, { name });
}

type Step = (app: AppContext) => Promise<{ kind: string }>;
type Before = (app: AppContext) => Promise<unknown>;

const buyerAt = (name: ProviderName) => `sam-${name}@example.com`;
const urlOf = ({ config }: AppContext, name: ProviderName) =>
  name === "sumup" ? config.sumupApiUrl : config.stripeApiUrl;

const secretOfOrder = async (app: AppContext, name: ProviderName) =>
  secretOf(app, (await getOrderOf(app, name)).link_id);
const getOrderOf = (app: AppContext, name: ProviderName) =>
  app.db.kysely
    .selectFrom("voucher_orders")
    .selectAll()
    .where("buyer_email", "=", buyerAt(name))
    .executeTakeFirstOrThrow();

async function order(app: AppContext, name: ProviderName) {
  // Nothing leaves it: no job runs in this process.
  const selling = { ...app, config: { ...app.config, smtpUrl: "smtp://127.0.0.1:9" } };
  const shop = await readShop(selling);
  if (shop.kind !== "on") return shop;
  const typed = { what: "amount", amount: "50", recipientName: "Alex", fromName: "", message: "", sendOn: "" };
  const to = { delivery: "print", recipientEmail: "", buyerName: "Sam Carter", buyerEmail: buyerAt(name) };
  const wanted = orderForm(shop.bounds).parse({ ...typed, ...to });
  return orderVoucher(selling, { order: wanted, key: `voucher ${name}`, seenPence: 5000, ...FROM[name] });
}

/** On the provider's page. Paid once, however often. */
const pay = (app: AppContext, name: ProviderName, { session }: { session: string | null }) =>
  fetch(`${urlOf(app, name)}/pay/${session}`, { method: "POST", redirect: "manual" });

const KEPT = { at: "stripe", is: "kept" } as const satisfies Which;

/** So long after its appointment was cancelled on the evening before it. */
const afterwards = (app: AppContext, minutes = 0): AppContext =>
  later(app, at("18:00", "2027-06-01") + minutes * MINUTE - app.clock.now());

async function charge(app: AppContext, minutes: number, key: string) {
  const press = { appointmentId: await idOf(app, KEPT), pence: 2900, reason: "Cancelled at six" };
  return chargeCard(afterwards(app, minutes), OWNER, { ...press, key });
}

async function cancelLate(app: AppContext): Promise<void> {
  const appointmentId = await idOf(app, KEPT);
  const theirs = { appointmentId, reason: null, knowsCost: true };
  const isThere = (await statusOf(app, appointmentId)) !== "Cancelled";
  if (isThere) await cancel(afterwards(app), { kind: "holder", appointmentId }, theirs);
}

/** What only Stripe can do for us. */
const CARD_STEPS = {
  "keep a card": async (app) => changed((await settlePage(app, (await getPageOf(app, KEPT)).id)) === "kept"),
  "charge a kept card": async (app) => {
    const outcome = await charge(app, 1, "charge");
    if (outcome.kind !== "refused" || outcome.why === "declined") return outcome;
    // What was killed on the way is read back first: charged, or not and to be charged now.
    const page = app.db.kysely.selectFrom("pay_pages").select("id").where("purpose", "=", "charge").orderBy("at");
    await settlePage(afterwards(app, 6), (await page.executeTakeFirstOrThrow()).id);
    const read = await charge(app, 1, "charge");
    return read.kind === "changed" ? read : charge(app, 7, "charge again");
  },
  "give a charged fee back": async (app) => {
    const charged = app.db.kysely.selectFrom("pay_pages").select("payment_id").where("purpose", "=", "charge");
    const { payment_id: paymentId } = await charged.where("state", "=", "paid").executeTakeFirstOrThrow();
    const back = { paymentId: paymentId ?? "", pence: 2900, reason: "Ill", owesAgain: false, key: "fee back" };
    return giveBack(afterwards(app, 10), OWNER, back);
  },
} satisfies Record<string, Step>;

const BEFORE_CARDS = {
  "keep a card": async (app) => {
    await setStopped(app, null);
    await useRule(app, "card");
    await startPaying(app, { appointmentId: await idOf(app, KEPT), ...ELSEWHERE });
    return pay(app, "stripe", await getPageOf(app, KEPT));
  },
  "charge a kept card": cancelLate,
} satisfies Partial<Record<keyof typeof CARD_STEPS, Before>>;

/** What was there before each press. Each may be done twice. */
function beforeAt(name: ProviderName): Partial<Record<OnlineStep, Before>> {
  const [paid, unpaid, stopped] = whichAt(name);
  return {
    "book to pay": async (app) => {
      await useTill(app, name);
      return useRule(app, "amount");
    },
    "open a page": (app) => idOf(app, paid),
    "count a paid page": async (app) => pay(app, name, await getPageOf(app, paid)),
    "settle a cancellation": async (app) => {
      const appointmentId = await idOf(app, paid);
      if ((await statusOf(app, appointmentId)) === "Cancelled") return;
      return cancel(app, OWNER, { appointmentId, reason: null });
    },
    "let an unpaid time go": (app) => idOf(app, unpaid),
    "stand without a payment": async (app) => {
      await setStopped(app, null);
      await idOf(app, stopped);
      return setStopped(app, app.clock.now());
    },
    "order a voucher": (app) => setStopped(app, null),
    "sell an ordered voucher": async (app) =>
      pay(app, name, await getPageOfLink(app, (await getOrderOf(app, name)).link_id)),
    ...(name === "stripe" ? BEFORE_CARDS : {}),
  };
}

const whichAt = (name: ProviderName) =>
  [
    { at: name, is: "paid" },
    { at: name, is: "unpaid" },
    { at: name, is: "stopped" },
  ] as const satisfies Which[];

/** Each way that money and bookings online are written at a provider, in the order in which they happen. */
function stepsAt(name: ProviderName) {
  const [paid, unpaid, stopped] = whichAt(name);
  return {
    "book to pay": (app) => bookToPay(app, paid),
    "open a page": async (app) => {
      const appointmentId = await idOf(app, paid);
      await startPaying(app, { appointmentId, ...FROM[name] });
      return changed((await getPageOf(app, paid)).url !== null);
    },
    "count a paid page": async (app) => {
      const { id } = await getPageOf(app, paid);
      return changed((await settlePage(app, id)) === "paid");
    },
    "settle a cancellation": async (app) => {
      await settlePrepaid(later(app, DAY));
      const prepaid = await getPrepaid(app.db.kysely, { appointmentId: await idOf(app, paid) });
      return changed(prepaid?.state === "settled");
    },
    "let an unpaid time go": async (app) => {
      const id = await idOf(app, unpaid);
      await releaseUnpaid(later(app, HOUR), (pageId) => settlePage(app, pageId, { closes: true }));
      const isOver = (await listOpenPages(app.db.kysely, id)).length === 0;
      const { state } = (await getPrepaid(app.db.kysely, { appointmentId: id })) ?? {};
      return changed(isOver && state === "released" && (await statusOf(app, id)) === "Cancelled");
    },
    "stand without a payment": async (app) => {
      const id = await idOf(app, stopped);
      await waiveIfStopped(app, id);
      return changed((await statusOf(app, id)) === "Confirmed");
    },
    "order a voucher": (app) => order(app, name),
    "sell an ordered voucher": async (app) => {
      const { id } = await getPageOfLink(app, (await getOrderOf(app, name)).link_id);
      return changed((await settlePage(app, id)) === "paid");
    },
    "return a bought voucher": async (app) => returnOrder(later(app, 14 * DAY - HOUR), await secretOfOrder(app, name)),
    ...(name === "stripe" ? CARD_STEPS : {}),
    // What went back above: a deposit, a voucher, and a fee.
    "send refunds": async (app) => {
      // One that was killed has its turn again a minute later.
      for (const minutes of [0, 2]) await sendRefunds(later(app, 40 * DAY + minutes * MINUTE));
      const refunds = await app.db.kysely.selectFrom("online_refunds").select("state").execute();
      return changed(refunds.every(({ state }) => state === "done"));
    },
  } satisfies Record<string, Step>;
}

type OnlineStep = keyof ReturnType<typeof stepsAt>;
type StepAt = `${OnlineStep}, ${ProviderName}`;

/** `book to pay, sumup`. */
function named<Value>(perProvider: (name: ProviderName) => Partial<Record<OnlineStep, Value>>) {
  const rows = (["stripe", "sumup"] as const).flatMap((name) =>
    Object.entries(perProvider(name)).map(([step, value]) => [`${step}, ${name}`, value]),
  );
  return Object.fromEntries(rows) as Record<StepAt, Value>;
}

export const ONLINE_STEPS = named<Step>(stepsAt);
export const BEFORE_ONLINE: Record<string, Before> = named(beforeAt);

/** What is written down before its provider is reached: a kill leaves that, and whoever comes later ends it. */
export const LEAVES_INTENT: ReadonlySet<string> = new Set<StepAt>([
  "charge a kept card, stripe",
  "order a voucher, stripe",
  "order a voucher, sumup",
]);

/** Everyone who books deep tissue online pays £15 first. */
export async function prepareOnline(app: AppContext, { service, now }: { service: string; now: number }) {
  await openTillAt(app, { name: "stripe" });
  const value = settingSchemas.prepayment.parse({ what: "amount", services: [service] });
  await writeSetting(app.db.kysely, { key: "prepayment", value, now });
  await writeSetting(app.db.kysely, { key: "voucherShop", value: settingSchemas.voucherShop.parse({ on: true }), now });
}

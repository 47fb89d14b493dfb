import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { book } from "#app/appointments/booking/book.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { sendRefunds } from "#app/payments/online/online.jobs.server.ts";
import { startPaying } from "#app/payments/online/open-page.server.ts";
import { getPrepaid, listOpenPages, releaseUnpaid } from "#app/payments/online/prepaid.server.ts";
import { prepayOf } from "#app/payments/online/prepay.server.ts";
import type { ProviderName } from "#app/payments/online/provider.ts";
import { settlePage } from "#app/payments/online/settle-page.server.ts";
import { settlePrepaid } from "#app/payments/online/settle-prepaid.server.ts";
import { waiveIfStopped } from "#app/payments/online/stopped-tills.server.ts";
import { type Actor, visitor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { settingSchemas } from "#app/settings/settings.ts";
import { openTillAt } from "#tests/proof/money-orders.ts";
import { at, inputFor } from "#tests/support/booking-inputs.ts";

// Pay and book, first with a pretend Stripe and then with a pretend SumUp, which outlive the process that is killed.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const OWNER: Actor = { kind: "admin", userId: "owner", isConfirmed: true };
const DATES = { stripe: "2027-06-02", sumup: "2027-06-03" };
const TIMES = { paid: "10:00", unpaid: "12:00", stopped: "14:00" };
/** One booking of each kind at each provider. */
type Which = { at: ProviderName; is: keyof typeof TIMES };

// Another for each, as only so many pages are opened from one in an hour.
const FROM = { stripe: { clientAddress: "192.0.2.7" }, sumup: { clientAddress: "198.51.100.7" } };
const changed = (hasChanged: boolean) => ({ kind: hasChanged ? "changed" : "not-changed" });
const later = (app: AppContext, ms: number): AppContext => {
  const now = app.clock.now() + ms;
  return { ...app, clock: { now: () => now } };
};

function bookToPay(app: AppContext, which: Which) {
  const nth = Object.keys(TIMES).indexOf(which.is) + (which.at === "sumup" ? 3 : 0);
  const person = { email: `${which.is}-${which.at}@example.com`, phone: `+44163296000${nth}` };
  const start = at(TIMES[which.is], DATES[which.at]);
  const input = inputFor({ start, therapist: "imogen-hartley", ...person });
  const idempotencyKey = `${which.is} ${which.at}`;
  return book(app, visitor, { input, idempotencyKey, pays: "1500", prepay: prepayOf(app, "en-GB") });
}

async function idOf(app: AppContext, which: Which): Promise<string> {
  const outcome = await bookToPay(app, which);
  if (outcome.kind !== "booked") throw new Error(`${which.is}: ${outcome.kind}`);
  return outcome.appointment.id;
}

const statusOf = async (app: AppContext, id: string) => (await getAppointment(app.db.kysely, id))?.status;

async function getPageOf(app: AppContext, which: Which) {
  const { link_id: linkId } = (await getPrepaid(app.db.kysely, { appointmentId: await idOf(app, which) })) ?? {};
  const pages = app.db.kysely
    .selectFrom("pay_pages")
    .selectAll()
    .where("link_id", "=", linkId ?? "");
  return pages.where("session", "is not", null).orderBy("at").executeTakeFirstOrThrow();
}

const setStopped = (app: AppContext, at: number | null) =>
  app.db.kysely.updateTable("tills").set({ stopped_at: at }).execute();

async function useTill(app: AppContext, name: ProviderName): Promise<void> {
  const till = app.db.kysely.selectFrom("tills").select("provider").where("seller_id", "=", "1");
  if ((await till.executeTakeFirst())?.provider !== name) await openTillAt(app, { name });
}

const urlOf = ({ config }: AppContext, name: ProviderName) =>
  name === "sumup" ? config.sumupApiUrl : config.stripeApiUrl;

type Step = (app: AppContext) => Promise<{ kind: string }>;

/** What was there before each press. Each may be done twice. */
function beforeAt(name: ProviderName): Record<OnlineStep, (app: AppContext) => Promise<unknown>> {
  const [paid, unpaid, stopped] = whichAt(name);
  return {
    "book to pay": (app) => useTill(app, name),
    "open a page": (app) => idOf(app, paid),
    "count a paid page": async (app) => {
      const { session } = await getPageOf(app, paid);
      return fetch(`${urlOf(app, name)}/pay/${session}`, { method: "POST", redirect: "manual" });
    },
    "settle a cancellation": async (app) => {
      const appointmentId = await idOf(app, paid);
      if ((await statusOf(app, appointmentId)) === "Cancelled") return;
      return cancel(app, OWNER, { appointmentId, reason: null });
    },
    "send a refund": async () => {},
    "let an unpaid time go": (app) => idOf(app, unpaid),
    "stand without a payment": async (app) => {
      await setStopped(app, null);
      await idOf(app, stopped);
      return setStopped(app, app.clock.now());
    },
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
    "send a refund": async (app) => {
      await sendRefunds(later(app, 2 * DAY));
      const page = await getPageOf(app, paid);
      const refunds = app.db.kysely.selectFrom("online_refunds").select("state").where("page_id", "=", page.id);
      return changed((await refunds.execute()).map(({ state }) => state).join() === "done");
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
  } satisfies Record<string, Step>;
}

type OnlineStep = keyof ReturnType<typeof stepsAt>;
type StepAt = `${OnlineStep}, ${ProviderName}`;

/** `book to pay, sumup`. */
function named<Value>(perProvider: (name: ProviderName) => Record<OnlineStep, Value>): Record<StepAt, Value> {
  const rows = (["stripe", "sumup"] as const).flatMap((name) =>
    Object.entries(perProvider(name)).map(([step, value]) => [`${step}, ${name}`, value]),
  );
  return Object.fromEntries(rows);
}

export const ONLINE_STEPS = named<Step>(stepsAt);
export const BEFORE_ONLINE: Record<string, (app: AppContext) => Promise<unknown>> = named(beforeAt);

/** Of these, how many writes each has at least: a later one would kill nothing. */
export const FEW_WRITES: Record<string, number> = { "send a refund, stripe": 1, "send a refund, sumup": 1 };

/** Everyone who books deep tissue online pays £15 first. */
export async function prepareOnline(app: AppContext, { service, now }: { service: string; now: number }) {
  await openTillAt(app, { name: "stripe" });
  const value = settingSchemas.prepayment.parse({ what: "amount", services: [service] });
  await writeSetting(app.db.kysely, { key: "prepayment", value, now });
}

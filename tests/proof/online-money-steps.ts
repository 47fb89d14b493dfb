import { notifyOwners } from "#app/accounts/notify-owners.server.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { book } from "#app/appointments/booking/book.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { sendRefunds } from "#app/payments/online/online.jobs.server.ts";
import { startPaying } from "#app/payments/online/open-page.server.ts";
import { getPrepaid, listOpenPages, releaseUnpaid } from "#app/payments/online/prepaid.server.ts";
import { prepayOf } from "#app/payments/online/prepay.server.ts";
import { settlePage } from "#app/payments/online/settle-page.server.ts";
import { settlePrepaid } from "#app/payments/online/settle-prepaid.server.ts";
import { waiveIfStopped } from "#app/payments/online/stopped-tills.server.ts";
import { saveTill } from "#app/payments/online/tills.server.ts";
import { type Actor, visitor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { settingSchemas } from "#app/settings/settings.ts";
import { PRETEND_KEY, PRETEND_SIGNING_KEY } from "#scripts/pretend-stripe.ts";
import { at, inputFor } from "#tests/support/booking-inputs.ts";

// Pay and book, with a pretend Stripe that outlives the process which is killed.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const OWNER: Actor = { kind: "admin", userId: "owner", isConfirmed: true };
const DATE = "2027-06-02";
const TIMES = { paid: "10:00", unpaid: "12:00", stopped: "14:00" };
type Which = keyof typeof TIMES;

const FROM = { clientAddress: "192.0.2.7" };
const changed = (hasChanged: boolean) => ({ kind: hasChanged ? "changed" : "not-changed" });
const later = (app: AppContext, ms: number): AppContext => {
  const now = app.clock.now() + ms;
  return { ...app, clock: { now: () => now } };
};

function bookToPay(app: AppContext, which: Which) {
  const person = { email: `${which}@example.com`, phone: `+44163296000${Object.keys(TIMES).indexOf(which)}` };
  const input = inputFor({ start: at(TIMES[which], DATE), therapist: "imogen-hartley", ...person });
  return book(app, visitor, { input, idempotencyKey: which, pays: "1500", prepay: prepayOf(app, "en-GB") });
}

async function idOf(app: AppContext, which: Which): Promise<string> {
  const outcome = await bookToPay(app, which);
  if (outcome.kind !== "booked") throw new Error(`${which}: ${outcome.kind}`);
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

/** What was there before the press. Each may be done twice. */
export const BEFORE_ONLINE: Record<string, (app: AppContext) => Promise<unknown>> = {
  "count a paid page": async (app) => {
    const { session } = await getPageOf(app, "paid");
    return fetch(`${app.config.stripeApiUrl}/pay/${session}`, { method: "POST", redirect: "manual" });
  },
  "settle a cancellation": async (app) => {
    const appointmentId = await idOf(app, "paid");
    if ((await statusOf(app, appointmentId)) === "Cancelled") return;
    return cancel(app, OWNER, { appointmentId, reason: null });
  },
  "let an unpaid time go": (app) => idOf(app, "unpaid"),
  "stand without a payment": async (app) => {
    await setStopped(app, null);
    await idOf(app, "stopped");
    return setStopped(app, app.clock.now());
  },
};

/** Each way that money and bookings online are written, in the order in which they happen. */
export const ONLINE_STEPS = {
  "book to pay": (app) => bookToPay(app, "paid"),
  "open a page": async (app) => {
    const path = await startPaying(app, { appointmentId: await idOf(app, "paid"), ...FROM });
    return changed(path.endsWith("?go"));
  },
  "count a paid page": async (app) => {
    const { id } = await getPageOf(app, "paid");
    return changed((await settlePage(app, id)) === "paid");
  },
  "settle a cancellation": async (app) => {
    await settlePrepaid(later(app, DAY));
    const prepaid = await getPrepaid(app.db.kysely, { appointmentId: await idOf(app, "paid") });
    return changed(prepaid?.state === "settled");
  },
  "send a refund": async (app) => {
    await sendRefunds(later(app, 2 * DAY));
    const refunds = await app.db.kysely.selectFrom("online_refunds").select("state").execute();
    return changed(refunds.length === 1 && refunds[0]?.state === "done");
  },
  "let an unpaid time go": async (app) => {
    const id = await idOf(app, "unpaid");
    await releaseUnpaid(later(app, HOUR), (pageId) => settlePage(app, pageId, { closes: true }));
    const isOver = (await listOpenPages(app.db.kysely, id)).length === 0;
    const { state } = (await getPrepaid(app.db.kysely, { appointmentId: id })) ?? {};
    return changed(isOver && state === "released" && (await statusOf(app, id)) === "Cancelled");
  },
  "stand without a payment": async (app) => {
    const id = await idOf(app, "stopped");
    await waiveIfStopped(app, id);
    return changed((await statusOf(app, id)) === "Confirmed");
  },
} satisfies Record<string, (app: AppContext) => Promise<{ kind: string }>>;

/** Of these, how many writes each has at least: a later one would kill nothing. */
export const FEW_WRITES: Record<string, number> = { "send a refund": 1 };

/** Everyone who books deep tissue online pays £15 first. */
export async function prepareOnline(app: AppContext, { service, now }: { service: string; now: number }) {
  const typed = { key: PRETEND_KEY, signingKey: PRETEND_SIGNING_KEY };
  const outcome = await saveTill(app, OWNER, { sellerId: "1", typed, notifyOwners });
  if (outcome.kind !== "saved") throw new Error(outcome.kind);
  const value = settingSchemas.prepayment.parse({ what: "amount", services: [service] });
  await writeSetting(app.db.kysely, { key: "prepayment", value, now });
}

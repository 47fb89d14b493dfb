import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { mailboxOf } from "#app/mail/mail-allowance.ts";
import {
  findLink,
  getLink,
  isOrder,
  orderUrlOf,
  owedBy,
  type PayLink,
  payUrlOf,
  recipientOf,
} from "#app/payments/online/pay-links.db.server.ts";
import { getPrepaid, readPaidBooking } from "#app/payments/online/prepaid.server.ts";
import { payPathOf } from "#app/payments/online/prepay.server.ts";
import { LEAST_PENCE, type Mode, PAGE_MS, type ProviderName } from "#app/payments/online/provider.ts";
import { getPage, settlePage } from "#app/payments/online/settle-page.server.ts";
import { noteTill, waiveIfStopped } from "#app/payments/online/stopped-tills.server.ts";
import { openTill } from "#app/payments/online/tills.server.ts";
import { hasCodes } from "#app/payments/shop/voucher-online.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { rateKeyOf } from "#app/platform/http/request-info.server.ts";
import { deriveSecret, newId } from "#app/platform/ids.server.ts";
import { consumeRateLimits } from "#app/platform/limits.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

export type OpenOutcome =
  /** There is a page at the provider to go on to. */
  | { kind: "ready" }
  /** Nothing is to be paid by it: its own page says why. */
  | { kind: "nothing" }
  /** The provider did not do what was asked. */
  | { kind: "failed" }
  | { kind: "limited"; retryAfterSeconds: number }
  | { kind: "not-found" };

// New pages, as each could try a stolen card: a press that comes back to its open page doesn't count.
const OF_LINK = { limit: 3, windowSeconds: 3600 };
const OF_ADDRESS = { limit: 20, windowSeconds: 3600 };
// Anyone can make a booking or order a voucher, and each is another page.
const OF_BOOKER = { limit: 3, windowSeconds: 3600 };
// What is left of a page must be enough to type a card.
const LEAST_LEFT_MS = 10 * 60_000;

/** Makes the provider's page for what a link's client owes now, or finds the one that is open. */
export async function openPayPage(
  app: AppContext,
  { secret, clientAddress }: { secret: string; clientAddress: string },
): Promise<OpenOutcome> {
  const db = app.db.kysely;
  const link = await findLink(db, secret);
  if (!link) return { kind: "not-found" };
  const till = await openTill(app, db, { sellerId: link.seller_id });
  if (!(await readPractice(app)).settings.payments.on || link.withdrawn_at !== null || !till?.isOn)
    return { kind: "nothing" };
  const usable = await closeOthers(app, link.id);
  if (usable === "paid") return { kind: "nothing" };
  if (usable === "charging") return { kind: "failed" };
  if (usable === null) {
    const limit = await consumeRateLimits(app, await limitsOf(app, link, clientAddress));
    if (limit.kind === "limited") return limit;
  }
  const pageId = await db
    .transaction()
    .execute((tx) => preparePage(tx, app, { secret, mode: till.mode, provider: till.name }));
  const page = pageId && (await getPage(db, pageId));
  if (!page) return { kind: "nothing" };
  if (page.url !== null) return { kind: "ready" };
  const seller = await db
    .selectFrom("sellers")
    .select("legal_name")
    .where("id", "=", link.seller_id)
    .executeTakeFirst();
  const to = await recipientOf(db, link);
  const asNew = {
    ...{ id: page.id, until: page.until },
    email: to?.address ?? null,
    backUrl: `${isOrder(link) ? orderUrlOf(app, link.id) : payUrlOf(app, link.id)}?back`,
  };
  const what = isOrder(link) ? "Gift voucher" : "Payment";
  const words = seller?.legal_name ? `${what} ${isOrder(link) ? "from" : "to"} ${seller.legal_name}` : what;
  const { cards } = till.provider;
  if (page.purpose === "card" && !cards) return { kind: "nothing" };
  const opened = await (page.purpose === "card" && cards
    ? cards.open(asNew)
    : till.provider.open({ ...asNew, words, pence: page.pence }));
  await noteTill(app, link.seller_id, opened.kind === "fault" ? opened.fault : null);
  if (opened.kind === "fault") {
    const [appointmentId] = link.pence === null ? [] : link.appointmentIds;
    // Then its page leads on to the booking, which stands.
    return { kind: appointmentId && (await waiveIfStopped(app, appointmentId)) ? "nothing" : "failed" };
  }
  await db.updateTable("pay_pages").set(opened.value).where("id", "=", page.id).execute();
  return { kind: "ready" };
}

/** Where whoever has just booked goes on to pay: the provider's page, or ours where that one does not open. */
export async function startPaying(
  app: AppContext,
  { appointmentId, clientAddress }: { appointmentId: string; clientAddress: string },
): Promise<string> {
  const path = (await payPathOf(app, appointmentId)) ?? "/book";
  const { kind } = await openPayPage(app, { secret: path.slice(path.lastIndexOf("/") + 1), clientAddress });
  // Who may have a voucher reads our page first, and goes on from there.
  const goesOn = kind === "ready" && !(await mayHaveVoucher(app.db.kysely, appointmentId));
  return `${path}${goesOn ? "?go" : kind === "failed" ? "?down" : ""}`;
}

async function mayHaveVoucher(db: Queries, appointmentId: string): Promise<boolean> {
  const prepaid = await getPrepaid(db, { appointmentId });
  const link = prepaid?.kind === "payment" ? await getLink(db, prepaid.link_id) : null;
  return link !== null && (await hasCodes(db, link.seller_id));
}

async function limitsOf(app: AppContext, link: PayLink, clientAddress: string) {
  const from = rateKeyOf(clientAddress);
  const ofLink = { key: `pay-page:link:${link.id}`, ...OF_LINK };
  const { kysely } = app.db;
  const [appointmentId = ""] = link.appointmentIds;
  const booked = link.pence === null ? null : await getAppointment(kysely, appointmentId);
  const buyer = isOrder(link) ? await recipientOf(kysely, link) : null;
  if (!booked && !isOrder(link)) return [ofLink, { key: `pay-page:from:${from}`, ...OF_ADDRESS }];
  const mail = booked ? booked.email : buyer?.address;
  const who = { from, mail: mail && mailboxOf(mail), phone: booked?.phone };
  const keys = Object.entries(who).flatMap(([name, value]) =>
    value ? deriveSecret(app.secret, `${name}:${value}`) : [],
  );
  return [ofLink, ...keys.map((key) => ({ key: `pay-booking:${key}`, ...OF_BOOKER }))];
}

/**
 * One open page for a link at a time. `paid`: one of them was; `charging`: a kept card is being charged for the same;
 * null: a new one is needed.
 */
async function closeOthers(app: AppContext, linkId: string): Promise<string | "paid" | "charging" | null> {
  const open = await app.db.kysely
    .selectFrom("pay_pages")
    .selectAll()
    .where("link_id", "=", linkId)
    .where("state", "in", ["open", "differs"])
    .orderBy("at")
    .execute();
  let usable: string | null = null;
  // Until a person has looked at what came, nothing more is to be paid.
  if (open.some(({ state }) => state === "differs")) return "paid";
  // The client stands at the card reader: there it is paid or stopped.
  if (open.some(({ reader_id }) => reader_id !== null)) return "paid";
  for (const page of open) {
    const closes = page.until - app.clock.now() < LEAST_LEFT_MS;
    const state = await settlePage(app, page.id, { closes });
    if (state === "open" && page.purpose === "charge") return "charging";
    if (state !== "open" && state !== "expired") return "paid";
    if (state === "open" && !closes) usable = page.id;
  }
  return usable;
}

/** Two presses at once find one page. Null: nothing is to be paid. */
async function preparePage(
  tx: Tx,
  app: AppContext,
  { secret, mode, provider }: { secret: string; mode: Mode; provider: ProviderName },
): Promise<string | null> {
  const known = await findLink(tx, secret);
  if (!known) return null;
  // An update that changes nothing locks the row on either engine.
  const locked = tx.updateTable("pay_links").set((link) => ({ at: link.ref("at") }));
  await locked.where("id", "=", known.id).execute();
  const link = await findLink(tx, secret);
  if (!link || link.withdrawn_at !== null) return null;
  const now = app.clock.now();
  const booking = link.pence === null ? null : await readPaidBooking(tx, { linkId: link.id }, now);
  const keepsCard = booking?.kind === "card";
  const pence = keepsCard ? 0 : await owedBy(tx, link);
  if (keepsCard ? !booking.isKept : pence < LEAST_PENCE) return null;
  const purpose = keepsCard ? "card" : "payment";
  const open = await tx
    .selectFrom("pay_pages")
    .select(["id", "pence", "session", "until"])
    .where("link_id", "=", link.id)
    .where("provider", "=", provider)
    .where("purpose", "=", purpose)
    .where("reader_id", "is", null)
    .where("state", "=", "open")
    .where("until", ">", now + LEAST_LEFT_MS)
    .orderBy("at", "desc")
    .execute();
  // One that the provider may not know yet is made there now, and it takes none that ends within half an hour.
  const same = open.find((page) => page.pence === pence && (page.session !== null || page.until > now + PAGE_MS / 1.5));
  if (same) return same.id;
  const id = newId();
  const nothing = {
    session: null,
    reader_id: null,
    url: null,
    provider_ref: null,
    paid_amount: null,
    paid_currency: null,
  };
  const page = { id, link_id: link.id, seller_id: link.seller_id, provider, mode, purpose, pence } as const;
  const times = { at: now, until: now + PAGE_MS, check_at: now + 60_000 };
  await tx
    .insertInto("pay_pages")
    .values({ ...page, ...nothing, ...times, state: "open", payment_id: null, receipt_due: 0 })
    .execute();
  return id;
}

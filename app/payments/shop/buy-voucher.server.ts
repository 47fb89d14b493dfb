import { clientFor } from "#app/clients/client-for-booking.server.ts";
import { mailboxOf } from "#app/mail/mail-allowance.ts";
import { type OpenOutcome, openPayPage } from "#app/payments/online/open-page.server.ts";
import { findLink, isOrder, secretOf } from "#app/payments/online/pay-links.db.server.ts";
import { LEAST_PENCE, type Mode } from "#app/payments/online/provider.ts";
import {
  type CourseOffer,
  type NewOrder,
  type OrderBounds,
  type TreatmentChoice,
  termsOf,
  voucherTitle,
} from "#app/payments/shop/order.form.ts";
import { getOrder } from "#app/payments/shop/orders.db.server.ts";
import { listProducts } from "#app/payments/shop/products.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { idempotencyOf } from "#app/platform/form-draft.server.ts";
import { rateKeyOf } from "#app/platform/http/request-info.server.ts";
import { deriveSecret, hashOf, newId } from "#app/platform/ids.server.ts";
import { consumeRateLimits } from "#app/platform/limits.server.ts";
import type { PracticeFacts } from "#app/practice/practice.ts";
import { canMailLeave, readPractice } from "#app/practice/read-practice.server.ts";
import { sellsVouchers } from "#app/settings/schemas/money-rules.ts";

/** `shut`: sold here, and nobody can pay at the moment. */
export type Shop =
  | { kind: "off" }
  | { kind: "shut" }
  | {
      kind: "on";
      seller: string;
      sellerId: string;
      mode: Mode;
      months: number;
      bounds: OrderBounds;
      courses: CourseOffer[];
    };

/** Whether vouchers are sold on the website now, and which. */
export async function readShop(app: AppContext): Promise<Shop> {
  const practice = await readPractice(app);
  const { voucherShop, moneyRules, bookingRules } = practice.settings;
  if (!sellsVouchers(practice.settings)) return { kind: "off" };
  const till = await app.db.kysely
    .selectFrom("sellers")
    .innerJoin("tills", "tills.seller_id", "sellers.id")
    .select(["sellers.id", "sellers.legal_name", "tills.mode", "tills.stopped_at"])
    .where("sellers.id", "=", voucherShop.sellerId)
    .where("tills.is_on", "=", 1)
    .executeTakeFirst();
  // Nothing is sold that could not be sent.
  if (!till || till.stopped_at !== null || !(await canMailLeave(app))) return { kind: "shut" };
  return {
    ...{ kind: "on", seller: till.legal_name || practice.settings.business.name, sellerId: till.id, mode: till.mode },
    months: moneyRules.voucherMonths,
    courses: await listCourses(app, practice, till.id),
    bounds: {
      leastPence: Math.max(LEAST_PENCE, voucherShop.leastPence),
      mostPence: voucherShop.mostPence,
      treatments: voucherShop.treatments ? listTreatments(practice) : [],
      today: localDateOf(app.clock.now(), bookingRules.zone),
    },
  };
}

/** What of the seller's list the owner has chosen, at today's prices. Nothing is read where none is. */
async function listCourses({ db }: AppContext, practice: PracticeFacts, sellerId: string): Promise<CourseOffer[]> {
  const { courses, courseMonths } = practice.settings.voucherShop;
  if (courses.length === 0) return [];
  const products = await listProducts(db.kysely, { sellerId });
  return products.flatMap(({ id, kind, title, pence, sessions, serviceId, months }) => {
    const isSold = kind === "course" && sessions !== null && pence >= LEAST_PENCE && courses.includes(id);
    const service = practice.services.find((one) => one.id === serviceId)?.title ?? null;
    return isSold && (serviceId === null || service !== null)
      ? { id, title, pence, sessions, serviceId, service, months: months ?? courseMonths }
      : [];
  });
}

function listTreatments({ services }: Pick<PracticeFacts, "services">): TreatmentChoice[] {
  const isOnline = ({ booking, therapistIds }: (typeof services)[number]) =>
    booking === "online" && therapistIds.length > 0;
  return services.filter(isOnline).flatMap(({ id, title, lengths }) =>
    lengths
      .filter(({ pricePence }) => pricePence >= LEAST_PENCE)
      .map(({ minutes, pricePence }) => ({
        ...{ id: `${id}:${minutes}`, title: `${title}, ${minutes} min`, pence: pricePence },
      })),
  );
}

export type OrderOutcome =
  /** Its page, which leads on to the provider's where that one opened. */
  | { kind: "saved"; path: string }
  | { kind: "limited"; retryAfterSeconds: number }
  /** What is to pay has changed since it was read. */
  | { kind: "conflict" }
  /** Nobody can pay at the moment. */
  | { kind: "failed" }
  | { kind: "not-found" };

/** `userId`: of a client who is signed in. */
type Press = { order: NewOrder; key: string; seenPence: number; clientAddress: string; userId?: string | null };

// Each order is a row, and may become a page at the provider.
const ORDERS_OF_ONE = { limit: 6, windowSeconds: 3600 };

/** Writes the order down, then opens the provider's page for it. Sent twice it is one order. */
export async function orderVoucher(
  app: AppContext,
  { order, key, seenPence, clientAddress, userId = null }: Press,
): Promise<OrderOutcome> {
  const shop = await readShop(app);
  if (shop.kind === "off") return { kind: "not-found" };
  if (shop.kind === "shut") return { kind: "failed" };
  if (order.pence !== seenPence) return { kind: "conflict" };
  const db = app.db.kysely;
  const { body } = idempotencyOf(key, { scope: "voucher order", content: order });
  const before = await getOrder(db, { key: body });
  if (!before) {
    const who = [rateKeyOf(clientAddress), mailboxOf(order.buyerEmail)];
    const keys = who.map((one) => `voucher-order:${deriveSecret(app.secret, `voucher-order:${one}`)}`);
    const limit = await consumeRateLimits(
      app,
      keys.map((one) => ({ key: one, ...ORDERS_OF_ONE })),
    );
    if (limit.kind === "limited") return limit;
  }
  const linkId = before?.link_id ?? (await addOrder(app, { shop, order, key: body, userId }));
  const secret = secretOf(app, linkId);
  const path = `/vouchers/order/${secret}`;
  const { kind } = await openPayPage(app, { secret, clientAddress });
  const why = kind === "ready" ? "?go" : kind === "failed" ? "?down" : kind === "limited" ? "?limited" : "";
  return { kind: "saved", path: `${path}${why}` };
}

/** Opens the provider's page for an order that waits, as long as vouchers are sold. */
export async function payOrder(
  app: AppContext,
  { secret, clientAddress }: { secret: string; clientAddress: string },
): Promise<OpenOutcome> {
  const link = await findLink(app.db.kysely, secret);
  if (!link || !isOrder(link)) return { kind: "not-found" };
  if ((await readShop(app)).kind !== "on") return { kind: "failed" };
  return openPayPage(app, { secret, clientAddress });
}

type Adding = { shop: Extract<Shop, { kind: "on" }>; order: NewOrder; key: string; userId: string | null };

async function addOrder(app: AppContext, { shop, order, key, userId }: Adding): Promise<string> {
  const { seller, sellerId, months, bounds } = shop;
  const now = app.clock.now();
  const [id, linkId] = [newId(), newId()];
  const { course, pence, recipientName, recipientEmail, fromName, message, sendOn, buyerName, buyerEmail } = order;
  return app.db.kysely.transaction().execute(async (tx) => {
    const buyer = { by: "person" as const, userId, name: buyerName, email: buyerEmail, phone: null };
    const clientId = course && userId ? (await clientFor(tx, buyer, now)).id : null;
    const row = await tx
      .insertInto("voucher_orders")
      .values({
        ...{ id, link_id: linkId, seller_id: sellerId, key, state: "waiting", pence, title: voucherTitle(order) },
        ...{ buyer_name: buyerName, buyer_email: buyerEmail, recipient_name: recipientName },
        ...{ recipient_email: recipientEmail, from_name: fromName, message, send_on: sendOn, issue: 1, at: now },
        ...{ course: course && JSON.stringify(course), client_id: clientId },
        words: termsOf(order, { seller, today: bounds.today, months }).join("\n"),
      })
      .onConflict((conflict) => conflict.column("key").doNothing())
      .returning("id")
      .executeTakeFirst();
    // The same press, sent twice at once.
    if (!row) return (await getOrder(tx, { key }))?.link_id ?? linkId;
    const link = { id: linkId, secret_hash: hashOf(secretOf(app, linkId)), seller_id: sellerId, client_id: clientId };
    await tx
      .insertInto("pay_links")
      .values({
        ...link,
        appointments: "[]",
        pence: null,
        withdrawn_at: null,
        mailed_at: null,
        at: now,
        actor: "system",
      })
      .execute();
    return linkId;
  });
}

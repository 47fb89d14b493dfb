import { readPublicLink } from "#app/payments/online/pay-links.server.ts";
import { settlePage } from "#app/payments/online/settle-page.server.ts";
import { readShop } from "#app/payments/shop/buy-voucher.server.ts";
import {
  getOrder,
  isPaidHere,
  lastReturnDay,
  type Order,
  readSending,
  type SendState,
  sendingInWords,
} from "#app/payments/shop/orders.db.server.ts";
import { giftVoucher } from "#app/payments/shop/voucher.mail.tsx";
import { getVoucher } from "#app/payments/shop/vouchers.db.server.ts";
import { leftInWords, type Voucher } from "#app/payments/shop/vouchers.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { dayInWords, localDateOf } from "#app/platform/date-time.ts";
import { consumeRateLimit } from "#app/platform/limits.server.ts";

/** `shut`: it waits, and nobody can pay now. `checking`: whoever paid is back, and the provider has not said so yet. */
export type OrderState =
  | ("open" | "checking" | "shut" | "tested" | "differs" | "released")
  | ("paid" | "disputed" | "ended" | "returned");

/** What whoever bought a voucher reads at its address. Pence. */
export type OrderView = {
  state: OrderState;
  mode: "live" | "test" | "pretend" | null;
  /** Whose page it is paid on. */
  at: string;
  seller: string;
  pence: number;
  leftPence: number;
  backPence: number;
  title: string;
  terms: string[];
  /** It stands to the name of whoever bought it. */
  isCourse: boolean;
  /** Of a course: `3 of 6 left`. */
  left: string | null;
  recipient: string;
  email: string | null;
  isOpened: boolean;
  sending: string | null;
  canSendNow: boolean;
  /** Its last day, and the last on which it can be returned; null: it can't. */
  until: string | null;
  returnBy: string | null;
  /** The provider's page that is open. */
  url: string | null;
};

/** Null for a wrong address. `isBack`: they come from the provider's page, which is asked. */
export async function readOrderPage(
  app: AppContext,
  { secret, isBack }: { secret: string; isBack: boolean },
): Promise<OrderView | null> {
  const db = app.db.kysely;
  const found = await readPublicLink(app, secret);
  if (!found || !(await getOrder(db, { linkId: found.link.id }))) return null;
  const isFresh = isBack && found.page?.state === "open" && (await mayAsk(app, found.link.id));
  if (isFresh && found.page) await settlePage(app, found.page.id, { limits: { ms: 5_000 } });
  const view = isFresh ? ((await readPublicLink(app, secret)) ?? found) : found;
  const order = await getOrder(db, { linkId: view.link.id });
  if (!order) return null;
  const voucher = order.voucher_id ? await getVoucher(db, order.voucher_id) : null;
  const { page, mode, at, seller, backPence, zone } = view;
  const moment = { now: app.clock.now(), zone };
  const today = localDateOf(moment.now, zone);
  const sending = await readSending(db, order, giftVoucher.id);
  const facts = { order, page: page?.state, isBack, backPence, today };
  const state = voucher ? stateOfVoucher(voucher, facts) : await stateOfOrder(app, facts);
  const returnBy = lastReturnDay(order, zone);
  const isWhole = voucher !== null && voucher.leftPence === voucher.facePence && today <= returnBy;
  const isReturnable = isWhole && (await isPaidHere(db, order));
  return {
    ...{ state, mode, at, seller, backPence, pence: order.pence, title: order.title, terms: order.words.split("\n") },
    ...{ recipient: order.recipient_name, email: order.recipient_email, isOpened: order.opened_at !== null },
    ...{ sending: sendingInWords(sending, moment), canSendNow: isWaiting(sending, moment.now) },
    isCourse: order.course !== null,
    left: voucher?.kind === "course" ? leftInWords(voucher) : null,
    leftPence: voucher?.leftPence ?? 0,
    until: voucher && dayInWords(voucher.expiresOn, { year: true }),
    returnBy: isReturnable ? dayInWords(returnBy, { year: true }) : null,
    url: state === "open" && page?.state === "open" ? page.url : null,
  };
}

// Coming back asks the provider; a page that is loaded again and again does not.
async function mayAsk(app: AppContext, linkId: string): Promise<boolean> {
  const limit = { key: `pay-back:${linkId}`, limit: 40, windowSeconds: 600 };
  return (await consumeRateLimit(app, limit)).kind === "allowed";
}

const isWaiting = (sending: SendState, now: number) => sending.kind === "waiting" && sending.at > now;

type Facts = { order: Order; page: string | undefined; isBack: boolean; backPence: number; today: string };

function stateOfVoucher({ leftPence, expiresOn, isDisputed }: Voucher, { order, backPence, today }: Facts): OrderState {
  if (leftPence > 0 && expiresOn >= today) return isDisputed ? "disputed" : "paid";
  return backPence >= order.pence ? "returned" : "ended";
}

async function stateOfOrder(app: AppContext, { order, page, isBack }: Facts): Promise<OrderState> {
  if (page === "differs" || page === "tested") return page;
  if (order.state === "released") return "released";
  if (isBack && page === "open") return "checking";
  return (await readShop(app)).kind === "on" ? "open" : "shut";
}

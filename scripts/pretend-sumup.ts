import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { PAY_OUT, TAKE_BACK } from "#scripts/pretend-payouts.ts";
import { documentOf, escaped, type Mood, type Notices, switchesOf, takeSwitches } from "#scripts/pretend-provider.ts";
import { codeOf, pretendReader } from "#scripts/pretend-reader.ts";

/** They open nothing anywhere else. */
export const PRETEND_SUMUP = { key: "sup_sk_pretendkey0123456789", merchant: "MPRETEND1" };

export type PretendCheckout = {
  id: string;
  reference: string;
  url: string;
  status: "PENDING" | "FAILED" | "PAID" | "EXPIRED";
  amount: number;
  currency: string;
  words: string;
  validUntil: number;
  backUrl: string;
  noticeUrl: string | null;
  transaction: string | null;
};

type Refund = { transaction: string; amount: number };
type Reply = { status: number; body: object | null };
type Options = {
  port?: number;
  now?: () => number;
  /** Whether notices leave by themselves to the address that the checkout names. */
  sends?: boolean;
};

export type PretendSumup = Awaited<ReturnType<typeof startPretendSumup>>;

/** A server of SumUp's shapes on this machine: hosted pages for a pretend card, refunds, notices, and faults to switch. */
export async function startPretendSumup({ port = 0, now = Date.now, sends = false }: Options = {}) {
  const checkouts = new Map<string, PretendCheckout>();
  const refunds: Refund[] = [];
  const takenBack = new Set<string>();
  const payouts: { key: string; row: { date: string } & Record<string, string | number> }[] = [];
  const requests: { path: string; body: string; headers: IncomingMessage["headers"] }[] = [];
  const queue: { to: string | null; body: string }[] = [];
  let [mood, notices]: [Mood, Notices] = ["well", "once"];
  let declines = false;
  const reader = pretendReader({ now });
  /** All that was paid, on a page or on the reader. */
  const sales = () => [
    ...[...checkouts.values()].flatMap(({ transaction, amount, currency }) =>
      transaction ? [{ transaction, amount, currency }] : [],
    ),
    ...reader.paid().map(({ transaction, value }) => ({ transaction, amount: value / 100, currency: "GBP" })),
  ];

  function pay(id: string, { amount }: { amount?: number } = {}): boolean {
    const checkout = checkouts.get(id);
    if (!checkout || !isOpen(checkout)) return false;
    Object.assign(checkout, { status: "PAID", transaction: randomUUID(), amount: amount ?? checkout.amount });
    notify(checkout);
    return true;
  }

  function decline(id: string): void {
    const checkout = checkouts.get(id);
    if (!checkout || !isOpen(checkout)) return;
    checkout.status = "FAILED";
    notify(checkout);
  }

  function isOpen(checkout: PretendCheckout): boolean {
    if (checkout.status !== "PENDING" && checkout.status !== "FAILED") return false;
    if (checkout.validUntil <= now()) checkout.status = "EXPIRED";
    return checkout.status !== "EXPIRED";
  }

  function notify({ id, noticeUrl }: PretendCheckout): void {
    if (notices === "never") return;
    const notice = { to: noticeUrl, body: JSON.stringify({ event_type: "CHECKOUT_STATUS_CHANGED", id }) };
    if (notices === "reversed") queue.unshift(notice);
    else queue.push(...(notices === "twice" ? [notice, notice, notice] : [notice]));
    if (notices !== "late" && notices !== "reversed") void send();
  }

  /** Sends what waits. */
  async function send(): Promise<void> {
    if (!sends) return;
    for (const notice of queue.splice(0)) {
      const headers = { "content-type": "application/json" };
      if (notice.to === null) continue;
      await fetch(notice.to, { method: "POST", headers, body: notice.body }).catch(() => queue.push(notice));
    }
  }

  function perform(method: string, { pathname, searchParams }: URL, body: Record<string, unknown>): Reply {
    const [, id = ""] = /^\/v0\.1\/checkouts\/([\w-]+)$/.exec(pathname) ?? [];
    const [, transaction = ""] = /^\/v1\.0\/merchants\/MPRETEND1\/payments\/([\w-]+)\/refunds$/.exec(pathname) ?? [];
    const atReader = reader.answer(method, new URL(`${pathname}?${searchParams}`, "http://pretend"), body);
    if (atReader) return atReader;
    if (pathname === "/v1/merchants/MPRETEND1") {
      return { status: 200, body: { merchant_code: PRETEND_SUMUP.merchant, country: "GB", sandbox: true } };
    }
    if (pathname === "/v0.1/checkouts" && method === "POST") return openPage(body);
    if (pathname === "/v0.1/checkouts") {
      const found = [...checkouts.values()].filter((one) => one.reference === searchParams.get("checkout_reference"));
      return { status: 200, body: found.map(viewOf) };
    }
    if (pathname === "/v2.1/merchants/MPRETEND1/transactions") return readTransaction(searchParams);
    if (transaction && method === "POST") return refund(transaction, body);
    if (pathname === "/v1.0/merchants/MPRETEND1/payouts") return { status: 200, body: listPayouts(searchParams) };
    const checkout = checkouts.get(id);
    if (!checkout) return refusal(404, "Resource not found", "NOT_FOUND");
    if (method === "DELETE") {
      if (!isOpen(checkout)) return refusal(409, "Checkout is already processed", "CHECKOUT_PROCESSED");
      checkout.status = "EXPIRED";
    }
    return { status: 200, body: viewOf(checkout) };
  }

  function openPage(body: Record<string, unknown>): Reply {
    const { checkout_reference: reference, amount, currency, merchant_code: merchant } = body;
    if (merchant !== PRETEND_SUMUP.merchant) return refusal(403, "Not your merchant", "FORBIDDEN");
    if (typeof amount !== "number" || amount < 1 || !Number.isInteger(Math.round(amount * 1e6) / 1e4)) {
      return refusal(400, "Validation error", "INVALID");
    }
    if ([...checkouts.values()].some((one) => one.reference === reference)) {
      return refusal(
        409,
        "Checkout with this checkout reference and pay to email already exists",
        "DUPLICATED_CHECKOUT",
      );
    }
    const id = randomUUID();
    const textOf = (name: string) => (typeof body[name] === "string" ? String(body[name]) : "");
    const checkout: PretendCheckout = {
      ...{ id, reference: String(reference), url: `${url}/pay/${id}`, status: "PENDING", amount, transaction: null },
      ...{ currency: String(currency), words: textOf("description"), backUrl: textOf("redirect_url") },
      ...{ validUntil: Date.parse(textOf("valid_until")), noticeUrl: textOf("return_url") || null },
    };
    checkouts.set(id, checkout);
    return { status: 201, body: viewOf(checkout) };
  }

  function readTransaction(search: URLSearchParams): Reply {
    const paid = sales().find(({ transaction }) =>
      search.has("id") ? transaction === search.get("id") : codeOf(transaction) === search.get("transaction_code"),
    );
    const id = paid?.transaction;
    if (!paid || !id) return refusal(404, "Resource not found", "NOT_FOUND");
    const events = refunds
      .filter(({ transaction }) => transaction === id)
      .map(({ amount }, nth) => ({ id: nth + 1, transaction_id: id, type: "REFUND", status: "REFUNDED", amount }));
    return { status: 200, body: { id, amount: paid.amount, currency: paid.currency, status: "SUCCESSFUL", events } };
  }

  /** Sends all that has not gone to the bank. */
  function payOut(): void {
    const reference = `payout-${payouts.length + 1}`;
    const own = { date: new Date(now()).toISOString().slice(0, 10), currency: "GBP", status: "SUCCESSFUL", reference };
    const add = (key: string, line: { type: string; amount: number; fee: number; transaction_code: string }) => {
      if (!payouts.some((one) => one.key === key))
        payouts.push({ key, row: { id: payouts.length + 1, ...own, ...line } });
    };
    for (const { transaction, amount } of sales()) {
      const fee = Math.round(amount * 2.5) / 100;
      const net = Math.round((amount - fee) * 100) / 100;
      add(transaction, { type: "PAYOUT", amount: net, fee, transaction_code: codeOf(transaction) });
    }
    for (const [nth, { transaction, amount }] of refunds.entries()) {
      add(`refund ${nth}`, { type: "REFUND_DEDUCTION", amount, fee: 0, transaction_code: codeOf(transaction) });
    }
    for (const { transaction, amount } of sales().filter((one) => takenBack.has(one.transaction))) {
      const deduction = { type: "CHARGE_BACK_DEDUCTION", amount, fee: 0, transaction_code: codeOf(transaction) };
      add(`back ${transaction}`, deduction);
    }
  }

  /** The bank of whoever paid last takes it back: SumUp takes it out of the next payout. */
  function takeBack(): void {
    const last = sales().at(-1);
    if (last) takenBack.add(last.transaction);
  }

  function listPayouts(search: URLSearchParams): object[] {
    const [since, until] = [search.get("start_date") ?? "", search.get("end_date") ?? ""];
    return payouts.map(({ row }) => row).filter(({ date }) => date >= since && date <= until);
  }

  function refund(transaction: string, { amount }: Record<string, unknown>): Reply {
    const paid = sales().find((one) => one.transaction === transaction);
    if (!paid) return refusal(404, "Resource not found", "NOT_FOUND");
    const gone = refunds.filter((one) => one.transaction === transaction).reduce((all, one) => all + pence(one), 0);
    if (typeof amount !== "number" || pence({ amount }) > pence(paid) - gone) {
      return refusal(409, "The transaction is not refundable in its current state", "CONFLICT");
    }
    refunds.push({ transaction, amount });
    return { status: 204, body: null };
  }

  function viewOf(checkout: PretendCheckout): object {
    isOpen(checkout);
    const { id, reference, url: page, status, amount, currency, words, validUntil, transaction } = checkout;
    const paid = {
      id: transaction,
      transaction_code: codeOf(transaction ?? ""),
      amount,
      currency,
      status: "SUCCESSFUL",
    };
    return {
      ...{ id, checkout_reference: reference, hosted_checkout_url: page, status, amount, currency },
      ...{ description: words, merchant_code: PRETEND_SUMUP.merchant, valid_until: new Date(validUntil).toISOString() },
      transactions: transaction ? [paid] : [],
      ...(transaction && { transaction_id: transaction, transaction_code: codeOf(transaction) }),
    };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asking = new URL(request.url ?? "/", "http://pretend");
    const body = await text(request);
    if (!asking.pathname.startsWith("/v")) {
      const form = new URLSearchParams(body);
      return void answerPerson(response, { pathname: asking.pathname, form, isPost: request.method === "POST" });
    }
    requests.push({ path: `${request.method} ${asking.pathname}${asking.search}`, body, headers: request.headers });
    const reply = ({ status, body: content }: Reply) =>
      void response
        .writeHead(status, content ? { "content-type": "application/json" } : {})
        .end(content ? JSON.stringify(content) : undefined);
    if (mood === "silent") return;
    if (mood === "broken") return reply(refusal(500, "Internal error", "INTERNAL"));
    if (mood === "revoked" || request.headers.authorization !== `Bearer ${PRETEND_SUMUP.key}`) {
      return reply(refusal(401, "Unauthorized", "NOT_AUTHORIZED"));
    }
    const outcome = perform(request.method ?? "GET", asking, body === "" ? {} : JSON.parse(body));
    if (mood === "cut") return void request.socket.destroy();
    if (reader.keepsWaiting(asking.pathname, request.socket)) return;
    reply(outcome);
  }

  type Person = { pathname: string; form: URLSearchParams; isPost: boolean };

  /** The page where somebody pays with a pretend card, and the switches. */
  function answerPerson(response: ServerResponse, { pathname, form, isPost }: Person): unknown {
    const page = (title: string, inner: string, status = 200): unknown =>
      response
        .writeHead(status, { "content-type": "text/html; charset=utf-8" })
        .end(documentOf({ name: "SumUp", title, inner }));
    const goTo = (location: string): unknown => response.writeHead(303, { location }).end();
    if (pathname === "/reader" && isPost) {
      reader.press(form.get("press"));
      return goTo("/");
    }
    if (pathname === "/pay-out" && isPost) {
      payOut();
      return goTo("/");
    }
    if (pathname === "/take-back" && isPost) {
      takeBack();
      return goTo("/");
    }
    if (pathname === "/") {
      if (!isPost) {
        return page(
          "Pretend SumUp",
          switchesOf({ mood, notices, declines, waiting: queue.length }) + PAY_OUT + TAKE_BACK + reader.page(),
        );
      }
      ({ mood, notices, declines } = takeSwitches(form, { mood, notices }));
      void send();
      return goTo("/");
    }
    const checkout = checkouts.get(pathname.slice("/pay/".length));
    if (!checkout) return page("Nothing here", "<p>There is no such page.</p>", 404);
    const back = `<p><a href="${escaped(checkout.backUrl)}">Back without paying</a></p>`;
    if (!isPost) {
      if (!isOpen(checkout)) return page("Pay with a pretend card", `<p>This page is closed.</p>${back}`);
      return page("Pay with a pretend card", payFormOf(checkout) + back);
    }
    if (declines) {
      decline(checkout.id);
      return page("Declined", `<p>The pretend card was declined.</p><p><a href="${pathname}">Try again</a></p>`, 402);
    }
    pay(checkout.id);
    return goTo(checkout.backUrl);
  }

  const server = createServer((request, response) => void answer(request, response)).listen(port, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    config: { sumupApiUrl: url, outboundPrivate: [url] },
    ...{ checkouts, refunds, requests, queue, pay, decline, send, payOut, takeBack, reader },
    become: (next: Mood) => {
      mood = next;
    },
    sendNotices: (next: Notices) => {
      notices = next;
    },
    /** What is left of all that was paid here. */
    keptPence: () =>
      sales().reduce((all, one) => all + pence(one), 0) - refunds.reduce((all, one) => all + pence(one), 0),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const pence = ({ amount }: { amount: number }) => Math.round(amount * 100);

const refusal = (status: number, message: string, error_code: string): Reply => ({
  status,
  body: { message, error_code },
});

function payFormOf({ id, words, amount }: PretendCheckout): string {
  return `<p>${escaped(words)}: £${amount.toFixed(2)}</p>
<form method="post" action="/pay/${id}"><p><label>Pretend card <input name="card" value="4242 4242 4242 4242"></label></p>
<button>Pay with the pretend card</button></form>`;
}

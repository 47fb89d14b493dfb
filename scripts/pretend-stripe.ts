import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { CHARGES, pretendCards } from "#scripts/pretend-cards.ts";
import { DISPUTE, PAY_OUT, pretendBalance } from "#scripts/pretend-payouts.ts";
import { documentOf, escaped, type Mood, type Notices, switchesOf, takeSwitches } from "#scripts/pretend-provider.ts";

/** Keys that open nothing anywhere else. */
export const PRETEND_KEY = "sk_test_pretendkey0123456789";
export const PRETEND_SIGNING_KEY = "whsec_pretend_signing_secret";

export type PretendSession = {
  id: string;
  url: string;
  status: "open" | "complete" | "expired";
  payment_status: "paid" | "unpaid" | "no_payment_required";
  mode: "payment" | "setup";
  /** Whose card is kept, and which: of a page in the mode `setup`. */
  customer: string | null;
  setup_intent: { id: string } | null;
  payment_intent: string | null;
  amount_total: number;
  currency: string;
  expires_at: number;
  success_url: string;
  cancel_url: string;
  words: string;
};

type Refund = { id: string; payment_intent: string; amount: number; status: "succeeded" };
type Balance = ReturnType<typeof pretendBalance>;
type Reply = { status: number; body: object };
type Options = {
  port?: number;
  now?: () => number;
  /** Where notices go; null: nowhere by themselves. */
  hook?: string | null;
};

export type PretendStripe = Awaited<ReturnType<typeof startPretendStripe>>;

/** A server of Stripe's shapes on this machine: pages to pay on with a pretend card, refunds, signed notices, and faults to switch. */
export async function startPretendStripe({ port = 0, now = Date.now, hook = null }: Options = {}) {
  const sessions = new Map<string, PretendSession>();
  const refunds: Refund[] = [];
  const answered = new Map<string, { body: string; reply: Reply }>();
  const asked: { path: string; body: string; headers: IncomingMessage["headers"] }[] = [];
  const queue: string[] = [];
  let [mood, notices]: [Mood, Notices] = ["well", "once"];
  let declines = false;
  let refused: string | null = null;
  let breaksAfter: string | null = null;
  let count = 0;
  const nextId = (kind: string) => `${kind}_pretend_${++count}`;
  const kept = pretendCards(nextId);
  const balance: Balance = pretendBalance({
    sessions,
    charges: kept.listPaid,
    refunds,
    nextId,
    now,
    notify: (type, object) => notify(type, object),
  });

  type Typed = { amount?: number; currency?: string; card?: string };

  /** Pays a page, or leaves a card there. */
  function pay(id: string, { amount, currency, card = "4242 4242 4242 4242" }: Typed = {}): boolean {
    const session = sessions.get(id);
    if (!session || statusOf(session) !== "open") return false;
    if (session.mode === "setup") {
      const left = kept.keep(card);
      const setup_intent = { id: nextId("seti"), object: "setup_intent", payment_method: kept.methodOf(left) };
      Object.assign(session, { status: "complete", customer: left.customer, setup_intent });
      notify("checkout.session.completed", session);
      return true;
    }
    Object.assign(session, {
      ...{ status: "complete", payment_status: "paid", payment_intent: nextId("pi") },
      ...{ amount_total: amount ?? session.amount_total, currency: currency ?? session.currency },
    });
    notify("checkout.session.completed", session);
    return true;
  }

  function statusOf(session: PretendSession): PretendSession["status"] {
    if (session.status === "open" && session.expires_at * 1000 <= now()) expire(session);
    return session.status;
  }

  function expire(session: PretendSession): void {
    session.status = "expired";
    notify("checkout.session.expired", session);
  }

  function notify(type: string, object: { id: string }): void {
    if (notices === "never") return;
    const body = JSON.stringify({ id: nextId("evt"), object: "event", type, data: { object } });
    if (notices === "reversed") queue.unshift(body);
    else queue.push(...(notices === "twice" ? [body, body, body] : [body]));
    if (notices !== "late" && notices !== "reversed") void send();
  }

  /** Sends what waits, to the hook. */
  async function send(): Promise<void> {
    const bodies = queue.splice(0);
    if (hook === null) return void queue.push(...bodies);
    for (const body of bodies) {
      const headers = { "content-type": "application/json", "stripe-signature": signatureOf(body, { now: now() }) };
      await fetch(hook, { method: "POST", headers, body }).catch(() => queue.push(body));
    }
  }

  function perform(method: string, { pathname: path, searchParams: search }: URL, form: URLSearchParams): Reply {
    const ofCards = kept.perform(method, path, form);
    if (ofCards) return ofCards;
    const [, id = "", closes] = /^\/v1\/checkout\/sessions\/([\w-]+)(\/expire)?$/.exec(path) ?? [];
    if (method === "POST" && path === "/v1/checkout/sessions") return openPage(form);
    if (method === "POST" && path === "/v1/refunds") return refund(form);
    if (method === "GET" && path === "/v1/checkout/sessions")
      return {
        status: 200,
        body: { object: "list", data: [...sessions.values()].slice(-1).map((one) => viewOf(one)), has_more: false },
      };
    const listed = method === "GET" ? balance.list(path, search) : null;
    if (listed) return { status: 200, body: listed };
    const session = sessions.get(id);
    if (!session) return refusal(404, `No such checkout.session: '${id}'`);
    if (!closes) return { status: 200, body: viewOf(session, form.getAll("expand[0]")) };
    if (statusOf(session) !== "open") {
      return refusal(
        400,
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      );
    }
    expire(session);
    return { status: 200, body: viewOf(session) };
  }

  function openPage(form: URLSearchParams): Reply {
    const amount = Number(form.get("line_items[0][price_data][unit_amount]"));
    const expires = Number(form.get("expires_at"));
    const isWithin = expires * 1000 >= now() + 29 * 60_000 && expires * 1000 <= now() + 24 * 3_600_000;
    const mode = form.get("mode") === "setup" ? "setup" : "payment";
    if (form.get("mode") !== mode || form.get("ui_mode") !== "hosted_page") return refusal(400, "Invalid mode");
    if (form.has("payment_method_types[0]")) return refusal(400, "Received unknown parameter: payment_method_types");
    if (mode === "payment" && (!Number.isInteger(amount) || amount < 30))
      return refusal(400, "The Checkout Session's total amount due must add up to at least £0.30 gbp");
    if (!isWithin)
      return refusal(
        400,
        "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.",
      );
    const id = nextId("cs_test");
    const session: PretendSession = {
      ...{ id, url: `${url}/pay/${id}`, status: "open", payment_intent: null, mode },
      ...{ payment_status: mode === "setup" ? "no_payment_required" : "unpaid", customer: null, setup_intent: null },
      ...{ amount_total: mode === "setup" ? 0 : amount, expires_at: expires },
      currency: form.get("line_items[0][price_data][currency]") ?? form.get("currency") ?? "",
      ...{ success_url: form.get("success_url") ?? "", cancel_url: form.get("cancel_url") ?? "" },
      words: form.get("line_items[0][price_data][product_data][name]") ?? "",
    };
    sessions.set(id, session);
    return { status: 200, body: viewOf(session) };
  }

  function refund(form: URLSearchParams): Reply {
    const intent = form.get("payment_intent") ?? "";
    const amount = Number(form.get("amount"));
    const charge = kept.intents.get(intent);
    const paid = charge
      ? { amount_total: charge.amount_received }
      : [...sessions.values()].find(({ payment_intent }) => payment_intent === intent);
    const gone = refunds
      .filter(({ payment_intent }) => payment_intent === intent)
      .reduce((all, one) => all + one.amount, 0);
    if (!paid) return refusal(404, `No such payment_intent: '${intent}'`);
    if (amount > paid.amount_total - gone)
      return refusal(400, `Refund amount is greater than unrefunded amount on charge`);
    const made: Refund = { id: nextId("re"), payment_intent: intent, amount, status: "succeeded" };
    refunds.push(made);
    return { status: 200, body: { object: "refund", ...made } };
  }

  /** As Stripe does, it gives a page's card to whoever unfolds it, and else its id. */
  function viewOf(session: PretendSession, unfolded: readonly string[] = []): object {
    statusOf(session);
    const { words: _words, setup_intent: left, ...shown } = session;
    const setup_intent = unfolded.length > 0 || left === null ? left : left.id;
    return { object: "checkout.session", livemode: false, ...shown, setup_intent };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asking = new URL(request.url ?? "/", "http://pretend");
    const { pathname, search } = asking;
    const body = await text(request);
    if (!pathname.startsWith("/v1/"))
      return void answerPerson(response, {
        pathname,
        form: new URLSearchParams(body),
        isPost: request.method === "POST",
      });
    asked.push({ path: `${request.method} ${pathname}`, body, headers: request.headers });
    const reply = (status: number, content: object) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(content));
    if (mood === "silent") return;
    if (mood === "broken") return reply(500, refusal(500, "An unknown error occurred").body);
    if (mood === "revoked" || request.headers.authorization !== `Bearer ${PRETEND_KEY}`) {
      return reply(401, refusal(401, "Invalid API Key provided").body);
    }
    if (pathname === refused)
      return reply(403, refusal(403, "The provided key does not have the required permissions").body);
    const once = String(request.headers["idempotency-key"] ?? "");
    const before = once === "" ? undefined : answered.get(once);
    if (before && before.body !== body)
      return reply(
        400,
        refusal(
          400,
          "Keys for idempotent requests can only be used with the same parameters they were first used with.",
        ).body,
      );
    const outcome = before?.reply ?? perform(request.method ?? "GET", asking, new URLSearchParams(body || search));
    if (once !== "") answered.set(once, { body, reply: outcome });
    if (breaksAfter !== null && pathname.endsWith(breaksAfter)) {
      [mood, breaksAfter] = ["broken", null];
      return void request.socket.destroy();
    }
    if (mood === "cut") return void request.socket.destroy();
    reply(outcome.status, outcome.body);
  }

  const chargesOf = () => ({ chosen: kept.charges(), choices: CHARGES });

  type Person = { pathname: string; form: URLSearchParams; isPost: boolean };

  /** The page where somebody pays with a pretend card, and the switches. */
  function answerPerson(response: ServerResponse, { pathname, form, isPost }: Person): unknown {
    const page = (title: string, inner: string, status = 200): unknown =>
      response
        .writeHead(status, { "content-type": "text/html; charset=utf-8" })
        .end(documentOf({ name: "Stripe", title, inner }));
    const goTo = (location: string): unknown => response.writeHead(303, { location }).end();
    if (pathname === "/pay-out" && isPost) {
      balance.payOut();
      return goTo("/");
    }
    if (pathname === "/dispute" && isPost) {
      balance.stepDispute(form.get("step") ?? "");
      return goTo("/");
    }
    if (pathname === "/") {
      if (!isPost) {
        const switches = { mood, notices, declines, waiting: queue.length, charges: chargesOf() };
        return page("Pretend Stripe", switchesOf(switches) + PAY_OUT + DISPUTE);
      }
      ({ mood, notices, declines } = takeSwitches(form, { mood, notices }));
      kept.chargeWith(CHARGES.find((one) => one === form.get("charges")) ?? kept.charges());
      void send();
      return goTo("/");
    }
    const session = sessions.get(pathname.slice("/pay/".length));
    if (!session) return page("Nothing here", "<p>There is no such page.</p>", 404);
    const isOpen = statusOf(session) === "open";
    if (!isPost)
      return page(
        "Pay with a pretend card",
        isOpen ? payFormOf(session) : `<p>This page is closed.</p><p><a href="${session.cancel_url}">Back</a></p>`,
      );
    if (declines)
      return page(
        "Declined",
        `<p>The pretend card was declined.</p><p><a href="/pay/${session.id}">Try again</a></p>`,
        402,
      );
    const card = form.get("card") || undefined;
    return pay(session.id, { card }) || session.status === "complete"
      ? goTo(session.success_url)
      : goTo(session.cancel_url);
  }

  const server = createServer((request, response) => void answer(request, response)).listen(port, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    config: { stripeApiUrl: url, outboundPrivate: [url] },
    sessions,
    refunds,
    kept,
    asked,
    /** Notices that have not left. */
    queue,
    pay,
    send,
    payOut: balance.payOut,
    dispute: balance.dispute,
    endDispute: balance.endDispute,
    disputes: balance.disputes,
    payouts: balance.payouts,
    statusOf,
    become: (next: Mood) => {
      mood = next;
    },
    /** The key may not ask for this. */
    refuse: (path: string) => {
      refused = path;
    },
    /** It does what comes to an address that ends so, its answer is lost, and then it is broken. */
    breakAfter: (ending: string) => {
      breaksAfter = ending;
    },
    sendNotices: (next: Notices) => {
      notices = next;
    },
    /** What is left of all that was paid here. */
    keptPence: () =>
      [...sessions.values()].reduce((all, one) => all + (one.payment_status === "paid" ? one.amount_total : 0), 0) +
      kept.paidPence() -
      refunds.reduce((all, { amount }) => all + amount, 0),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export function signatureOf(body: string, { now, key = PRETEND_SIGNING_KEY }: { now: number; key?: string }): string {
  const seconds = Math.floor(now / 1000);
  return `t=${seconds},v1=${createHmac("sha256", key).update(`${seconds}.${body}`).digest("hex")}`;
}

function refusal(status: number, message: string): Reply {
  return {
    status,
    body: { error: { type: status === 401 ? "authentication_error" : "invalid_request_error", message } },
  };
}

function payFormOf({ id, words, amount_total, cancel_url, mode }: PretendSession): string {
  const isPaid = mode === "payment";
  return `<p>${isPaid ? `${escaped(words)}: £${(amount_total / 100).toFixed(2)}` : "Nothing is paid: a card is kept."}</p>
<form method="post" action="/pay/${id}"><p><label>Pretend card <input name="card" value="4242 4242 4242 4242"></label></p>
<button>${isPaid ? "Pay with" : "Keep"} the pretend card</button></form><p><a href="${escaped(cancel_url)}">Back without paying</a></p>`;
}

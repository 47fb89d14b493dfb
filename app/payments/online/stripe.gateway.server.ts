import { z } from "zod";
import { askProvider } from "#app/payments/online/ask-provider.server.ts";
import type {
  Answer,
  CardPageState,
  Cards,
  ChargeState,
  DisputeReport,
  DisputeState,
  PageState,
  PayoutLine,
  PayoutReport,
  Provider,
  Refunded,
} from "#app/payments/online/provider.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Outgoing } from "#app/platform/outbound/send-out.server.ts";

const VERSION = "2026-10-28.endive";
// Their word for a client.
const CLIENT = "customer";
const EMAIL_FIELD = "customer_email";
const MAKES_CLIENT = "customer_creation";

type Value = string | number | boolean | null | undefined | readonly Value[] | { readonly [name: string]: Value };
type Call = {
  path: string;
  method?: "DELETE";
  body?: { readonly [name: string]: Value };
  once?: string;
};
type Asking = { app: Pick<AppContext, "config">; key: string; limits: Outgoing["limits"] & object };

/** Stripe's interface with one key, as far as we use it. Every answer's shape is checked. */
export function stripeOf(app: Pick<AppContext, "config">, key: string, limits: Outgoing["limits"] = {}): Provider {
  const asking = { app, key, limits };
  const pageAt = (path: string, call: Omit<Call, "path"> = {}) =>
    ask(asking, { path: `/v1/checkout/sessions/${path}`, ...call }, sessionShape);
  return {
    ping: () => ask(asking, { path: "/v1/checkout/sessions?limit=1" }, z.object({})),
    async open({ id, pence, words, email, backUrl, until }) {
      const price_data = { currency: "gbp", unit_amount: pence, product_data: { name: words } };
      const body = {
        ...{ mode: "payment", ui_mode: "hosted_page", allowed_payment_method_types: ["card"] },
        line_items: [{ quantity: 1, price_data }],
        ...{ client_reference_id: id, metadata: { page: id }, payment_intent_data: { metadata: { page: id } } },
        ...{ [EMAIL_FIELD]: email, success_url: backUrl, cancel_url: backUrl },
        expires_at: Math.floor(until / 1000),
      };
      return ask(asking, { path: "/v1/checkout/sessions", body, once: `page:${id}` }, openedShape);
    },
    read: (session) => pageAt(encodeURIComponent(session)),
    async expire(session) {
      const path = encodeURIComponent(session);
      const expired = await pageAt(`${path}/expire`, { body: {} });
      // It refuses what is no longer open: then it says how that ended.
      return expired.kind === "fault" && isRefusal(expired.fault.status) ? pageAt(path) : expired;
    },
    async refund({ id, ref, amount }): Promise<Answer<Refunded>> {
      const body = { payment_intent: ref, amount, metadata: { refund: id } };
      const answer = await ask(asking, { path: "/v1/refunds", body, once: `refund:${id}` }, refundShape);
      if (answer.kind === "fault") {
        const { status, words } = answer.fault;
        return isRefusal(status) ? { kind: "answer", value: { state: "refused", words } } : answer;
      }
      const { id: refund, status } = answer.value;
      if (status !== "failed" && status !== "canceled")
        return { kind: "answer", value: { state: "done", ref: refund } };
      return { kind: "answer", value: { state: "refused", words: `Stripe says that the refund has ${status}.` } };
    },
    payouts: ({ since }) => readPayouts(asking, since),
    disputes: (since) => readDisputes(asking, since),
    cards: cardsOf(asking),
  };
}

// A page of a list with what it is about is longer than other answers.
const LONG_LIST = { bytes: 4 * 1024 * 1024 };
const A_PAGE = 100;

type List<Row> = { path: string; query: Record<string, string>; shape: z.ZodType<Row> };

/** Every page of a list. */
async function listAll<Row extends { id: string }>(
  asking: Asking,
  { path, query, shape }: List<Row>,
): Promise<Answer<Row[]>> {
  const rows: Row[] = [];
  const listShape = z.object({ data: z.array(shape), has_more: z.boolean() });
  const limits = { ...asking.limits, ...LONG_LIST };
  for (;;) {
    const last = rows.at(-1);
    const search = new URLSearchParams({ ...query, limit: String(A_PAGE), ...(last && { starting_after: last.id }) });
    const page = await ask({ ...asking, limits }, { path: `${path}?${search}` }, listShape);
    if (page.kind === "fault") return page;
    rows.push(...page.value.data);
    if (!page.value.has_more || page.value.data.length === 0) return { kind: "answer", value: rows };
  }
}

async function readPayouts(asking: Asking, since: string): Promise<Answer<PayoutReport[]>> {
  const query = { "arrival_date[gte]": String(Date.parse(since) / 1000) };
  const listed = await listAll(asking, { path: "/v1/payouts", query, shape: payoutShape });
  if (listed.kind === "fault") return listed;
  const reports: PayoutReport[] = [];
  for (const { id: ref, status, currency, amount: pence, arrival_date, automatic } of listed.value) {
    const hasFailed = status === "failed";
    if (currency !== "gbp" || (status !== "paid" && !hasFailed)) continue;
    const day = new Date(arrival_date * 1000).toISOString().slice(0, 10);
    const ofPayout = { payout: ref, "expand[]": "data.source" };
    // Of one that somebody sends by hand, Stripe does not say what is in it.
    const lines = automatic
      ? await listAll(asking, { path: "/v1/balance_transactions", query: ofPayout, shape: balanceShape })
      : null;
    if (lines?.kind === "fault") return lines;
    reports.push({ ...{ ref, day, pence, hasFailed }, lines: lines?.value.flatMap(lineOf) ?? null });
  }
  return { kind: "answer", value: reports };
}

const payoutShape = z.object({
  ...{ id: z.string(), amount: z.number().int(), currency: z.string(), status: z.string() },
  ...{ arrival_date: z.number().int(), automatic: z.boolean() },
});

const idShape = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);

const balanceShape = z.object({
  ...{ id: z.string(), type: z.string(), amount: z.number().int(), fee: z.number().int() },
  reporting_category: z.string(),
  source: z.union([z.string(), z.object({ payment_intent: idShape.nullish() })]).nullish(),
});

/** None for the transfer itself, which stands among its lines. */
function lineOf({ id, type, reporting_category, amount, fee, source }: z.output<typeof balanceShape>): PayoutLine[] {
  if (type === "payout") return [];
  const ref = typeof source === "object" ? (source?.payment_intent ?? null) : null;
  return [{ id, line: LINES[reporting_category] ?? "other", ref, pence: amount, feePence: fee }];
}

const LINES: Record<string, PayoutLine["line"]> = {
  ...{ charge: "payment", refund: "refund", partial_capture_reversal: "refund" },
  ...{ dispute: "dispute", dispute_reversal: "dispute" },
};

function readDisputes(asking: Asking, since: number): Promise<Answer<DisputeReport[]>> {
  const query = { "created[gte]": String(Math.floor(since / 1000)) };
  return listAll(asking, { path: "/v1/disputes", query, shape: disputeShape }).then((listed) =>
    listed.kind === "fault" ? listed : { kind: "answer", value: listed.value.map(({ id: _id, ...report }) => report) },
  );
}

const disputeShape = z
  .object({
    ...{ id: z.string(), amount: z.number().int(), currency: z.string(), reason: z.string(), status: z.string() },
    ...{ created: z.number().int(), payment_intent: idShape.nullish() },
    evidence_details: z.object({ due_by: z.number().int().nullish() }),
    balance_transactions: z.array(z.object({ amount: z.number().int(), fee: z.number().int() })),
  })
  .transform(({ id, amount, currency, reason, status, created, payment_intent, ...rest }) => ({
    ...{ id, ref: id, paymentRef: payment_intent ?? null, pence: amount, currency: currency.toLowerCase(), reason },
    // One that we don't know yet is looked at by a person.
    state: DISPUTE_STATES[status] ?? ("open" as const),
    dueAt: rest.evidence_details.due_by ? rest.evidence_details.due_by * 1000 : null,
    at: created * 1000,
    moves: rest.balance_transactions.map(({ amount: pence, fee }) => ({ pence, feePence: fee })),
  }));

const DISPUTE_STATES: Record<string, DisputeState> = {
  ...{ needs_response: "open", appeal_needs_response: "open", warning_needs_response: "question" },
  ...{ under_review: "answered", appeal_under_review: "answered", warning_under_review: "answered" },
  ...{ won: "won", lost: "lost", warning_closed: "closed", prevented: "closed" },
};

const SETUP = "?expand[0]=setup_intent.payment_method";

function cardsOf(asking: Asking): Cards {
  const pageAt = (path: string, call: Omit<Call, "path"> = {}) =>
    ask(asking, { path: `/v1/checkout/sessions/${path}`, ...call }, setupShape);
  const intentAt = (path: string, call: Omit<Call, "path"> = {}) =>
    ask(asking, { path: `/v1/payment_intents/${path}`, ...call }, intentShape);
  const read = (session: string) => pageAt(`${encodeURIComponent(session)}${SETUP}`);
  return {
    open({ id, email, backUrl, until }) {
      const body = {
        ...{ mode: "setup", ui_mode: "hosted_page", currency: "gbp", allowed_payment_method_types: ["card"] },
        ...{ [MAKES_CLIENT]: "always", client_reference_id: id, metadata: { page: id } },
        ...{ setup_intent_data: { metadata: { page: id } } },
        ...{ [EMAIL_FIELD]: email, success_url: backUrl, cancel_url: backUrl },
        expires_at: Math.floor(until / 1000),
      };
      return ask(asking, { path: "/v1/checkout/sessions", body, once: `page:${id}` }, openedShape);
    },
    read,
    async expire(session) {
      const expired = await pageAt(`${encodeURIComponent(session)}/expire`, { body: {} });
      return expired.kind === "fault" && isRefusal(expired.fault.status) ? read(session) : expired;
    },
    prepare({ id, pence, words, holder, card }) {
      const body = {
        ...{ amount: pence, currency: "gbp", [CLIENT]: holder, payment_method: card, description: words },
        ...{ allowed_payment_method_types: ["card"], metadata: { page: id } },
      };
      return ask(asking, { path: "/v1/payment_intents", body, once: `charge:${id}` }, preparedShape);
    },
    confirm({ id, ref }) {
      const body = { off_session: true, payment_method_options: { card: { stored_credential_usage: "unscheduled" } } };
      return intentAt(`${encodeURIComponent(ref)}/confirm`, { body, once: `confirm:${id}` });
    },
    async end(ref) {
      const path = encodeURIComponent(ref);
      const found = await intentAt(path);
      if (found.kind === "fault" || found.value.isFinal) return withoutFinal(found);
      const closed = await intentAt(`${path}/cancel`, { body: {} });
      // It refuses what has ended meanwhile: then it says how.
      const last = closed.kind === "fault" && isRefusal(closed.fault.status) ? await intentAt(path) : closed;
      return withoutFinal(last);
    },
    async remove(holder) {
      const call = { path: `/v1/customers/${encodeURIComponent(holder)}`, method: "DELETE" as const };
      const answer = await ask(asking, call, z.object({ deleted: z.boolean() }));
      const isGone = answer.kind === "fault" && answer.fault.status === 404;
      return isGone ? { kind: "answer", value: null } : answer;
    },
  };
}

function withoutFinal(answer: Answer<z.output<typeof intentShape>>): Answer<ChargeState> {
  return answer.kind === "fault" ? answer : { kind: "answer", value: answer.value.charge };
}

const faceShape = z
  .object({ brand: z.string(), last4: z.string(), exp_month: z.number().int(), exp_year: z.number().int() })
  .transform(({ brand, last4, exp_month, exp_year }) => ({
    ...{ brand, last4 },
    expires: `${exp_year}-${String(exp_month).padStart(2, "0")}`,
  }));

const methodShape = z.object({ id: z.string(), card: faceShape });

/** The card is in an answer that was asked to unfold it; another answer says only how the page stands. */
const setupShape = z
  .object({
    status: z.enum(["open", "complete", "expired"]),
    [CLIENT]: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
    setup_intent: z
      .union([z.string(), z.object({ payment_method: z.union([z.string(), methodShape]).nullish() })])
      .nullish(),
  })
  .transform(({ status, [CLIENT]: client, setup_intent }, context): CardPageState => {
    if (status !== "complete") return { state: status };
    const method = typeof setup_intent === "object" ? setup_intent?.payment_method : null;
    const holder = typeof client === "object" ? client?.id : client;
    if (holder && method && typeof method === "object") {
      return { state: "kept", holder, ref: method.id, ...method.card };
    }
    context.addIssue("complete without its card");
    return z.NEVER;
  });

const preparedShape = z.object({ id: z.string() }).transform(({ id: ref }) => ({ ref }));

// What a bank says in its own words is in the last error; the code tells what follows from it.
const intentShape = z
  .object({
    id: z.string(),
    status: z.string(),
    amount_received: z.number().int().nullish(),
    currency: z.string(),
    last_payment_error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
  })
  .transform((intent): { isFinal: boolean; charge: ChargeState } => {
    const { id: ref, status, amount_received, currency, last_payment_error: error } = intent;
    if (status === "succeeded") {
      const paid = { ref, amount: amount_received ?? 0, currency: currency.toLowerCase() };
      return { isFinal: true, charge: { state: "paid", ...paid } };
    }
    if (status === "processing") return { isFinal: true, charge: { state: "busy" } };
    const words = (error?.message ?? "").replace(/\p{Cc}+/gu, " ").slice(0, LONGEST_REASON);
    const state = error?.code === "authentication_required" ? "needs-client" : "declined";
    return { isFinal: status === "canceled", charge: error ? { state, words } : { state: "canceled" } };
  });

const LONGEST_REASON = 200;

// 401 is the key, 409 a request that is under way, 429 too many: none of them says no to this one.
const isRefusal = (status: number | null) => status === 400 || status === 402 || status === 403 || status === 404;

const openedShape = z.object({ id: z.string(), url: z.string() }).transform(({ id, url }) => ({ session: id, url }));

const sessionShape = z
  .object({
    status: z.enum(["open", "complete", "expired"]),
    payment_status: z.enum(["paid", "unpaid", "no_payment_required"]),
    payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
    amount_total: z.number().int().nullish(),
    currency: z.string().nullish(),
  })
  .transform(({ status, payment_status, payment_intent, amount_total, currency }): PageState => {
    const ref = typeof payment_intent === "string" ? payment_intent : (payment_intent?.id ?? "");
    if (payment_status === "paid") {
      return { state: "paid", ref, amount: amount_total ?? 0, currency: (currency ?? "").toLowerCase() };
    }
    return { state: status === "expired" ? "expired" : "open" };
  });

const refundShape = z.object({ id: z.string(), status: z.string() });

function ask<Shape>({ app, key, limits }: Asking, call: Call, shape: z.ZodType<Shape>): Promise<Answer<Shape>> {
  return askProvider(app, STRIPE, {
    url: app.config.stripeApiUrl + call.path,
    method: call.method ?? (call.body ? "POST" : "GET"),
    ...{ limits, shape },
    headers: {
      Authorization: `Bearer ${key}`,
      "Stripe-Version": VERSION,
      ...(call.body && { "Content-Type": "application/x-www-form-urlencoded" }),
      ...(call.once && { "Idempotency-Key": call.once }),
    },
    ...(call.body && { body: formOf(call.body) }),
  });
}

/** `line_items[0][quantity]=1`, as Stripe reads it. */
export function formOf(body: { readonly [name: string]: Value }): string {
  const form = new URLSearchParams();
  const add = (name: string, value: Value): void => {
    if (value === null || value === undefined) return;
    if (typeof value !== "object") form.append(name, String(value));
    else for (const [part, inner] of Object.entries(value)) add(`${name}[${part}]`, inner as Value);
  };
  for (const [name, value] of Object.entries(body)) add(name, value);
  return form.toString();
}

const STRIPE = {
  name: "Stripe",
  error: z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  means: {
    403: "The key may not do this: it needs to write Checkout Sessions and Refunds, to read Payouts and Disputes, and for kept cards to write Payment Intents and Customers.",
  },
};

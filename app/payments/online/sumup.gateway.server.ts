import { z } from "zod";
import { askProvider } from "#app/payments/online/ask-provider.server.ts";
import type {
  Answer,
  PageState,
  PayoutLine,
  PayoutReport,
  Provider,
  ReaderCalls,
  Refunded,
} from "#app/payments/online/provider.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Outgoing } from "#app/platform/outbound/send-out.server.ts";

export type SumupKeys = { key: string; merchant: string };
type Call = { path: string; method?: "GET" | "POST" | "DELETE"; body?: object };
type Asking = { app: Pick<AppContext, "config">; key: string; limits: Outgoing["limits"] & object };

export type Sumup = Provider & {
  /** Whether no money moves in this account. */
  isSandbox(): Promise<Answer<boolean>>;
};

/**
 * SumUp's interface with one key and merchant, as far as we use it. It has no keys that make a request count once: a page
 * is known by its reference, and what went back is read before more is sent.
 */
export function sumupOf(
  app: Pick<AppContext, "config">,
  { key, merchant }: SumupKeys,
  limits: Outgoing["limits"] = {},
): Sumup {
  const asking = { app, key, limits };
  const own = encodeURIComponent(merchant);
  const read = (session: string) => ask(asking, { path: pathOf(session) }, checkoutShape);
  const account = () => ask(asking, { path: `/v1/merchants/${own}` }, merchantShape);
  return {
    ping: account,
    // It keeps a card only that was typed into a script of its own on our page (`SETUP_RECURRING_PAYMENT` with a widget):
    // nothing says that its hosted page does so.
    cards: null,
    async isSandbox() {
      const answer = await account();
      return answer.kind === "fault" ? answer : { kind: "answer", value: answer.value.sandbox === true };
    },
    async open({ id, pence, words, backUrl, until }) {
      const body = {
        ...{ checkout_reference: id, amount: pence / 100, currency: "GBP", merchant_code: merchant },
        ...{ description: words, redirect_url: backUrl, valid_until: new Date(until).toISOString() },
        ...{ return_url: `${app.config.publicUrl}/hooks/sumup`, hosted_checkout: { enabled: true } },
      };
      const made = await ask(asking, { path: CHECKOUTS, method: "POST", body }, openedShape);
      if (made.kind === "answer" || made.fault.status !== DUPLICATE) return made;
      // The answer to an earlier request was lost: the page is there.
      const query = new URLSearchParams({ checkout_reference: id });
      const listed = await ask(asking, { path: `${CHECKOUTS}?${query}` }, z.array(openedShape).min(1));
      const [page] = listed.kind === "answer" ? listed.value : [];
      return page ? { kind: "answer", value: page } : made;
    },
    read,
    async expire(session) {
      const closed = await ask(asking, { path: pathOf(session), method: "DELETE" }, checkoutShape);
      // It refuses what was paid, or is closed: then it says how that ended.
      if (closed.kind === "fault") return isRefusal(closed.fault.status) ? read(session) : closed;
      return closed.value.state === "paid" ? closed : { kind: "answer", value: { state: "expired" } };
    },
    async refund({ id, ref, amount, before }): Promise<Answer<Refunded>> {
      const query = new URLSearchParams({ id: ref });
      const found = await ask(asking, { path: `/v2.1/merchants/${own}/transactions?${query}` }, transactionShape);
      const answer =
        found.kind === "fault" || found.value >= before + amount
          ? found
          : await ask(
              asking,
              {
                path: `/v1.0/merchants/${own}/payments/${encodeURIComponent(ref)}/refunds`,
                method: "POST",
                body: { amount: amount / 100 },
              },
              z.unknown(),
            );
      if (answer.kind === "answer") return { kind: "answer", value: { state: "done", ref: `${ref}:${id}` } };
      const { status, words } = answer.fault;
      return isRefusal(status) ? { kind: "answer", value: { state: "refused", words } } : answer;
    },
    disputes: null,
    payouts: (period) => readPayouts(asking, { own, ...period }),
    reader: readerOf(asking, { own, noticeUrl: `${app.config.publicUrl}/hooks/sumup` }),
  };
}

/** SumUp's card reader. A start counts twice if it is sent twice: it is sent once, and what became of it is read. */
function readerOf(asking: Asking, { own, noticeUrl }: { own: string; noticeUrl: string }): ReaderCalls {
  const readers = `/v0.1/merchants/${own}/readers`;
  const at = (readerId: string) => `${readers}/${encodeURIComponent(readerId)}`;
  const found = async (path: string): Promise<Answer<PageState | null>> => {
    const answer = await ask(asking, { path }, takenShape);
    return answer.kind === "fault" && answer.fault.status === 404 ? { kind: "answer", value: null } : answer;
  };
  return {
    async list() {
      const listed = await ask(asking, { path: readers }, z.object({ items: z.array(readerShape) }));
      if (listed.kind === "fault") return listed;
      const paired = listed.value.items.filter(({ status }) => status === "paired");
      return { kind: "answer", value: paired.map(({ id, name }) => ({ id, name })) };
    },
    pair: ({ code, name }) =>
      ask(asking, { path: readers, method: "POST", body: { pairing_code: code, name } }, readerShape),
    start({ readerId, id, pence, words }) {
      const body = {
        total_amount: { currency: "GBP", minor_unit: 2, value: pence },
        ...{ description: `${words} (${id})`, return_url: noticeUrl },
      };
      return ask(asking, { path: `${at(readerId)}/checkout`, method: "POST", body }, startedShape);
    },
    async read({ session, id, since }) {
      if (session !== null) {
        return found(`/v2.1/merchants/${own}/transactions?${new URLSearchParams({ client_transaction_id: session })}`);
      }
      // Its description is all that we know of it.
      const query = new URLSearchParams({ oldest_time: new Date(since).toISOString(), limit: "100" });
      const path = `/v2.1/merchants/${own}/transactions/history?${query}`;
      const limits = { ...asking.limits, ...LONG_LIST };
      const listed = await ask({ ...asking, limits }, { path }, z.object({ items: z.array(historyShape) }));
      if (listed.kind === "fault") return listed;
      const one = listed.value.items.find(({ product_summary }) => product_summary?.includes(id));
      return one
        ? found(`/v2.1/merchants/${own}/transactions?${new URLSearchParams({ id: one.id })}`)
        : { kind: "answer", value: null };
    },
    stop: (readerId) => ask(asking, { path: `${at(readerId)}/terminate`, method: "POST", body: {} }, z.unknown()),
    isIdle: (readerId) => ask(asking, { path: `${at(readerId)}/status` }, idleShape),
  };
}

const readerShape = z.object({ id: z.string(), name: z.string(), status: z.string() });

const startedShape = z
  .object({ data: z.object({ client_transaction_id: z.string() }) })
  .transform(({ data }) => ({ session: data.client_transaction_id }));

const idleShape = z
  .object({ data: z.object({ status: z.string(), state: z.string().nullish() }) })
  .transform(({ data }) => data.status === "ONLINE" && (data.state ?? "IDLE") === "IDLE");

const historyShape = z.object({ id: z.string(), product_summary: z.string().nullish() });

const takenShape = z
  .object({ id: z.string(), status: z.string(), amount: z.number(), currency: z.string() })
  .transform(({ id, status, amount, currency }): PageState => {
    if (status === "SUCCESSFUL" || status === "REFUNDED") {
      return { state: "paid", ref: id, amount: penceOf(amount), currency: currency.toLowerCase() };
    }
    return { state: status === "PENDING" ? "open" : "expired" };
  });

// A year's records are longer than other answers.
const LONG_LIST = { bytes: 4 * 1024 * 1024 };
const AT_MOST = 9999;

/** SumUp lists what it paid out or took back of each sale: those of one reference are one transfer. */
async function readPayouts(
  asking: Asking,
  { own, since, until }: { own: string; since: string; until: string },
): Promise<Answer<PayoutReport[]>> {
  const query = new URLSearchParams({
    start_date: since,
    end_date: until,
    format: "json",
    limit: String(AT_MOST),
    order: "asc",
  });
  const path = `/v1.0/merchants/${own}/payouts?${query}`;
  const limits = { ...asking.limits, ...LONG_LIST };
  const listed = await ask({ ...asking, limits }, { path }, z.array(payoutShape));
  if (listed.kind === "fault") return listed;
  const reports = new Map<string, PayoutReport & { lines: PayoutLine[] }>();
  const known = new Map<string, string>();
  for (const {
    id,
    type,
    amount,
    fee,
    date: day,
    currency,
    status,
    reference,
    transaction_code: code,
  } of listed.value) {
    if (currency !== "GBP") continue;
    if (!known.has(code)) {
      const found = await ask(
        asking,
        { path: `/v2.1/merchants/${own}/transactions?${new URLSearchParams({ transaction_code: code })}` },
        idShape,
      );
      if (found.kind === "fault" && !isRefusal(found.fault.status)) return found;
      if (found.kind === "answer") known.set(code, found.value.id);
    }
    const isPaid = type === "PAYOUT";
    const net = isPaid ? penceOf(amount) : -Math.abs(penceOf(amount));
    const feePence = Math.abs(penceOf(fee));
    const report = reports.get(reference) ?? { ref: reference, day, pence: 0, hasFailed: false, lines: [] };
    report.pence += net;
    report.hasFailed ||= status === "FAILED";
    const line = { id: String(id), line: LINES[type] ?? "other", ref: known.get(code) ?? null, feePence } as const;
    report.lines.push({ ...line, pence: net + feePence });
    reports.set(reference, report);
  }
  return { kind: "answer", value: [...reports.values()] };
}

const LINES: Record<string, PayoutLine["line"]> = {
  ...{ PAYOUT: "payment", REFUND_DEDUCTION: "refund", CHARGE_BACK_DEDUCTION: "dispute" },
};

const payoutShape = z.object({
  ...{ id: z.number(), type: z.string(), amount: z.number(), fee: z.number(), date: z.string() },
  ...{ currency: z.string(), status: z.string(), reference: z.string(), transaction_code: z.string() },
});

const idShape = z.object({ id: z.string() });

const CHECKOUTS = "/v0.1/checkouts";
const DUPLICATE = 409;
const pathOf = (session: string) => `${CHECKOUTS}/${encodeURIComponent(session)}`;

// 401 is the key, 429 too many: neither says no to this one.
const isRefusal = (status: number | null) =>
  status !== null && status >= 400 && status < 500 && status !== 401 && status !== 429;

// Amounts are decimals: 15.1 is £15.10.
const penceOf = (amount: number) => Math.round(amount * 100);

const openedShape = z
  .object({ id: z.string(), hosted_checkout_url: z.string() })
  .transform(({ id, hosted_checkout_url: url }) => ({ session: id, url }));

const checkoutShape = z
  .object({
    status: z.enum(["PENDING", "FAILED", "PAID", "EXPIRED"]),
    amount: z.number(),
    currency: z.string(),
    transaction_id: z.string().nullish(),
    transactions: z.array(z.object({ id: z.string().nullish(), status: z.string().nullish() })).nullish(),
  })
  .transform(({ status, amount, currency, transaction_id, transactions }, context): PageState => {
    // A card that was declined may be followed by another on the same page.
    if (status !== "PAID") return { state: status === "EXPIRED" ? "expired" : "open" };
    const ref = transaction_id ?? transactions?.find((one) => one.status === "SUCCESSFUL")?.id;
    if (ref) return { state: "paid", ref, amount: penceOf(amount), currency: currency.toLowerCase() };
    context.addIssue("paid without its transaction");
    return z.NEVER;
  });

/** What of a payment has gone back, or is on its way. */
const transactionShape = z
  .object({ events: z.array(z.object({ type: z.string(), status: z.string(), amount: z.number() })).nullish() })
  .transform(({ events }) =>
    (events ?? []).reduce(
      (all, { type, status, amount }) => all + (type === "REFUND" && status !== "FAILED" ? penceOf(amount) : 0),
      0,
    ),
  );

const merchantShape = z.object({ merchant_code: z.string(), sandbox: z.boolean().nullish() });

function ask<Shape>({ app, key, limits }: Asking, call: Call, shape: z.ZodType<Shape>): Promise<Answer<Shape>> {
  return askProvider(app, SUMUP, {
    url: app.config.sumupApiUrl + call.path,
    method: call.method ?? "GET",
    ...{ limits, shape },
    headers: { Authorization: `Bearer ${key}`, ...(call.body && { "Content-Type": "application/json" }) },
    ...(call.body && { body: JSON.stringify(call.body) }),
  });
}

const errorShape = z.union([
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
  // Of a card reader.
  z.object({ errors: z.object({ detail: z.string() }) }).transform(({ errors }) => errors.detail),
  z.array(z.object({ message: z.string() })).transform(([first]) => first?.message ?? ""),
]);

const SUMUP = {
  name: "SumUp",
  error: errorShape,
  means: {
    403: "The key may not do this for this merchant code: check both.",
    404: "It knows nothing of the kind: check the merchant code.",
  },
};

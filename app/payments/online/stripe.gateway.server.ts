import { z } from "zod";
import { askProvider } from "#app/payments/online/ask-provider.server.ts";
import type { Answer, PageState, Provider, Refunded } from "#app/payments/online/provider.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Outgoing } from "#app/platform/outbound/send-out.server.ts";

const VERSION = "2026-10-28.endive";
// Their word for a client.
const EMAIL_FIELD = "customer_email";

type Value = string | number | boolean | null | undefined | readonly Value[] | { readonly [name: string]: Value };
type Call = { path: string; body?: { readonly [name: string]: Value }; once?: string };
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
  };
}

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
    method: call.body ? "POST" : "GET",
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
  means: { 403: "The key may not do this: it needs to write Checkout Sessions and Refunds." },
};

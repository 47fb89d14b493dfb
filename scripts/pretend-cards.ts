/** What the bank of a kept card says when it is charged. */
export const CHARGES = ["well", "declined", "authentication required"] as const;
export type Charges = (typeof CHARGES)[number];

type Reply = { status: number; body: object };
type Card = { customer: string; method: string; last4: string };
type Failure = { code: string; decline_code: string; message: string };

export type PretendIntent = {
  id: string;
  customer: string;
  payment_method: string;
  status: "requires_confirmation" | "requires_payment_method" | "succeeded" | "canceled";
  amount: number;
  amount_received: number;
  currency: string;
  last_payment_error: ({ type: "card_error" } & Failure) | null;
};

const FAILURES: Record<Exclude<Charges, "well">, Failure> = {
  declined: {
    code: "card_declined",
    decline_code: "insufficient_funds",
    message: "Your card has insufficient funds.",
  },
  "authentication required": {
    code: "authentication_required",
    decline_code: "authentication_required",
    message: "This transaction requires authentication.",
  },
};

const refusal = (status: number, message: string): Reply => ({
  status,
  body: { error: { type: "invalid_request_error", message } },
});

/** The cards that a pretend Stripe keeps, and the charges of them. */
export function pretendCards(nextId: (kind: string) => string) {
  const cards = new Map<string, Card>();
  const intents = new Map<string, PretendIntent>();
  let charges: Charges = "well";

  /** Someone leaves a card with it. */
  function keep(number: string): Card {
    const card = { customer: nextId("cus"), method: nextId("pm"), last4: number.replace(/\D/g, "").slice(-4) };
    cards.set(card.customer, card);
    return card;
  }

  const methodOf = ({ method, last4 }: Card) => ({
    ...{ id: method, object: "payment_method", type: "card" },
    card: { brand: "visa", last4, exp_month: 9, exp_year: 2030 },
  });

  /** Null: the request is about something else. */
  function perform(method: string, path: string, form: URLSearchParams): Reply | null {
    const [, customer = ""] = /^\/v1\/customers\/([\w-]+)$/.exec(path) ?? [];
    if (customer && method === "DELETE") {
      if (!cards.delete(customer)) return refusal(404, `No such customer: '${customer}'`);
      return { status: 200, body: { id: customer, object: "customer", deleted: true } };
    }
    if (method === "POST" && path === "/v1/payment_intents") return prepare(form);
    const [, id = "", command] = /^\/v1\/payment_intents\/([\w-]+)(?:\/(confirm|cancel))?$/.exec(path) ?? [];
    if (!id) return null;
    const intent = intents.get(id);
    if (!intent) return refusal(404, `No such payment_intent: '${id}'`);
    if (command === "confirm") return confirm(intent, form);
    if (command === "cancel") {
      if (intent.status === "succeeded" || intent.status === "canceled") {
        return refusal(400, `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`);
      }
      intent.status = "canceled";
    }
    return viewOf(intent);
  }

  function prepare(form: URLSearchParams): Reply {
    const [customer = "", method = ""] = [form.get("customer") ?? "", form.get("payment_method") ?? ""];
    if (cards.get(customer)?.method !== method) return refusal(404, `No such customer: '${customer}'`);
    if (form.has("payment_method_types[0]")) return refusal(400, "Received unknown parameter: payment_method_types");
    const intent: PretendIntent = {
      ...{ id: nextId("pi"), customer, payment_method: method, status: "requires_confirmation" },
      ...{ amount: Number(form.get("amount")), amount_received: 0, currency: form.get("currency") ?? "" },
      last_payment_error: null,
    };
    intents.set(intent.id, intent);
    return viewOf(intent);
  }

  function confirm(intent: PretendIntent, form: URLSearchParams): Reply {
    const isUnscheduled = form.get("payment_method_options[card][stored_credential_usage]") === "unscheduled";
    if (form.get("off_session") !== "true" || !isUnscheduled) return refusal(400, "The client is away: say so");
    if (intent.status !== "requires_confirmation" && intent.status !== "requires_payment_method") {
      return refusal(400, `This PaymentIntent's status is ${intent.status}, so it can't be confirmed.`);
    }
    if (!cards.has(intent.customer)) return refusal(404, `No such customer: '${intent.customer}'`);
    if (charges === "well") {
      Object.assign(intent, { status: "succeeded", amount_received: intent.amount, last_payment_error: null });
      return viewOf(intent);
    }
    const error = { type: "card_error" as const, ...FAILURES[charges] };
    Object.assign(intent, { status: "requires_payment_method", last_payment_error: error });
    return { status: 402, body: { error: { ...error, payment_intent: viewOf(intent).body } } };
  }

  const viewOf = (intent: PretendIntent): Reply => ({ status: 200, body: { object: "payment_intent", ...intent } });

  return {
    ...{ cards, intents, keep, methodOf, perform },
    charges: () => charges,
    chargeWith: (next: Charges) => {
      charges = next;
    },
    listPaid: () =>
      [...intents.values()]
        .filter(({ status }) => status === "succeeded")
        .map(({ id, amount_received }) => ({ payment_intent: id, amount_total: amount_received })),
    paidPence: () => [...intents.values()].reduce((all, { amount_received }) => all + amount_received, 0),
  };
}

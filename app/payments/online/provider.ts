import type { AdapterFault } from "#app/adapters/adapter.ts";

export const PROVIDERS = { stripe: "Stripe", sumup: "SumUp" } as const;
export type ProviderName = keyof typeof PROVIDERS;

/** `test`: a key with which no money moves. `pretend`: what answers is not the provider at all. */
export type Mode = "live" | "test" | "pretend";

export const MODE_WORDS: Record<Exclude<Mode, "live">, string> = {
  test: "This is a test: no money moves, and nothing is recorded.",
  pretend: "This is pretend: no money moves. Payments are in the records of this installation only.",
};

/** What a provider says of one of its pages. `amount`: in the smallest unit of `currency`, which is in lower case. */
export type PageState =
  | { state: "open" | "expired" }
  | { state: "paid"; ref: string; amount: number; currency: string };

/** A card as its owner knows it. `expires`: `2030-09`, the last month in which it can be charged. */
export type CardFace = { brand: string; last4: string; expires: string };

const BRANDS: Readonly<Record<string, string>> = { visa: "Visa", mastercard: "Mastercard", amex: "American Express" };

/** `Visa ending 4242`. */
export function faceInWords({ brand, last4 }: Pick<CardFace, "brand" | "last4">): string {
  return `${BRANDS[brand] ?? "Card"} ending ${last4}`;
}

/** What a provider says of a page on which a card is left with it. `holder` and `ref`: what it charges later. */
export type CardPageState = { state: "open" | "expired" } | ({ state: "kept"; holder: string; ref: string } & CardFace);

/**
 * How a charge of a kept card ended. `needs-client`: the bank asks its client, so the card is not tried again. `canceled`:
 * nothing was charged, and nothing will be. `busy`: the provider is still at it. `words`: the bank's reason.
 */
export type ChargeState =
  | { state: "paid"; ref: string; amount: number; currency: string }
  | { state: "declined" | "needs-client"; words: string }
  | { state: "canceled" | "busy" };

export type Answer<Value> = { kind: "answer"; value: Value } | { kind: "fault"; fault: AdapterFault };

/** `id` makes a repeated request open one page only. `until`: epoch ms. */
export type NewPage = {
  id: string;
  pence: number;
  words: string;
  email: string | null;
  backUrl: string;
  until: number;
};

/** The same of every provider. Each call may be repeated. */
export type Provider = {
  /** Whether it answers to this key; changes nothing. */
  ping(): Promise<Answer<unknown>>;
  open(page: NewPage): Promise<Answer<{ session: string; url: string }>>;
  read(session: string): Promise<Answer<PageState>>;
  /** Closes a page to payments, and says how it ended: it may have been paid. */
  expire(session: string): Promise<Answer<PageState>>;
  /** `refused`: asking again changes nothing. `before`: what of the payment has gone back before this one. */
  refund(refund: { id: string; ref: string; amount: number; before: number }): Promise<Answer<Refunded>>;
  /** What arrived in the bank between two local dates, or was to, each with its lines. */
  payouts(period: { since: string; until: string }): Promise<Answer<PayoutReport[]>>;
  /** What banks took back, begun since then (epoch ms). Null: it stands in its payouts alone. */
  disputes: ((since: number) => Promise<Answer<DisputeReport[]>>) | null;
  /** Null: it keeps no cards for us. */
  cards: Cards | null;
  /** What a card reader at the practice does; undefined: the provider has none that a site can drive. */
  reader?: ReaderCalls;
};

export type Reader = { id: string; name: string };

/** One payment at a time is on a reader. `id`: of our page. */
export type ReaderCalls = {
  /** Those that are paired. */
  list(): Promise<Answer<Reader[]>>;
  /** `code`: as the reader's own screen has it. */
  pair(reader: { code: string; name: string }): Promise<Answer<Reader>>;
  start(payment: { readerId: string; id: string; pence: number; words: string }): Promise<Answer<{ session: string }>>;
  /** `session` null: the answer to its start was lost. `null`: nothing of it is known there. */
  read(payment: { session: string | null; id: string; since: number }): Promise<Answer<PageState | null>>;
  /** Asks it to stop. Only a later read tells whether it did. */
  stop(readerId: string): Promise<Answer<unknown>>;
  /** Whether it waits for nobody's card. */
  isIdle(readerId: string): Promise<Answer<boolean>>;
};

/** One transfer to the seller's bank. `lines` null: the provider does not say what it pays. */
export type PayoutReport = {
  ref: string;
  /** Local date. */
  day: string;
  pence: number;
  hasFailed: boolean;
  lines: PayoutLine[] | null;
};

/** `pence` before the fee; below zero where it left the account. `ref`: of the payment that it is about. */
export type PayoutLine = {
  id: string;
  line: "payment" | "refund" | "dispute" | "other";
  ref: string | null;
  pence: number;
  feePence: number;
};

/**
 * `question`: the bank asks, and nothing has been taken. `open`: it waits for an answer. `closed`: it ended without one.
 * `taken`: the provider says no more of it.
 */
export type DisputeState = "question" | "open" | "answered" | "won" | "lost" | "closed" | "taken";

/** What leaves the account or comes back to it; the fee apart. */
export type DisputeMove = { pence: number; feePence: number };

/** A payment that its client's bank takes back. `paymentRef`: of the payment; `dueAt`, `at`: epoch ms. */
export type DisputeReport = {
  ref: string;
  paymentRef: string | null;
  pence: number;
  currency: string;
  /** The provider's word. */
  reason: string;
  state: DisputeState;
  /** Until when it can be answered. */
  dueAt: number | null;
  at: number;
  moves: DisputeMove[];
};

/** What a provider does with a card that its owner left there. Each call may be repeated. */
export type Cards = {
  open(page: Omit<NewPage, "pence" | "words">): Promise<Answer<{ session: string; url: string }>>;
  read(session: string): Promise<Answer<CardPageState>>;
  /** Closes the page, and says how it ended. */
  expire(session: string): Promise<Answer<CardPageState>>;
  /** Writes a charge down at the provider. It takes no money before `confirm`. */
  prepare(charge: NewCharge): Promise<Answer<{ ref: string }>>;
  /** Charges what was prepared, while its client is away. How it ended is read by `end`. */
  confirm(charge: { id: string; ref: string }): Promise<Answer<unknown>>;
  /** Reads how a charge ended. One that took nothing is closed first, so it never will. */
  end(ref: string): Promise<Answer<ChargeState>>;
  /** Forgets the card, and whose it was. */
  remove(holder: string): Promise<Answer<unknown>>;
};

/** `id` makes a repeated request one charge. */
export type NewCharge = { id: string; pence: number; words: string; holder: string; card: string };

export type Refunded = { state: "done"; ref: string } | { state: "refused"; words: string };

/** The providers that can keep a card which was entered on a page of theirs. */
export const CARD_KEEPERS: readonly ProviderName[] = ["stripe"];

/** Less than this no provider takes. */
export const LEAST_PENCE = 50;

/** How long a page at the provider can be paid on. Stripe allows 30 minutes to a day. */
export const PAGE_MS = 60 * 60_000;

/** As the card's bank may take it, in words for whoever waits for it. */
export const CARD_WAIT = "Banks usually take 5 to 10 working days to show it.";

import { priceInFull } from "#app/platform/money-words.ts";

/** How money changes hands at the desk. `credit` moves what the seller already holds for the client. */
export const METHODS = ["card", "cash", "bank", "voucher", "credit"] as const;
export type Method = (typeof METHODS)[number];

/** Those that are taken at the desk, in the order of the end of the day. */
export const TAKEN_METHODS = ["card", "cash", "voucher", "bank"] as const satisfies readonly Method[];
export type TakenMethod = (typeof TAKEN_METHODS)[number];

/** Those that bring money: what comes online is not counted in a drawer. */
export const SUMMED_METHODS = [...TAKEN_METHODS, "online"] as const;
export type SummedMethod = (typeof SUMMED_METHODS)[number];

const WORDS: Record<Method | SummedMethod, { name: string; by: string }> = {
  card: { name: "Card", by: "by card" },
  cash: { name: "Cash", by: "in cash" },
  bank: { name: "Bank transfer", by: "by bank transfer" },
  voucher: { name: "Paper voucher", by: "by paper voucher" },
  online: { name: "Online", by: "online" },
  credit: { name: "Account credit", by: "from credit" },
};

export function methodName(method: string): string {
  return WORDS[method as Method | SummedMethod]?.name ?? method;
}

/** `£48.00 by card`. */
export function paidInWords({ method, pence }: { method: string; pence: number }): string {
  return `${priceInFull(pence)} ${WORDS[method as Method | SummedMethod]?.by ?? method}`;
}

export const MOST_PENCE = 10_000_00;

export const MONEY_ERROR = "Enter an amount in pounds, like 48 or 48.50, up to £10,000.";

/** What was typed as pence; null for anything but pounds with up to two decimals. A comma parts thousands only beside pence. */
export function parseMoney(typed: string): number | null {
  const match = /^£?\s?(\d{1,5}|\d{1,2},\d{3}(?=\.\d{2}$))(?:\.(\d{1,2}))?$/.exec(typed.trim());
  if (!match) return null;
  const pence = Number(match[1]?.replace(",", "")) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return pence <= MOST_PENCE ? pence : null;
}

/** The same of what may be below zero, with a minus before it. */
export function parseSum(typed: string): number | null {
  const below = /^\s*[-−]\s?(?=[£\d])/.exec(typed);
  const pence = parseMoney(below ? typed.slice(below[0].length) : typed);
  return pence && below ? -pence : pence;
}

/** The VAT within a price that holds it, in pence. `rate`: hundredths of a percent; null: not registered. */
export function vatWithin(pence: number, rate: number | null): number {
  if (rate === null) return 0;
  const vat = Math.round((Math.abs(pence) * rate) / (10_000 + rate));
  return pence < 0 ? -vat : vat;
}

/** Hundredths of a percent. `services`: those that have a rate of their own, by id. */
export type CommissionRates = { rate: number | null; services: Readonly<Record<string, number>> };

export type Line = { method: Method; pence: number };

/** `pence` null: as much as there is on both sides. `seenLeft`: what the voucher was shown to hold. */
export type Spending = { voucherId: string; pence: number | null; seenLeft: string | null };

/** What somebody presses to take a payment. Pence, none negative. */
export type Taking = {
  /** Each for a method; none keeps the bill on the client's balance. */
  lines: readonly Line[];
  /** Within the lines, apart from what is owed. */
  tipPence: number;
  extras: readonly { text: string; pence: number }[];
  /** Taken off the price. */
  discount: { pence: number; reason: string } | null;
  /** From the list of products, at its prices. */
  products?: readonly { productId: string; quantity: number }[];
  /** What was shown as the price of them all. */
  productsPence?: number;
  /** A voucher or course that pays first. */
  spend?: Spending | null;
  /** What was shown as owed before extras and discount. */
  seenPence: number;
};

export type TakingErrors = Partial<
  Record<"amount" | "tip" | "discount" | "reason" | "extra" | "credit" | "voucher" | "product", string>
>;

const isAmount = (pence: number) => Number.isSafeInteger(pence) && pence >= 0 && pence <= MOST_PENCE;

/** What is wrong with a taking of what is owed then; null: nothing. `credit`: what the seller holds for the client. */
export function refusalOf(taking: Taking, { owed, credit }: { owed: number; credit: number }): TakingErrors | null {
  const { lines, tipPence, extras, discount } = taking;
  const amounts = [...lines, ...extras].map(({ pence }) => pence);
  if (![...amounts, tipPence, discount?.pence ?? 0].every(isAmount)) return { amount: MONEY_ERROR };
  if (extras.some(({ text, pence }) => text.trim() === "" || pence === 0))
    return { extra: "Enter what it is and its price." };
  if (discount && discount.reason.trim() === "") return { reason: "Enter a reason. It stays with the payment." };
  const toPay = owed + sum(extras) - (discount?.pence ?? 0);
  if (discount && toPay < 0) return { discount: `Take off ${priceInFull(owed + sum(extras))} at most.` };
  const paid = sum(lines) - tipPence;
  if (lines.some(({ pence }) => pence === 0)) return { amount: MONEY_ERROR };
  if (paid < 0 || (tipPence > 0 && !lines.some(({ method, pence }) => method !== "credit" && pence >= tipPence)))
    return { tip: "Enter a tip that is within the amount paid." };
  if (paid > toPay) return { amount: `Only ${priceInFull(Math.max(0, toPay))} is left to pay.` };
  const fromCredit = sum(lines.filter(({ method }) => method === "credit"));
  return fromCredit > credit ? { credit: `There is ${priceInFull(credit)} of credit.` } : null;
}

export function sum(parts: readonly { pence: number }[]): number {
  return parts.reduce((all, { pence }) => all + pence, 0);
}

/** `£5.00 short`: what was counted against what was expected. */
export function differenceInWords(pence: number): string {
  if (pence === 0) return "agrees";
  return pence < 0 ? `${priceInFull(-pence)} short` : `${priceInFull(pence)} over`;
}

/** What payments add up to by method, and how many they are. */
export function sumsIn(
  payments: readonly { method: string; pence: number }[],
): Record<SummedMethod, { count: number; pence: number }> {
  const sums = SUMMED_METHODS.map((method) => {
    const own = payments.filter((one) => one.method === method);
    return [method, { count: own.length, pence: sum(own) }] as const;
  });
  return Object.fromEntries(sums) as Record<SummedMethod, { count: number; pence: number }>;
}

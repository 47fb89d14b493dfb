import { type FeeFacts, judgeFee } from "#app/payments/fees.ts";
import { cardCapPence, prepaidPence } from "#app/payments/online/prepay-rule.ts";
import type { PrepaymentRule } from "#app/settings/schemas/payments.ts";

/** A booking of the past. `isKnown`: by someone who had been here before; `lost`: null, or how its time was lost. */
export type PastBooking = {
  serviceId: string;
  pricePence: number;
  isKnown: boolean;
  isFlagged: boolean;
  lost: Pick<FeeFacts, "occasion" | "at" | "bookedAt" | "start" | "end" | "others"> | null;
};

export type EstimateTerms = { notice: number; keepPercent: number; leisure: readonly string[]; zone: string };

/** `feePence`: of the provider, also for what went back. `securedPence`: what of lost times would have been kept. */
export type Estimate = { count: number; feePence: number; securedPence: number };

/** Who pays by the rule. */
export function paysFirst(
  who: PrepaymentRule["who"],
  { isKnown, isFlagged }: Pick<PastBooking, "isKnown" | "isFlagged">,
): boolean {
  return { all: true, new: !isKnown, flagged: isFlagged, either: !isKnown || isFlagged }[who];
}

/** What a rule would have cost and secured, had everyone booked as they did. */
export function estimatePrepay(
  bookings: readonly PastBooking[],
  rule: PrepaymentRule,
  { notice, keepPercent, leisure, zone }: EstimateTerms,
): Estimate {
  let [count, feePence, securedPence] = [0, 0, 0];
  for (const { serviceId, pricePence, lost, ...who } of bookings) {
    const terms = { serviceId, price: pricePence, keepPercent };
    const keepsCard = rule.what === "card";
    const asks = keepsCard ? cardCapPence(rule, terms) : prepaidPence(rule, terms);
    const pence = paysFirst(rule.who, who) ? asks : 0;
    if (pence === 0) continue;
    count += 1;
    if (!keepsCard) feePence += cardFeePence(pence);
    if (!lost) continue;
    const { mostPence } = judgeFee({
      ...{ ...lost, pricePence, zone, percentNow: keepPercent, isLeisure: leisure.includes(serviceId) },
      rule: { at: 0, words: "", notice, percent: keepPercent },
    });
    const secured = Math.min(pence, mostPence);
    securedPence += secured;
    // A kept card costs nothing until it is charged.
    if (keepsCard && secured > 0) feePence += cardFeePence(secured);
  }
  return { count, feePence, securedPence };
}

/** What the provider keeps of a payment by a British card, and does not give back with a refund. */
const FEE_PER_THOUSAND = 15;
const FEE_FIXED_PENCE = 20;

export const cardFeePence = (pence: number) => Math.round((pence * FEE_PER_THOUSAND) / 1000) + FEE_FIXED_PENCE;

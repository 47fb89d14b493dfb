import { type FeeFacts, judgeFee } from "#app/payments/fees.ts";
import { cardCapPence, noticeOf, type PayingClient, prepaidPence, ruleFor } from "#app/payments/online/prepay-rule.ts";
import type { Prepayment } from "#app/settings/schemas/payments.ts";

/** A booking of the past. `isKnown`: by someone who had been here before; `lost`: null, or how its time was lost. */
export type PastBooking = PayingClient & {
  serviceId: string;
  pricePence: number;
  lost: Pick<FeeFacts, "occasion" | "at" | "bookedAt" | "start" | "end" | "others"> | null;
};

export type EstimateTerms = { notice: number; keepPercent: number; leisure: readonly string[]; zone: string };

/** `feePence`: of the provider, also for what went back. `securedPence`: what of lost times would have been kept. */
export type Estimate = { count: number; feePence: number; securedPence: number };

/** What the rules would have cost and secured, had everyone booked as they did. */
export function estimatePrepay(
  bookings: readonly PastBooking[],
  prepayment: Pick<Prepayment, "rules">,
  { notice, keepPercent, leisure, zone }: EstimateTerms,
): Estimate {
  let [count, feePence, securedPence] = [0, 0, 0];
  for (const { serviceId, pricePence, lost, ...who } of bookings) {
    const rule = ruleFor(prepayment, serviceId, who);
    if (!rule) continue;
    const keepsCard = rule.what === "card";
    const pence = keepsCard ? cardCapPence(rule, { price: pricePence, keepPercent }) : prepaidPence(rule, pricePence);
    if (pence === 0) continue;
    count += 1;
    if (!keepsCard) feePence += cardFeePence(pence);
    if (!lost) continue;
    const { mostPence } = judgeFee({
      ...{ ...lost, pricePence, zone, percentNow: keepPercent, isLeisure: leisure.includes(serviceId) },
      rule: { at: 0, words: "", notice: noticeOf(rule, notice), percent: keepPercent },
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

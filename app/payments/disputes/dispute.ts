import type { DisputeMove, DisputeState } from "#app/payments/online/provider.ts";
import { priceInFull } from "#app/platform/money-words.ts";

const ENDED: ReadonlySet<DisputeState> = new Set(["won", "lost", "closed", "taken"]);

export const isEnded = (state: DisputeState) => ENDED.has(state);

/** Whether the practice has something to send to the provider. */
export const isToAnswer = (state: DisputeState) => state === "open" || state === "question";

/** What of the payment is gone. What came back is taken off; the provider's fee stands apart. */
export function takenOf(moves: readonly DisputeMove[]): number {
  return Math.max(0, -moves.reduce((all, { pence }) => all + pence, 0));
}

export const feeOf = (moves: readonly DisputeMove[]) => moves.reduce((all, { feePence }) => all + feePence, 0);

/** Short, for a list. */
export const STATE_WORDS: Record<DisputeState, string> = {
  ...{ question: "Question to answer", open: "To answer", answered: "Answered" },
  ...{ won: "Won", lost: "Lost", closed: "Closed", taken: "Taken back" },
};

const REASONS: Record<string, string> = {
  fraudulent: "The cardholder says that they did not make this payment.",
  unrecognized: "The cardholder does not recognise this payment on their statement.",
  duplicate: "The cardholder says that they were charged twice.",
  product_not_received: "The cardholder says that the treatment did not take place.",
  product_unacceptable: "The cardholder says that the treatment was not as described.",
  credit_not_processed: "The cardholder says that a refund was agreed and did not arrive.",
  subscription_canceled: "The cardholder says that they had cancelled.",
  noncompliant: "The card scheme says that one of its rules was broken.",
  bank_cannot_process: "The bank could not process the payment.",
  incorrect_account_details: "The bank says that the account details are wrong.",
  insufficient_funds: "The bank says that the account did not have enough money.",
  general: "The bank gives no reason.",
};

/** Why the bank takes it back, as a sentence. */
export function reasonInWords(reason: string, provider: string): string {
  return REASONS[reason] ?? `${provider} does not say why.`;
}

type Money = { state: DisputeState; pence: number; takenPence: number; moves: readonly DisputeMove[] };

/** What has become of the money, in one or two sentences. */
export function moneyInWords({ state, pence, takenPence, moves }: Money, provider: string): string {
  const fee = feeOf(moves);
  const withFee = fee > 0 ? ` ${provider} also charged a fee of ${priceInFull(fee)}.` : "";
  if (moves.length === 0) {
    return isEnded(state)
      ? "No money was taken."
      : `No money has been taken so far. If the bank takes it, ${priceInFull(pence)} leaves your account at ${provider}.`;
  }
  if (takenPence === 0) return `The money was taken, and has come back to your account at ${provider}.${withFee}`;
  const back = isEnded(state) ? "You will not get it back." : "You get it back if the bank decides in your favour.";
  return `${priceInFull(takenPence)} was taken from your account at ${provider}. ${back}${withFee}`;
}

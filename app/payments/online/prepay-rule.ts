import type { ChangeRule } from "#app/appointments/booking/change-rule.ts";
import type { PayAtBooking } from "#app/appointments/booking/scheduler/scheduler.ts";
import { changeDeadline } from "#app/appointments/change-window.ts";
import { localeMoment } from "#app/appointments/time-words.ts";
import { LEAST_PENCE } from "#app/payments/online/provider.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/zoned-time.ts";
import type { PrepaymentRule } from "#app/settings/schemas/payments.ts";

/** What of a price is paid when booking, in pence. */
export function prepaidPence(rule: PrepaymentRule, { serviceId, price }: { serviceId: string; price: number }): number {
  if (rule.what === "none" || !rule.services.includes(serviceId)) return 0;
  const pence = { amount: rule.pence, share: Math.floor((price * rule.percent) / 100), full: price }[rule.what];
  return pence < LEAST_PENCE ? 0 : Math.min(pence, price);
}

const WITHDRAWAL_DAYS = 14;

/** `notice` in minutes; `keepPercent`: the most of the price that a late cancellation costs. Epoch ms, pence. */
export type Prepaying = {
  pence: number;
  price: number;
  start: number;
  /** Of the booking. */
  now: number;
  notice: number;
  keepPercent: number;
  isLeisure: boolean;
  zone: string;
};

/** `freeUntil`: until then all of it goes back, whoever cancels. `mostPence`: what may be kept after it. */
export function keepingOf({ pence, price, start, now, notice, keepPercent, isLeisure, zone }: Prepaying): {
  freeUntil: number;
  mostPence: number;
} {
  const mostPence = Math.min(pence, Math.floor((price * keepPercent) / 100));
  if (mostPence === 0) return { freeUntil: start, mostPence };
  const withdrawal = isLeisure ? 0 : startOfDay(addDays(localDateOf(now, zone), WITHDRAWAL_DAYS + 1), zone);
  const freeUntil = Math.max(changeDeadline(start, notice), withdrawal);
  return freeUntil >= start ? { freeUntil: start, mostPence: 0 } : { freeUntil, mostPence };
}

/** What happens to the money if plans change, as it is read before the button and on the page of the payment. */
export function keepingInWords(paying: Prepaying, { at, locale }: { at: number; locale: string }): ChangeRule {
  const { freeUntil, mostPence } = keepingOf(paying);
  const back = `${priceInFull(paying.pence)} goes back to your card`;
  const along = "If you move the appointment, the payment moves along.";
  if (mostPence === 0) return { lead: `Cancel before it begins, and ${back}.`, rest: along };
  const most = mostPence === paying.pence ? priceInFull(mostPence) : `up to ${priceInFull(mostPence)} of it`;
  const late = `${most} is kept if you cancel or don’t come, and nothing if someone else books the time.`;
  if (at >= freeUntil) return { lead: "It is too late to cancel free of charge.", rest: `From now on ${late}` };
  const until = localeMoment(freeUntil, paying.zone, locale);
  return { lead: `Cancel by ${until}, and ${back}.`, rest: `After that ${late} ${along}` };
}

/** How a client asks for a treatment that is given before their right to withdraw ends; null: it is given later. */
export function expressRequest({ start, now, isLeisure, zone }: Prepaying): string | null {
  const isSoon = localDateOf(start, zone) <= addDays(localDateOf(now, zone), WITHDRAWAL_DAYS);
  if (isLeisure || !isSoon) return null;
  return "By booking you ask for the treatment within 14 days. You may withdraw until it is given in full.";
}

/** `at`: the provider's name. `because`: why they of all clients pay. */
type About = { what: string; where: string; locale: string; at: string; because?: string | null };

/** What stands before the button. */
export function payWords(paying: Prepaying, { what, where, locale, at, because = null }: About): PayAtBooking {
  const { pence, price, now } = paying;
  const { lead, rest } = keepingInWords(paying, { at: now, locale });
  const left: [string, string][] = price > pence ? [[`To pay ${where}`, priceInFull(price - pence)]] : [];
  return {
    button: `Pay ${priceInFull(pence)} and book`,
    rows: [["Now, by card", priceInFull(pence)], ...left, [`${what}, in total`, priceInFull(price)]],
    lead,
    rest: [rest, expressRequest(paying), because, payPageWords(at)].filter(Boolean).join(" "),
    seen: String(pence),
  };
}

/** `at`: whose page it is. */
const payPageWords = (at: string) => `You pay on ${at}’s page. Only ${at} sees your card’s number.`;

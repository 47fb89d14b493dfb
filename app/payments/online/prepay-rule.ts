import type { ChangeRule } from "#app/appointments/booking/change-rule.ts";
import type { PayAtBooking } from "#app/appointments/booking/scheduler/scheduler.ts";
import { changeDeadline } from "#app/appointments/change-window.ts";
import { flagRuleInWords } from "#app/payments/online/flags.ts";
import { LEAST_PENCE } from "#app/payments/online/provider.ts";
import { addDays, localDateOf, localeMoment, startOfDay } from "#app/platform/date-time.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import type { Prepayment, PrepaymentRule } from "#app/settings/schemas/payments.ts";

/** What a rule knows of who books: whether they have been here, and whether what they did flags them. */
export type PayingClient = { isKnown: boolean; isFlagged: boolean };

const IS_FOR: Record<PrepaymentRule["who"], (client: PayingClient) => boolean> = {
  all: () => true,
  new: ({ isKnown }) => !isKnown,
  flagged: ({ isFlagged }) => isFlagged,
  either: ({ isKnown, isFlagged }) => !isKnown || isFlagged,
};

/** The rule that counts for a service and a client: the first that is for both. Null: none is. */
export function ruleFor(
  { rules }: Pick<Prepayment, "rules">,
  serviceId: string,
  client: PayingClient,
): PrepaymentRule | null {
  return rules.find((rule) => isForService(rule, serviceId) && IS_FOR[rule.who](client)) ?? null;
}

export function isForService({ services }: PrepaymentRule, serviceId: string): boolean {
  return services === "all" || services.includes(serviceId);
}

/** The minutes before the start until which all goes back by a rule: never more than the practice's notice. */
export function noticeOf(rule: Pick<PrepaymentRule, "notice"> | null, changeNotice: number): number {
  return Math.min(rule?.notice ?? changeNotice, changeNotice);
}

/** What of a price is paid when booking, in pence. Nothing where a card is kept. */
export function prepaidPence(rule: PrepaymentRule, price: number): number {
  if (rule.what === "none" || rule.what === "card") return 0;
  const pence = { amount: rule.pence, share: Math.floor((price * rule.percent) / 100), full: price }[rule.what];
  return pence < LEAST_PENCE ? 0 : Math.min(pence, price);
}

/** The most that may be charged to a card that is kept for a booking, in pence; 0: none is kept. */
export function cardCapPence(
  rule: PrepaymentRule,
  { price, keepPercent }: { price: number; keepPercent: number },
): number {
  if (rule.what !== "card") return 0;
  const pence = Math.floor((price * keepPercent) / 100);
  return pence < LEAST_PENCE ? 0 : pence;
}

const WITHDRAWAL_DAYS = 14;

/** `keeps`: nothing is paid, and `pence` is the most that may be charged to a kept card. `notice` in minutes; `keepPercent`: the most of the price that a late cancellation costs. Epoch ms, pence. */
export type Prepaying = {
  pence: number;
  keeps?: "card";
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

type Free = { freeUntil: number; at: number; zone: string; locale: string; back: string };

/** `from`: how the sentence begins that says what happens after that. */
function freeInWords({ freeUntil, at, zone, locale, back }: Free): { lead: string; from: string } {
  if (at >= freeUntil) return { lead: "It is too late to cancel free of charge.", from: "From now on" };
  return { lead: `Cancel by ${localeMoment(freeUntil, zone, locale)}, and ${back}.`, from: "After that" };
}

/**
 * What happens to the money if plans change, as it is read before the button and on the page of the payment. Whether a card
 * or a voucher pays is open then.
 */
export function keepingInWords(paying: Prepaying, { at, locale }: { at: number; locale: string }): ChangeRule {
  const { freeUntil, mostPence } = keepingOf(paying);
  const back = `${priceInFull(paying.pence)} goes back the way you paid`;
  const along = "If you move the appointment, the payment moves along.";
  if (mostPence === 0) return { lead: `Cancel before it begins, and ${back}.`, rest: along };
  const most = mostPence === paying.pence ? priceInFull(mostPence) : `up to ${priceInFull(mostPence)} of it`;
  const late = `${most} is kept if you cancel or don’t come, and nothing if someone else books the time.`;
  const { lead, from } = freeInWords({ freeUntil, at, zone: paying.zone, locale, back });
  return { lead, rest: at >= freeUntil ? `${from} ${late}` : `${from} ${late} ${along}` };
}

/**
 * What a booking form sends back, with the course's id, once its client has read that a session of it is used. Alone:
 * without a script a time was chosen, and that not yet read.
 */
export const COURSE = "course:";

/** What happens to a session of a course that pays for a booking. It is used whole: where less is kept, it goes back. */
export function courseInWords(paying: Prepaying, { at, locale }: { at: number; locale: string }): ChangeRule {
  const { freeUntil, mostPence } = keepingOf({ ...paying, pence: paying.price });
  const along = "If you move the appointment, the session moves along.";
  const back = "the session goes back to the course";
  if (mostPence === 0) return { lead: `Cancel before it begins, and ${back}.`, rest: along };
  const late =
    mostPence === paying.price
      ? "the session is used if you cancel or don’t come, and goes back if someone else books the time."
      : `it goes back, too, but up to ${priceInFull(mostPence)} may be charged if you cancel or don’t come, and nothing if someone else books the time.`;
  const { lead, from } = freeInWords({ freeUntil, at, zone: paying.zone, locale, back });
  return { lead, rest: `${from} ${late} ${along}` };
}

/** The number of the words below: a booking keeps it with the words that its client read. */
export const CARD_WORDING = 1;

/** What may be charged to a kept card, when, and at most how much, as it is read before the button. */
export function cardInWords(paying: Prepaying, { at, locale }: { at: number; locale: string }): ChangeRule {
  const { freeUntil, mostPence } = keepingOf(paying);
  const most = `up to ${priceInFull(mostPence)} may be charged to your card if you cancel or don’t come, once, and nothing if someone else books the time.`;
  const along =
    "If you move the appointment, this moves along. You can remove the card at any time: sign in, or ask the practice.";
  const { lead, from } = freeInWords({ freeUntil, at, zone: paying.zone, locale, back: "nothing is charged" });
  return { lead, rest: `${from} ${most} ${along}` };
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
  if (paying.keeps) return cardWords(paying, { where, locale, at, because });
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

function cardWords(paying: Prepaying, { where, locale, at, because }: Omit<About, "what">): PayAtBooking {
  const { pence, price, now } = paying;
  const { lead, rest } = cardInWords(paying, { at: now, locale });
  const page = `You enter your card on ${at}’s page. Only ${at} sees its number.`;
  return {
    button: KEEP_CARD,
    rows: [
      ["Now", "Card kept"],
      [`To pay ${where}`, priceInFull(price)],
      ["If you cancel late or don’t come, at most", priceInFull(pence)],
    ],
    lead,
    rest: [rest, expressRequest(paying), because, page].filter(Boolean).join(" "),
    seen: `card:${pence}`,
  };
}

export const KEEP_CARD = "Keep my card and book";

/** `at`: whose page it is. */
const payPageWords = (at: string) => `You pay on ${at}’s page. Only ${at} sees your card’s number.`;

/** What public words about rules depend on. */
export type PublicTerms = {
  /** Of whom it is written, in the catalogue's order. */
  services: readonly { id: string; title: string }[];
  /** Whether it is read on the page of the only service. */
  isOnItsPage?: boolean;
  keepPercent: number;
  /** Of the practice, in minutes. */
  notice: number;
  /** The services of which all of it may be kept or charged within 14 days of booking. */
  leisure: readonly string[];
  /** Whether a seller's provider can keep cards. */
  canKeepCards: boolean;
};

/** A rule in public, for services for which it is for the same clients. `keeping`: what becomes of what was paid; null: nothing is. */
export type RuleInWords = { whom: string; keeping: string | null };

const CLIENTS: readonly PayingClient[] = [true, false].flatMap((isKnown) =>
  [true, false].map((isFlagged) => ({ isKnown, isFlagged })),
);

type Alike = { who: PrepaymentRule["who"]; isOther: boolean; isLeisure: boolean; services: PublicTerms["services"] };

/** Those for whom no rule before this one counts, by service. */
function alikeOf({ rules }: Pick<Prepayment, "rules">, nth: number, { services, leisure }: PublicTerms): Alike[] {
  const alike = new Map<string, Alike>();
  for (const service of services) {
    const before = { rules: rules.slice(0, nth) };
    const left = CLIENTS.filter((client) => ruleFor(before, service.id, client) === null);
    const own = left.filter((client) => ruleFor({ rules }, service.id, client) === rules[nth]);
    const who = WHO_BY_WIDTH.find(
      (one) => left.filter(IS_FOR[one]).every((client) => own.includes(client)) && own.every(IS_FOR[one]),
    );
    if (own.length === 0 || who === undefined) continue;
    const isOther = left.length < CLIENTS.length;
    const isLeisure = leisure.includes(service.id);
    const key = `${who} ${isOther} ${isLeisure}`;
    const found = alike.get(key);
    alike.set(key, { who, isOther, isLeisure, services: [...(found?.services ?? []), service] });
  }
  return [...alike.values()];
}

const WHO_BY_WIDTH = ["flagged", "new", "either", "all"] as const;

/** One rule of the list as clients read it, without those for whom a rule before it counts. Empty: it is for no one. */
export function ruleInPublic(prepayment: Prepayment, nth: number, terms: PublicTerms): RuleInWords[] {
  const rule = prepayment.rules[nth];
  if (!rule) return [];
  const isNothing = asksNothing(rule, terms);
  return alikeOf(prepayment, nth, terms).map(({ services, ...alike }) => {
    const isEvery = terms.isOnItsPage || (rule.services === "all" && services.length === terms.services.length);
    const when = isEvery ? "when booking online" : `when booking ${andList(services.map(({ title }) => title))} online`;
    return {
      whom: `${whoInWords(prepayment, alike)} ${isNothing ? "pay nothing" : PAYS[rule.what](rule)} ${when}.`,
      keeping: isNothing ? null : keptInPublic(rule, { ...terms, isLeisure: alike.isLeisure }),
    };
  });
}

const asksNothing = (rule: PrepaymentRule, { canKeepCards, keepPercent }: PublicTerms) =>
  rule.what === "none" || (rule.what === "card" && (!canKeepCards || keepPercent === 0));

const PAYS: Record<PrepaymentRule["what"], (rule: PrepaymentRule) => string> = {
  none: () => "pay nothing",
  card: () => "leave a card, and pay nothing",
  amount: ({ pence }) => `pay ${priceInFull(pence)}`,
  share: ({ percent }) => `pay ${percent}% of the price`,
  full: () => "pay the whole price",
};

function whoInWords(
  { flagCount: count, flagMonths: months }: Prepayment,
  { who, isOther }: Pick<Alike, "who" | "isOther">,
) {
  const flagged = `clients with ${flagRuleInWords({ count, months })}`;
  const words = { all: "clients", new: "new clients", flagged, either: `new clients, and ${flagged},` }[who];
  const whole = isOther ? `other ${words}` : words;
  return `${whole.charAt(0).toUpperCase()}${whole.slice(1)}`;
}

function keptInPublic(
  rule: PrepaymentRule,
  { keepPercent, isLeisure, ...terms }: PublicTerms & { isLeisure: boolean },
) {
  const notice = noticeOf(rule, terms.notice);
  const isCard = rule.what === "card";
  const fine = isCard ? "Nothing is charged" : "It goes back the way it was paid";
  if (keepPercent === 0) return `${fine} after any cancellation before the start.`;
  const before = `${notice % 60 === 0 ? `${notice / 60} hours` : `${notice} minutes`} before`;
  const free = `${fine} after a cancellation up to ${notice === 0 ? "the start" : before}`;
  const within = isLeisure || notice === 0 ? "" : ", and within 14 days of booking up to the start";
  const kept = `After that, up to ${keepPercent}% of the price ${isCard ? "may be charged" : "is kept"}, and nothing if someone else books the time.`;
  return `${free}${within}. ${kept}`;
}

/**
 * The rules as the public pages have them: who pays what, what becomes of it, what of a move. `whom` alone: the first of
 * these. Empty: nobody pays anything. Who pays nothing is said only of services that others pay for.
 */
export function prepayInPublic(prepayment: Prepayment, terms: PublicTerms): { whom: string[]; all: string[] } {
  const paid = terms.services.filter(({ id }) =>
    CLIENTS.some((client) => {
      const rule = ruleFor(prepayment, id, client);
      return rule !== null && !asksNothing(rule, terms);
    }),
  );
  const isNarrower = paid.length < terms.services.length;
  const words = prepayment.rules.flatMap((rule, nth) =>
    ruleInPublic(prepayment, nth, asksNothing(rule, terms) && isNarrower ? { ...terms, services: paid } : terms),
  );
  if (!words.some(({ keeping }) => keeping)) return { whom: [], all: [] };
  const runs: { whom: string[]; keeping: string | null }[] = [];
  for (const { whom, keeping } of words) {
    const last = runs.at(-1);
    if (last && (keeping === null || last.keeping === null || keeping === last.keeping)) {
      last.whom.push(whom);
      last.keeping ??= keeping;
    } else runs.push({ whom: [whom], keeping });
  }
  return {
    whom: words.map(({ whom }) => whom),
    all: [
      ...runs.flatMap(({ whom, keeping }) => [whom.join(" "), ...(keeping ? [keeping] : [])]),
      "If the appointment moves, this moves along.",
    ],
  };
}

function andList(titles: readonly string[]): string {
  return new Intl.ListFormat("en-GB", { type: "conjunction" }).format(titles);
}

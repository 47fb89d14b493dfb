import { vatWithin } from "#app/payments/money.ts";
import { priceInFull, priceInProse } from "#app/platform/money-words.ts";

/** What was sold to be used later, as it was frozen. Pence; hundredths of a percent; `expiresOn`: its last local day. */
export type Voucher = {
  id: string;
  sellerId: string;
  clientId: string | null;
  kind: "money" | "course";
  title: string;
  facePence: number;
  /** Of a course. */
  sessions: number | null;
  serviceId: string | null;
  vatKind: VatKind;
  vatRate: number | null;
  expiresOn: string;
  /** The last letters of its code; a course has none. */
  ending: string | null;
  /** Who bought it online; blank once that is deleted. */
  buyer?: string | null;
  /** Of a course that someone else shares: their name. Null: it is the client’s own. */
  owner?: string | null;
  leftPence: number;
  leftSessions: number;
  /** The bank of whoever paid for it takes the payment back, or has: nothing is spent of it meanwhile. */
  isDisputed?: boolean;
};

export type VatKind = "none" | "single" | "multi";

/**
 * Whether a voucher's VAT is due when it is sold: it is, where all it could buy has one rate. `own`: the seller's, null
 * where they aren't registered, and nothing has VAT. `rates`: of all it could buy; null: exempt.
 */
export function vatKindOf(
  own: number | null,
  rates: readonly (number | null)[],
): { kind: VatKind; rate: number | null } {
  if (own === null) return { kind: "none", rate: null };
  const [only = own] = rates;
  return new Set(rates).size > 1 ? { kind: "multi", rate: null } : { kind: "single", rate: only };
}

/** What the next session of a course is worth: sold pence in equal parts, the last with what is left over. */
export function sessionPence({ facePence, sessions, leftPence, leftSessions }: Voucher): number {
  if (sessions === null || leftSessions <= 1) return leftPence;
  return Math.min(leftPence, Math.floor(facePence / sessions));
}

/** What a voucher takes off a bill, and what that takes off the voucher. */
export type Cover = { coveredPence: number; pence: number; sessions: number; vatRate: number | null; vatPence: number };

/**
 * What this voucher pays of `toPay`. `servicePence`: what a course can cover; `rate`: of what it covers. The VAT that
 * was due at the sale is taken off here, so that it is due once.
 */
export function coverOf(
  voucher: Voucher,
  {
    toPay,
    servicePence,
    rate,
    most,
  }: { toPay: number; servicePence: number; rate: number | null; most: number | null },
): Cover {
  if (voucher.kind === "money") {
    const pence = Math.min(toPay, voucher.leftPence, most ?? toPay);
    const isSingle = voucher.vatKind === "single";
    const vatRate = isSingle ? voucher.vatRate : null;
    return { coveredPence: pence, pence, sessions: 0, vatRate, vatPence: 0 - vatWithin(pence, vatRate) };
  }
  const coveredPence = Math.min(toPay, servicePence);
  const pence = sessionPence(voucher);
  const vatRate = voucher.vatKind === "single" ? voucher.vatRate : rate;
  const due = voucher.vatKind === "single" ? 0 : vatWithin(pence, vatRate);
  return { coveredPence, pence, sessions: 1, vatRate, vatPence: due - vatWithin(coveredPence, vatRate) };
}

/** Why a voucher can't pay here; null: it can. */
export function refusalOfVoucher(
  voucher: Voucher,
  { today, sellerId, serviceId }: { today: string; sellerId: string; serviceId: string | null },
): string | null {
  if (voucher.sellerId !== sellerId) return "Another seller sold this voucher. It pays only for their treatments.";
  if (voucher.leftPence === 0 && voucher.leftSessions === 0) return "Nothing is left of this voucher.";
  if (voucher.isDisputed) return DISPUTED;
  if (voucher.expiresOn < today) return "This voucher has expired.";
  const isElsewhere = voucher.serviceId !== null && voucher.serviceId !== serviceId;
  return isElsewhere ? `${voucher.title} is for another service.` : null;
}

/** Whether something of it can still be spent on this day. */
export function paysOn({ leftPence, expiresOn, isDisputed }: Voucher, today: string): boolean {
  return leftPence > 0 && expiresOn >= today && !isDisputed;
}

/** Why nothing is spent of a voucher, and nothing given back: the bank would have it twice. */
export const DISPUTED = "The payment for this voucher is disputed, so nothing of it can be spent or given back now.";

/** `£30 left` or `3 of 5 left`. */
export function leftInWords({ kind, leftPence, leftSessions, sessions }: Voucher): string {
  if (kind === "money" && leftPence === 0) return "nothing left";
  return kind === "money" ? `${priceInProse(leftPence)} left` : `${leftSessions} of ${sessions} left`;
}

export function voucherName({
  kind,
  title,
  ending,
  owner,
}: Pick<Voucher, "kind" | "title" | "ending" | "owner">): string {
  if (owner) return `${owner}’s course, ${title}`;
  return kind === "money" && ending ? `Voucher ending ${ending}` : title;
}

/** What the seller owes for it, in words of its page. */
export function worthInWords(voucher: Voucher): string {
  return voucher.kind === "money"
    ? priceInFull(voucher.leftPence)
    : `${leftInWords(voucher)}, worth ${priceInFull(voucher.leftPence)}`;
}

const CODE = /^[0-9A-HJKMNP-TV-Z]{12}$/;

/** A code as it is stored: people type spaces and dashes, and O for 0. Null: it is none. */
export function codeFrom(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  return CODE.test(code) ? code : null;
}

const LEAST_BROUGHT = 4;

/** One sentence for a code that nobody made, and one that has nothing to spend: nobody tries codes out. */
export const WRONG_CODE =
  "There is nothing to spend with this code. Check its letters and digits, or call the practice.";
export const TOO_MANY_CODES = "Too many wrong codes. Try again in an hour, or call the practice.";

/** What a code is found by. One that another system made may be of any letters and digits. Null: it is none. */
export function codeKeyOf(typed: string): string | null {
  const brought = typed.toUpperCase().replace(/[^0-9A-Z]/g, "");
  return codeFrom(typed) ?? (brought.length >= LEAST_BROUGHT && brought.length <= 40 ? `brought ${brought}` : null);
}

/** `7KQM-2F9D-X4TB`. */
export function codeInWords(code: string): string {
  return code.replace(/(.{4})(?=.)/g, "$1-");
}

/** The last day of a voucher: so many months on, never past the end of a month. */
export function expiryOf(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const at = year * 12 + (month - 1) + months;
  const last = new Date(Date.UTC(Math.floor(at / 12), (at % 12) + 1, 0)).getUTCDate();
  const numbers = [Math.floor(at / 12), (at % 12) + 1, Math.min(date, last)];
  return numbers.map((part, nth) => String(part).padStart(nth === 0 ? 4 : 2, "0")).join("-");
}

/** The end of a code as it is searched for. Blank: of any. */
export function endingFrom(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return letters.slice(-4);
}

export function stateInWords({ leftPence, leftSessions, expiresOn, isDisputed }: Voucher, today: string): string {
  if (leftPence === 0 && leftSessions === 0) return "Used up";
  if (isDisputed) return "Payment disputed";
  return expiresOn < today ? "Expired" : "Open";
}

type Move = { move: string; pence: number; sessions: number };

/** `Spent £30.00`, or `Session used`. */
export function moveInWords({ move, pence, sessions }: Move): string {
  const amount = priceInFull(Math.abs(pence));
  if (pence < 0 || sessions < 0) return sessions === 0 ? `${amount} put back` : "Session put back";
  if (move === "expired") return `Expired with ${amount} left`;
  if (move === "returned") return `Given back, ${amount}`;
  return sessions > 0 ? `Session used, worth ${amount}` : `Spent ${amount}`;
}

/** When the VAT of a voucher is due; null where its seller isn't registered. */
export const VAT_WORDS: Record<VatKind, string | null> = {
  none: null,
  single: "Due when it was sold.",
  multi: "Due when it is spent.",
};

import {
  type Line,
  METHODS,
  type Method,
  MONEY_ERROR,
  MOST_PENCE,
  parseMoney,
  type Spending,
  type Taking,
  type TakingErrors,
} from "#app/payments/money.ts";
import type { Fields } from "#app/platform/form-fields.ts";

/** The amounts that were typed beside the price; what can't be read counts as nothing until it is sent. */
export type Changes = {
  extraPence: number;
  offPence: number;
  tipPence: number;
  splitPence: number;
  /** Of the list, at its prices. */
  productsPence: number;
  /** What a voucher or course pays. */
  coverPence: number;
};

export function changesIn(fields: Fields): Changes {
  const pence = (name: string) => parseMoney(fields[name] ?? "") ?? 0;
  return {
    ...{ extraPence: pence("extra"), offPence: pence("off"), tipPence: pence("tip"), splitPence: pence("split") },
    ...{ productsPence: penceIn(fields.productsPence), coverPence: penceIn(fields.coverPence) },
  };
}

/** Pence in a hidden field. */
function penceIn(sent: string | undefined): number {
  const pence = /^\d{1,7}$/.test(sent ?? "") ? Number(sent) : 0;
  return Math.min(pence, MOST_PENCE);
}

/** What is to pay now with money, and the tip. */
export function toPayOf(owedPence: number, changes: Changes): number {
  const { extraPence, offPence, tipPence, productsPence, coverPence } = changes;
  return Math.max(0, owedPence + extraPence + productsPence - offPence - coverPence) + tipPence;
}

const AMOUNTS = { extra: "extra", off: "discount", tip: "tip", split: "amount", voucherAmount: "voucher" } as const;

const QUANTITY = /^product\.(.{1,80})$/;

/** How many of each product were typed: `product.<id>`, blank for none. Null: one can't be read. */
export function chosenIn(fields: Fields): { productId: string; quantity: number }[] | null {
  const chosen = [];
  for (const [name, value] of Object.entries(fields)) {
    const productId = QUANTITY.exec(name)?.[1];
    const typed = value.trim();
    if (productId === undefined || typed === "" || typed === "0") continue;
    if (!/^\d{1,2}$/.test(typed)) return null;
    chosen.push({ productId, quantity: Number(typed) });
  }
  return chosen;
}

export const QUANTITY_ERROR = "Enter how many: 1 to 99.";

/**
 * A pressed button as a taking: `pay` is a method and takes all there is to pay; with `split` that much goes by
 * `splitMethod` and the rest by the method of the button; `pay` is `later` for nothing now, and in a split for a part.
 * `voucher` pays before any of them.
 */
export function takingFrom(
  fields: Fields,
): { kind: "valid"; taking: Taking } | { kind: "invalid"; errors: TakingErrors } {
  const errors: TakingErrors = {};
  for (const [name, field] of Object.entries(AMOUNTS)) {
    const typed = (fields[name] ?? "").trim();
    if (typed !== "" && parseMoney(typed) === null) errors[field] = MONEY_ERROR;
  }
  const seenPence = /^\d{1,9}$/.test(fields.seen ?? "") ? Number(fields.seen) : -1;
  const method = methodIn(fields.pay);
  const splitMethod = methodIn(fields.splitMethod);
  const changes = changesIn(fields);
  const isSplit = changes.splitPence > 0;
  const products = chosenIn(fields);
  if (products === null) errors.product = QUANTITY_ERROR;
  if (!method && fields.pay !== "later") errors.amount = "Choose how it is paid.";
  if (isSplit && !splitMethod) errors.amount = "Choose how the first part is paid.";
  if (Object.keys(errors).length > 0 || products === null) return { kind: "invalid", errors };
  const toPay = toPayOf(seenPence, changes);
  const rest = toPay - changes.splitPence;
  const lines: Line[] = [];
  if (isSplit && splitMethod) lines.push({ method: splitMethod, pence: changes.splitPence });
  if (method && rest > 0) lines.push({ method, pence: rest });
  const extras =
    changes.extraPence > 0 || (fields.extraText ?? "").trim() !== ""
      ? [{ text: fields.extraText ?? "", pence: changes.extraPence }]
      : [];
  const discount = changes.offPence > 0 ? { pence: changes.offPence, reason: fields.reason ?? "" } : null;
  const tipPence = lines.length > 0 ? changes.tipPence : 0;
  const sold = products.length > 0 ? { products, productsPence: changes.productsPence } : {};
  const spend = spendingIn(fields, changes);
  return {
    kind: "valid",
    taking: { lines, tipPence, extras, discount, ...sold, ...(spend ? { spend } : {}), seenPence },
  };
}

/** A voucher pays what was shown, and a course its session. */
function spendingIn(fields: Fields, { coverPence }: Changes): Spending | null {
  const { voucher: voucherId, voucherKind, voucherLeft } = fields;
  if (!voucherId) return null;
  return { voucherId, pence: voucherKind === "money" ? coverPence : null, seenLeft: voucherLeft || null };
}

function methodIn(typed: string | undefined): Method | null {
  return METHODS.find((method) => method === typed) ?? null;
}

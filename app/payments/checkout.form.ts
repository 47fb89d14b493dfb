import {
  type Line,
  METHODS,
  type Method,
  MONEY_ERROR,
  parseMoney,
  type Taking,
  type TakingErrors,
} from "#app/payments/money.ts";
import type { Fields } from "#app/platform/form-fields.ts";

/** The amounts that were typed beside the price; what can't be read counts as nothing until it is sent. */
export type Changes = { extraPence: number; offPence: number; tipPence: number; splitPence: number };

export function changesIn(fields: Fields): Changes {
  const pence = (name: string) => parseMoney(fields[name] ?? "") ?? 0;
  return { extraPence: pence("extra"), offPence: pence("off"), tipPence: pence("tip"), splitPence: pence("split") };
}

/** What is to pay now, with the tip. */
export function toPayOf(owedPence: number, { extraPence, offPence, tipPence }: Changes): number {
  return Math.max(0, owedPence + extraPence - offPence) + tipPence;
}

const AMOUNTS = { extra: "extra", off: "discount", tip: "tip", split: "amount" } as const;

/**
 * A pressed button as a taking: `pay` is a method and takes all there is to pay; with `split` that much goes by
 * `splitMethod` and the rest by the method of the button; `pay` is `later` for nothing now, and in a split for a part.
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
  if (!method && fields.pay !== "later") errors.amount = "Choose how it is paid.";
  if (isSplit && !splitMethod) errors.amount = "Choose how the first part is paid.";
  if (Object.keys(errors).length > 0) return { kind: "invalid", errors };
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
  return { kind: "valid", taking: { lines, tipPence, extras, discount, seenPence } };
}

function methodIn(typed: string | undefined): Method | null {
  return METHODS.find((method) => method === typed) ?? null;
}

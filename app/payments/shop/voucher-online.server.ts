import { getVoucherByCode } from "#app/payments/shop/vouchers.db.server.ts";
import { codeFrom, codeKeyOf, paysOn, type Voucher } from "#app/payments/shop/vouchers.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { rateKeyOf } from "#app/platform/http/request-info.server.ts";
import { consumeRateLimit, returnAttempt } from "#app/platform/limits.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const WRONG_CODES = { limit: 5, windowSeconds: 3600 };
// Codes of other systems may be as short as a pin, and anyone may type them here.
const LEAST_BROUGHT = "brought ".length + 8;

type Opened =
  | { kind: "found"; voucher: Voucher }
  | { kind: "invalid" }
  | { kind: "limited"; retryAfterSeconds: number };

/**
 * The voucher whose code somebody typed on the website, if `accepts` takes it. An unknown code and a refused one are
 * answered alike, and both count: five an hour from one address.
 */
export async function openByCode(
  app: AppContext,
  {
    typed,
    clientAddress,
    accepts,
  }: { typed: string; clientAddress: string; accepts: (voucher: Voucher) => boolean | Promise<boolean> },
): Promise<Opened> {
  const limit = { key: `voucher codes from ${rateKeyOf(clientAddress)}`, ...WRONG_CODES };
  const verdict = await consumeRateLimit(app, limit);
  if (verdict.kind === "limited") return verdict;
  const key = codeKeyOf(typed);
  const isLong = key !== null && (codeFrom(typed) !== null || key.length >= LEAST_BROUGHT);
  const voucher = isLong ? await getVoucherByCode(app.db.kysely, key) : null;
  if (!voucher || !(await accepts(voucher))) return { kind: "invalid" };
  await returnAttempt(app, limit);
  return { kind: "found", voucher };
}

/** Whether a money voucher still pays on this day. */
export function isSpendable(voucher: Voucher, today: string): boolean {
  return voucher.kind === "money" && paysOn(voucher, today);
}

export type Balance = { leftPence: number; facePence: number; expiresOn: string; ending: string | null };

/** What is left of the voucher with this code. `not-found`: no payments are taken here. */
export async function readBalance(
  app: AppContext,
  { typed, clientAddress }: { typed: string; clientAddress: string },
): Promise<({ kind: "found" } & Balance) | Exclude<Opened, { kind: "found" }> | { kind: "not-found" }> {
  const { payments, bookingRules } = (await readPractice(app)).settings;
  if (!payments.on) return { kind: "not-found" };
  const today = localDateOf(app.clock.now(), bookingRules.zone);
  const opened = await openByCode(app, { typed, clientAddress, accepts: (voucher) => isSpendable(voucher, today) });
  if (opened.kind !== "found") return opened;
  const { leftPence, facePence, expiresOn, ending } = opened.voucher;
  return { kind: "found", leftPence, facePence, expiresOn, ending };
}

/** Whether this seller has sold a voucher with a code. */
export async function hasCodes(db: Queries, sellerId: string): Promise<boolean> {
  const code = db
    .selectFrom("voucher_codes")
    .innerJoin("vouchers", "vouchers.id", "voucher_codes.voucher_id")
    .select("vouchers.id")
    .where("seller_id", "=", sellerId);
  return (await code.limit(1).executeTakeFirst()) !== undefined;
}

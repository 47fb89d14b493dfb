import { onTestFinished } from "vitest";
import { notifyOwners } from "#app/accounts/notify-owners.server.ts";
import { noteFeeRule } from "#app/payments/fees.server.ts";
import { saveTill } from "#app/payments/online/tills.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import type { Prepayment, PrepaymentRule } from "#app/settings/schemas/payments.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { type Settings, settingSchemas } from "#app/settings/settings.ts";
import { PRETEND_KEY, PRETEND_SIGNING_KEY, type PretendStripe, startPretendStripe } from "#scripts/pretend-stripe.ts";
import { takesPayments } from "#tests/support/options.ts";
import { demoApp, type TestApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

export const OWNER: Actor = { kind: "admin", userId: "owner", isConfirmed: true };

/** The demo practice takes payments, and its seller is paid online by a pretend Stripe whose clock is the test's. */
export async function payingOnline(): Promise<{ app: TestApp; stripe: PretendStripe }> {
  let clock = () => TUESDAY_NINE;
  const stripe = await startPretendStripe({ now: () => clock() });
  onTestFinished(stripe.close);
  const app = await demoApp({ config: stripe.config });
  clock = app.clock.now;
  await takesPayments(app);
  await switchOn(app, "1");
  return { app, stripe };
}

export async function switchOn(app: AppContext, sellerId: string): Promise<void> {
  const typed = { key: PRETEND_KEY, signingKey: PRETEND_SIGNING_KEY };
  const outcome = await saveTill(app, OWNER, { sellerId, typed, notifyOwners });
  if (outcome.kind !== "saved") throw new Error(outcome.kind);
}

export const DEEP_TISSUE = "demo-deep-tissue-massage";

/**
 * The same, and whoever books deep tissue online pays a deposit of £15 first. `keeps`: how much of the price is kept at
 * most, in percent.
 */
export async function payingToBook({
  leisure = [],
  keeps = 50,
  rules,
  ...rule
}: Partial<PrepaymentRule & Omit<Prepayment, "rules">> & {
  leisure?: string[];
  keeps?: number;
  /** In place of the one. */
  rules?: { rules: Partial<PrepaymentRule>[] };
} = {}): Promise<{
  app: TestApp;
  stripe: PretendStripe;
}> {
  const { app, stripe } = await payingOnline();
  const now = app.clock.now();
  const { settings } = await readSettings(app.db.kysely, app.log);
  const write = <Key extends "bookingRules" | "moneyRules" | "prepayment">(key: Key, value: Settings[Key]) =>
    writeSetting(app.db.kysely, { key, value, now });
  await write("bookingRules", { ...settings.bookingRules, chargesLate: true });
  await write("moneyRules", { ...settings.moneyRules, leisure, feePercent: keeps });
  await write(
    "prepayment",
    settingSchemas.prepayment.parse(rules ?? { what: "amount", services: [DEEP_TISSUE], ...rule }),
  );
  await raiseContentVersion(app.db.kysely, now);
  await noteFeeRule(app);
  return { app, stripe };
}

/** The nth of them, counted round and round; undefined of none. */
export const one = <Value>(values: readonly Value[], nth: number) => values[nth % values.length];

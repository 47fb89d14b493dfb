import { inject, test } from "vitest";
import { moneyRound } from "#tests/proof/money.ts";
import { MONEY_STEPS } from "#tests/proof/money-steps.ts";
import { makePlace } from "#tests/proof/place.ts";

// Twenty rounds, each at another write: npm run proof -- money. A voucher is sold and returned by the same commands at
// either provider, so here one of them is enough.
const STEPS = MONEY_STEPS.filter((step) => !step.endsWith("voucher, sumup"));

// Both engines at once, as each waits for its own processes; with time for a machine that does other work.
test.concurrent.for(["sqlite", "postgres"] as const)(
  "each way to write money, killed in the middle, leaves nothing behind and is done once afterwards (%s)",
  { timeout: 1_800_000 },
  async (engine, { expect, onTestFinished }) => {
    const place = await makePlace(engine, inject("postgresUrl") ?? null);
    onTestFinished(() => place.remove());
    // The third write: the seller's chain is held, and rows are on their way.
    const kills = await moneyRound(place, 3, STEPS);
    expect(kills.map(({ step, killed }) => [step, killed])).toEqual(STEPS.map((step) => [step, true]));
    for (const { step, ...left } of kills) {
      const afterwards = expect.stringMatching(/^done/);
      expect([step, left]).toEqual([step, { killed: true, fault: null, leftRows: 0, afterwards, repeatedRows: 0 }]);
    }
  },
);

import { expect, test } from "vitest";
import { HAPPENS, openSite, playOrders, startCounter } from "#tests/proof/money-orders.ts";
import { demoApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

// Ten thousand: npm run proof -- money-online.
test.each(["stripe", "sumup"] as const)(
  "after any order of bookings, payments, notices, faults, moves and cancellations, what stands is paid, and what is paid stands or went back (%s)",
  async (name) => {
    const { tally, faults } = await playOrders({ plays: 80, perSite: 20 }, async (rule) => {
      let now = () => TUESDAY_NINE;
      const counter = await startCounter(name, () => now());
      const app = await demoApp({ config: counter.config });
      now = app.clock.now;
      return { site: await openSite(app, counter, rule), close: async () => counter.close() };
    });
    expect(faults).toEqual([]);
    for (const event of HAPPENS) expect.soft(tally.get(event) ?? 0, event).toBeGreaterThan(0);
  },
  240_000,
);

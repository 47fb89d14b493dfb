import { expect, inject, test } from "vitest";
import { live } from "#tests/proof/season.ts";

// Half a year: npm run proof -- season.
test.each([
  ["sqlite", 6],
  ["postgres", 3],
] as const)(
  "a few days of a practice, killed in the middle and brought back from a backup, add up to what was said (%s, %s days)",
  async (engine, days) => {
    const lived = await live(engine, { days, seed: 3, postgresUrl: inject("postgresUrl") ?? "" });
    expect(lived.kills).toBeGreaterThan(0);
    expect(lived.restores).toBe(days === 6 ? 1 : 0);
    expect(lived.done.length).toBeGreaterThan(30 * days);
    expect(lived.findings.map(({ promise, faults }) => [promise, faults])).toEqual(
      lived.findings.map(({ promise }) => [promise, []]),
    );
  },
  600_000,
);

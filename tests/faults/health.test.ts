import { inject, test } from "vitest";
import { healthRound } from "#tests/proof/health.ts";
import { HEALTH_STEPS } from "#tests/proof/health-steps.ts";
import { makePlace } from "#tests/proof/place.ts";

// Twenty rounds, each at another write and every way on both engines: npm run proof -- health. Both at once, as each
// waits for its own processes.
test.concurrent.for([
  ["sqlite", 0],
  ["postgres", 1],
] as const)(
  "each way to write the health record, killed at once, leaves nothing behind and is done afterwards (%s, every other)",
  { timeout: 600_000 },
  async ([engine, first], { expect, onTestFinished }) => {
    const steps = HEALTH_STEPS.filter((_, at) => at % 2 === first);
    const place = await makePlace(engine, inject("postgresUrl") ?? null);
    onTestFinished(() => place.remove());
    // The first write: the shortest steps have no other.
    const kills = await healthRound(place, 1, steps);
    const promised = { killed: true, isLeft: false, faults: [], afterwards: expect.stringMatching(/^done/) };
    expect(kills).toEqual(steps.map((step) => ({ step, ...promised })));
  },
);

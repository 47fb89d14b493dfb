import { expect, inject, onTestFinished, test } from "vitest";
import { killRound } from "#tests/proof/kill.ts";
import { makePlace } from "#tests/proof/place.ts";
import { SOUND } from "#tests/support/soundness.ts";

// Twenty rounds on each engine: npm run proof -- faults.
test.each(["sqlite", "postgres"] as const)(
  "a server killed while 16 people book loses nothing (%s)",
  async (engine) => {
    const place = await makePlace(engine, inject("postgresUrl") ?? null);
    onTestFinished(() => place.remove());
    const round = await killRound(place, { clients: 16, killAfterMs: 60 });
    expect(round.acknowledged).toBeGreaterThan(0);
    expect(round).toMatchObject({ lost: 0, unsound: SOUND, integrity: "ok", notOnce: 0 });
  },
);

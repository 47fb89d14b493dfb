import { expect, inject, onTestFinished, test } from "vitest";
import { makePlace } from "#tests/proof/place.ts";
import { shutdownRound } from "#tests/proof/shutdown.ts";
import { SOUND } from "#tests/support/soundness.ts";

test.each(["sqlite", "postgres"] as const)("a server asked to stop answers what it has taken (%s)", async (engine) => {
  const place = await makePlace(engine, inject("postgresUrl") ?? null);
  onTestFinished(() => place.remove());
  const round = await shutdownRound(place, { clients: 16, stopAfterMs: 60 });
  expect(round.acknowledged).toBeGreaterThan(0);
  expect(round).toMatchObject({ unacknowledged: 0, exitCode: 0, unsound: SOUND });
});

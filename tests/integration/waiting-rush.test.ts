import { expect, test } from "vitest";
import { rushRound } from "#tests/proof/waiting-list.ts";
import { SOUND } from "#tests/support/soundness.ts";
import { demoApp } from "#tests/support/test-app.ts";
import { NO_FAULTS } from "#tests/support/waiting-rush.ts";

test("200 cancellations and 500 people over two processes: each freed time is free, held or sold, never two", async () => {
  const app = await secretApp();
  const round = await rushRound(app, { cancellations: 200, entries: 500, killAfterMs: null });
  expect(round.unsound).toEqual(SOUND);
  expect(round.faults).toEqual([NO_FAULTS, NO_FAULTS]);
  expect(round.taken).toBeGreaterThan(50);
}, 300_000);

// Twenty rounds on each engine: npm run proof -- waiting-list.
test("a process killed in the middle of its offers leaves no hold past its end", async () => {
  const app = await secretApp();
  const round = await rushRound(app, { cancellations: 30, entries: 60, killAfterMs: 150 });
  expect(round.unsound).toEqual(SOUND);
  expect(round.faults).toEqual([NO_FAULTS, NO_FAULTS]);
}, 120_000);

/** The processes derive an offer's link from one secret. */
async function secretApp() {
  return { ...(await demoApp()), secret: "the same in every process" };
}

import { expect, onTestFinished, test } from "vitest";
import { makePlace } from "#tests/proof/place.ts";
import { restartRound } from "#tests/proof/restart.ts";
import { startPostgres } from "#tests/support/postgres.ts";
import { SOUND } from "#tests/support/soundness.ts";

test("when PostgreSQL crashes and comes back, the site stays up, asks for patience, and loses nothing", async () => {
  const postgres = await startPostgres({ durable: true });
  onTestFinished(() => postgres.stop());
  const place = await makePlace("postgres", postgres.url);
  onTestFinished(() => place.remove());
  const round = await restartRound(place, postgres, 8);
  expect(round).toMatchObject({ lost: 0, twice: 0, unsound: SOUND, sameProcess: true });
  expect(Object.keys(round.statuses).filter((status) => !["201", "503"].includes(status))).toEqual([]);
});

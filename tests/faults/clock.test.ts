import { expect, test } from "vitest";
import { contentVersion } from "#app/platform/http/content-version.server.ts";
import { takeHit } from "#app/platform/rate-limit.server.ts";
import { TUESDAY_NINE, testWorld } from "#tests/support/world.ts";

const HOUR = 3_600_000;

test("a clock that is set back does not freeze the kept pages", async () => {
  const world = await testWorld();
  const version = contentVersion(world);
  expect(await version.current()).toBe(0);
  const changed = { key: "contentVersion", value: "7", version: 1, updated_at: TUESDAY_NINE };
  await world.db.kysely.insertInto("settings").values(changed).execute();
  expect(await version.current()).toBe(0);
  world.clock.set(TUESDAY_NINE - HOUR);
  expect(await version.current()).toBe(7);
});

test("a clock that jumps neither locks anybody out for long nor lets them try without end", async () => {
  const world = await testWorld({ config: { rateLimits: true } });
  const hit = () => takeHit(world, { key: "sign-in:x", limit: 2, windowSeconds: 600 });
  const kinds = async (count: number) => {
    const hits = [];
    for (let number = 0; number < count; number++) hits.push((await hit()).kind);
    return hits;
  };
  expect(await kinds(3)).toEqual(["allowed", "allowed", "limited"]);
  for (const jump of [-HOUR, HOUR]) {
    world.clock.set(TUESDAY_NINE + jump);
    expect(await kinds(3)).toEqual(["allowed", "allowed", "limited"]);
    const limited = await hit();
    expect(limited.kind === "limited" && limited.retryAfterSeconds <= 600).toBe(true);
  }
});

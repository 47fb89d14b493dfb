import { expect, test } from "vitest";
import { contentVersion } from "#app/platform/http/content-version.server.ts";
import { consumeRateLimit } from "#app/platform/limits.server.ts";
import { TUESDAY_NINE, testApp } from "#tests/support/test-app.ts";

const HOUR = 3_600_000;

test("a clock that is set back does not freeze the kept pages", async () => {
  const app = await testApp();
  const version = contentVersion(app);
  expect(await version.current()).toBe(0);
  const changed = { key: "contentVersion", value: "7", version: 1, updated_at: TUESDAY_NINE };
  await app.db.kysely.insertInto("settings").values(changed).execute();
  expect(await version.current()).toBe(0);
  app.clock.set(TUESDAY_NINE - HOUR);
  expect(await version.current()).toBe(7);
});

test("a clock that jumps neither locks anybody out for long nor lets them try without end", async () => {
  const app = await testApp({ config: { rateLimits: true } });
  const hit = () => consumeRateLimit(app, { key: "sign-in:x", limit: 2, windowSeconds: 600 });
  const kinds = async (count: number) => {
    const hits = [];
    for (let number = 0; number < count; number++) hits.push((await hit()).kind);
    return hits;
  };
  expect(await kinds(3)).toEqual(["allowed", "allowed", "limited"]);
  for (const jump of [-HOUR, HOUR]) {
    app.clock.set(TUESDAY_NINE + jump);
    expect(await kinds(3)).toEqual(["allowed", "allowed", "limited"]);
    const limited = await hit();
    expect(limited.kind === "limited" && limited.retryAfterSeconds <= 600).toBe(true);
  }
});

import { expect, test } from "vitest";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { consumeRateLimit, consumeRateLimits } from "#app/platform/limits.server.ts";
import { testApp } from "#tests/support/test-app.ts";

const MINUTE = 60_000;
const limited = () => testApp({ config: { rateLimits: true } });
const rowsOf = ({ db }: AppContext) =>
  db.kysely.selectFrom("rate_limits").select(["key", "hits"]).orderBy("key").orderBy("window_start").execute();

test("so many at once are allowed and no more, in one row that the refused leave as it is", async () => {
  const app = await limited();
  const hit = { key: "book:203.0.113.7", limit: 10, windowSeconds: 600 };
  const hits = await Promise.all(Array.from({ length: 50 }, () => consumeRateLimit(app, hit)));
  expect(hits.filter(({ kind }) => kind === "allowed")).toHaveLength(10);
  for (let more = 0; more < 5; more++) expect((await consumeRateLimit(app, hit)).kind).toBe("limited");
  expect(await rowsOf(app)).toEqual([{ key: hit.key, hits: 10 }]);
});

test("the refused are told when the window ends, and are allowed in the next", async () => {
  const app = await limited();
  const hit = { key: "k", limit: 1, windowSeconds: 60 };
  app.clock.set(20 * MINUTE + 15_000);
  expect(await consumeRateLimit(app, hit)).toEqual({ kind: "allowed" });
  expect(await consumeRateLimit(app, hit)).toEqual({ kind: "limited", retryAfterSeconds: 45 });
  app.clock.set(21 * MINUTE);
  expect(await consumeRateLimit(app, hit)).toEqual({ kind: "allowed" });
});

test("what several limits hold is counted by all of them or, refused by one, by none", async () => {
  const app = await limited();
  const from = { key: "from", limit: 2, windowSeconds: 60 };
  const whose = (name: string) => ({ key: `whose:${name}`, limit: 5, windowSeconds: 600 });
  for (const name of ["a", "b"]) expect((await consumeRateLimits(app, [whose(name), from])).kind).toBe("allowed");
  // A made-up name each time: a flood must not fill the table.
  for (let at = 0; at < 20; at++)
    expect((await consumeRateLimits(app, [whose(`flood ${at}`), from])).kind).toBe("limited");
  expect(await rowsOf(app)).toEqual([
    { key: "from", hits: 2 },
    { key: "whose:a", hits: 1 },
    { key: "whose:b", hits: 1 },
  ]);
});

test("of several that refuse, the one that lasts longest says when to come again", async () => {
  const app = await limited();
  app.clock.set(20 * MINUTE);
  const short = { key: "short", limit: 1, windowSeconds: 60 };
  const long = { key: "long", limit: 1, windowSeconds: 600 };
  await consumeRateLimits(app, [short, long]);
  expect(await consumeRateLimits(app, [short, long])).toEqual({ kind: "limited", retryAfterSeconds: 600 });
});

import { expect, test } from "vitest";
import { stubSite } from "#tests/support/stub-site.ts";

test("beyond three hundred requests in hand the next is asked to come again, and later ones are served", async () => {
  const gate = Promise.withResolvers<void>();
  const waiting = { loader: () => gate.promise.then(() => Response.json("served")) };
  const { get } = await stubSite({ routes: { "/waiting": waiting } });
  const asked = Array.from({ length: 301 }, () => get("/waiting"));
  const first = await Promise.race(asked);
  expect([first.status, first.headers["retry-after"]]).toEqual([503, "3"]);
  gate.resolve();
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(300);
  expect((await get("/waiting")).status).toBe(200);
});

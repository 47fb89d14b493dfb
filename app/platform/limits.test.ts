import { expect, test } from "vitest";
import { concurrencyLimit } from "#app/platform/limits.server.ts";

test("so many at a time, in order, and a failure frees its place", async () => {
  const pass = concurrencyLimit(2, { mostWaiting: 2 });
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const all = [0, 1, 2, 3].map((number) =>
    pass(async () => {
      begun.push(number);
      await new Promise<void>((end) => {
        ends[number] = end;
      });
      if (number === 0) throw new Error("broken");
      return number;
    }),
  );
  const outcomes = Promise.allSettled(all);
  expect(begun).toEqual([0, 1]);
  ends[0]?.();
  await expect(all[0]).rejects.toThrow("broken");
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2]);
  ends[1]?.();
  await all[1];
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2, 3]);
  ends[2]?.();
  ends[3]?.();
  expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled", "fulfilled"]);
});

test("who finds the line full is refused, and the line goes on", async () => {
  const pass = concurrencyLimit(1, { mostWaiting: 1 });
  const end = Promise.withResolvers<string>();
  const two = [pass(() => end.promise), pass(async () => "second")];
  await expect(pass(async () => "third")).rejects.toMatchObject({ code: "ECROWDED" });
  end.resolve("first");
  expect(await Promise.all(two)).toEqual(["first", "second"]);
});

import { expect, test } from "vitest";
import { isConflict, type Trying, tryAgain } from "#app/platform/database/try-again.ts";

const CONFLICT = Object.assign(new Error("could not serialize access"), { code: "40001" });

/** Work that fails so many times, and what it was given to try with: a clock that only its pauses move. */
function failing(times: number, error: Error = CONFLICT, patience = { tries: 5, within: 1000 }) {
  let clock = 0;
  let done = 0;
  const pauses: number[] = [];
  const trying: Trying = {
    patience,
    conflicts: { retried: 0, givenUp: 0 },
    now: () => clock,
    random: () => 0.5,
    pause: async (ms) => {
      pauses.push(ms);
      clock += ms;
    },
  };
  const work = async () => {
    done += 1;
    if (done <= times) throw error;
    return "booked";
  };
  return { run: () => tryAgain(work, trying), trying, pauses, count: () => done };
}

test("work without a conflict is done once", async () => {
  const { run, trying, count } = failing(0);
  expect(await run()).toBe("booked");
  expect([count(), trying.conflicts]).toEqual([1, { retried: 0, givenUp: 0 }]);
});

test("a conflict is tried again after pauses from a range that doubles, and counted", async () => {
  const { run, trying, pauses } = failing(3);
  expect(await run()).toBe("booked");
  expect([pauses, trying.conflicts]).toEqual([[4, 8, 16], { retried: 3, givenUp: 0 }]);
});

test("after the last try the conflict itself is thrown, and counted as given up", async () => {
  const { run, trying, count } = failing(9);
  await expect(run()).rejects.toBe(CONFLICT);
  expect([count(), trying.conflicts]).toEqual([5, { retried: 4, givenUp: 1 }]);
});

test("no try begins after the time is over, and a pause never reaches beyond it", async () => {
  const { run, pauses, trying } = failing(1000, CONFLICT, { tries: 1000, within: 1000 });
  await expect(run()).rejects.toBe(CONFLICT);
  expect(pauses).toEqual([4, 8, 16, 32, 64, 128, 200, 200, 200]);
  expect(trying.conflicts).toEqual({ retried: 9, givenUp: 1 });
});

test("any other failure is thrown at once", async () => {
  const failure = Object.assign(new Error("duplicate key"), { code: "23505" });
  const { run, trying, count } = failing(1, failure);
  await expect(run()).rejects.toBe(failure);
  expect([count(), trying.conflicts]).toEqual([1, { retried: 0, givenUp: 0 }]);
});

const errorWith = (parts: object) => Object.assign(new Error("x"), parts);

test.each([
  [{ code: "40001" }, true],
  [{ code: "40P01" }, true],
  [{ code: "ERR_SQLITE_ERROR", errcode: 5 }, true],
  [{ code: "ERR_SQLITE_ERROR", errcode: 517 }, true],
  [{ cause: errorWith({ code: "40001" }) }, true],
  [{ code: "ERR_SQLITE_ERROR", errcode: 6 }, false],
  [{ code: "ERR_SQLITE_ERROR", errcode: 2067 }, false],
  [{ code: "23505" }, false],
  [{ code: "57P01" }, false],
  [{ code: "08006" }, false],
  [{}, false],
])("%j is a conflict: %s", (parts, conflict) => {
  expect(isConflict(errorWith(parts))).toBe(conflict);
});

test("what is no error is no conflict", () => {
  expect([null, "40001", { code: "40001" }].map(isConflict)).toEqual([false, false, false]);
});

import { expect, test } from "vitest";
import { isOffered, threeNearest } from "#app/appointments/time-offer.ts";

const tom = (start: number) => ({ start, therapistId: "tom" });

test("the three nearest are offered, in order of time", () => {
  expect(threeNearest([tom(90), tom(10), tom(60), tom(45)], 50)).toEqual([tom(10), tom(45), tom(60)]);
  expect(threeNearest([tom(9)], 50)).toEqual([tom(9)]);
});

test("an offer is of its times and therapists alone, and ends with the next change", () => {
  const offer = { times: [tom(10)], sequence: 2, at: 0, actor: "admin" };
  expect(isOffered(offer, tom(10), { sequence: 2 })).toBe(true);
  expect(isOffered(offer, tom(11), { sequence: 2 })).toBe(false);
  expect(isOffered(offer, { start: 10, therapistId: "ina" }, { sequence: 2 })).toBe(false);
  expect(isOffered(offer, tom(10), { sequence: 3 })).toBe(false);
});

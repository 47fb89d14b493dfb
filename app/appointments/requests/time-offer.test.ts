import { expect, test } from "vitest";
import { isOffered, threeToOffer } from "#app/appointments/requests/time-offer.ts";

const tom = (start: number) => ({ start, therapistId: "tom" });

const HOUR = 3_600_000;

test("three are offered that do not overlap, the nearest first chosen, in order of time", () => {
  const wanted = { start: 10 * HOUR, blockStart: 10 * HOUR, blockEnd: 11.25 * HOUR };
  const near = [tom(9.75 * HOUR), tom(10 * HOUR), { start: 10 * HOUR, therapistId: "ina" }, tom(10.5 * HOUR)];
  const far = [tom(11.5 * HOUR), tom(8 * HOUR), tom(20 * HOUR)];
  expect(threeToOffer([...near, ...far], wanted)).toEqual([tom(8 * HOUR), tom(10 * HOUR), tom(11.5 * HOUR)]);
  expect(threeToOffer(near, wanted)).toEqual([tom(10 * HOUR)]);
});

test("an offer is of its times and therapists alone, and ends with the next change", () => {
  const offer = { times: [tom(10)], sequence: 2, at: 0, actor: "admin" };
  expect(isOffered(offer, tom(10), { sequence: 2 })).toBe(true);
  expect(isOffered(offer, tom(11), { sequence: 2 })).toBe(false);
  expect(isOffered(offer, { start: 10, therapistId: "ina" }, { sequence: 2 })).toBe(false);
  expect(isOffered(offer, tom(10), { sequence: 3 })).toBe(false);
});

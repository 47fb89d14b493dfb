import { expect, test } from "vitest";
import { pickTherapist } from "#app/appointments/booking/free-times/assign-therapist.ts";

test("who has the fewest bookings is picked, none counting as fewest", () => {
  const bookings = new Map([
    ["ana", 2],
    ["zoe", 1],
  ]);
  expect(pickTherapist(["ana", "zoe"], bookings)).toBe("zoe");
  expect(pickTherapist(["ana", "zoe", "kit"], bookings)).toBe("kit");
});

test("of equals the first listed is picked", () => {
  expect(pickTherapist(["zoe", "ana"], new Map())).toBe("zoe");
});

test("somebody who is not free is never picked", () => {
  expect(pickTherapist(["ana"], new Map([["ana", 5]]))).toBe("ana");
  expect(pickTherapist([], new Map([["ana", 0]]))).toBeNull();
});

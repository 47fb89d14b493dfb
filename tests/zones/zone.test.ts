import { expect, test } from "vitest";

const WINTER = Date.UTC(2027, 0, 15, 12);
const SUMMER = Date.UTC(2027, 6, 15, 12);

// The zone tests prove nothing when the zone never reaches the workers.
test.each([WINTER, SUMMER])("this run is in the zone that its project asks for", (instant) => {
  const asked = new Date(instant).toLocaleString("en-GB", { timeZone: process.env.EXPECTED_ZONE });
  expect(new Date(instant).toLocaleString("en-GB")).toBe(asked);
});

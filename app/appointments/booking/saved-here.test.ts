import { expect, test } from "vitest";
import { savedFrom, withoutSaved, withSaved } from "#app/appointments/booking/saved-here.tsx";

const booking = {
  date: "24/11/2026",
  time: "10:30",
  treatment: "Joint Mobilization",
  status: "Confirmed",
  link: "/booking/abc",
};

test("keeps a booking once and brings it up to date", () => {
  const list = withSaved(withSaved([], booking), { ...booking, time: "11:30" });
  expect(list).toEqual([{ ...booking, time: "11:30" }]);
});

test("forgets one booking by its link", () => {
  expect(withoutSaved([booking, { ...booking, link: "/booking/def" }], "/booking/abc")).toHaveLength(1);
});

test.each([null, "", "not json", "{}", '[{"date":1}]', '[{"link":"https://elsewhere.example/"}]'])(
  "reads the damaged text %j as an empty list",
  (text) => {
    expect(savedFrom(text)).toEqual([]);
  },
);

test("reads back what was stored", () => {
  expect(savedFrom(JSON.stringify([booking]))).toEqual([booking]);
});

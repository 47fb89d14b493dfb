import { expect, test } from "vitest";
import { diaryPlaceFrom } from "#app/diary/diary-place.ts";

const TODAY = "2027-05-05";
const place = (query: string) => diaryPlaceFrom(new URLSearchParams(query), TODAY);

test.each([
  ["", { view: "day", from: TODAY, to: TODAY, title: "Wednesday 5 May", short: "Wed 5 May", later: "2027-05-06" }],
  ["view=week", { from: "2027-05-03", to: "2027-05-09", title: "3 May to 9 May 2027", later: "2027-05-12" }],
  ["view=week", { short: "3 to 9 May" }],
  ["view=list&date=2027-06-30", { short: "28 Jun to 4 Jul" }],
  ["view=week&date=2027-01-01", { view: "week", from: "2026-12-28", to: "2027-01-03", short: "28 Dec to 3 Jan" }],
  ["view=day&date=2027-03-28", { from: "2027-03-28", to: "2027-03-28", title: "Sunday 28 March" }],
  ["view=day&date=2028-01-01", { title: "Saturday 1 January 2028", short: "Sat 1 Jan 2028" }],
  ["view=month&date=2027-05-31", { short: "May 2027" }],
  ["view=month&date=2027-05-31", { from: "2027-04-26", to: "2027-06-06", earlier: "2027-04-01", later: "2027-06-01" }],
  ["view=century&date=2027-02-31", { view: "day", date: TODAY }],
])("?%s", (query, expected) => {
  expect(place(query)).toMatchObject(expected);
});

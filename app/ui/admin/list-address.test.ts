import { expect, test } from "vitest";
import { listPlaceFrom, withQuery } from "#app/ui/admin/list-address.ts";

const place = (query: string) =>
  listPlaceFrom(new URLSearchParams(query), { sorts: ["name", "date"], fallback: { sort: "date", down: true } });

test.each([
  ["", { sort: "date", down: true, page: 1 }],
  ["sort=name&page=3", { sort: "name", down: false, page: 3 }],
  ["sort=-name", { sort: "name", down: true, page: 1 }],
  ["sort=drop table&page=-1", { sort: "date", down: true, page: 1 }],
  ["page=1e99", { sort: "date", down: true, page: 1 }],
])("?%s", (query, expected) => {
  expect(place(query)).toEqual(expected);
});

test("a changed query keeps the rest, and leaves out what is empty", () => {
  const query = new URLSearchParams("q=a b&page=2");
  expect(withQuery(query, { page: null, sort: "-date" })).toBe("?q=a+b&sort=-date");
  expect(query.get("page")).toBe("2");
});

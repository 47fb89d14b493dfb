import { expect, test } from "vitest";
import { type ClientKey, searchTextOf } from "#app/clients/client.ts";

test("the search text of somebody with a hundred addresses still fits into PostgreSQL's index", () => {
  const keys = Array.from({ length: 100 }, (_, n): ClientKey => ({ kind: "email", value: `person-${n}@example.com` }));
  const text = searchTextOf("𝒜da Smith", keys);
  expect(text.startsWith("𝒜da smith person-0@example.com")).toBe(true);
  expect(new TextEncoder().encode(text).length).toBeLessThan(2500);
});

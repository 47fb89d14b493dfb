import { expect, test } from "vitest";
import { type ClientKey, otherDetails, searchTextOf } from "#app/clients/client.ts";

test("the search text of somebody with a hundred addresses still fits into PostgreSQL's index", () => {
  const keys = Array.from({ length: 100 }, (_, n): ClientKey => ({ kind: "email", value: `person-${n}@example.com` }));
  const text = searchTextOf("🙂da Smith", keys);
  expect(text.startsWith("🙂da smith person-0@example.com")).toBe(true);
  expect(new TextEncoder().encode(text).length).toBeLessThan(2500);
});

test("what was typed differs where it says something else, not where it is written otherwise or left out", () => {
  const record = { name: "José Silva", email: "jose@example.com", phone: "+441632960001" };
  expect(otherDetails(record, { name: "jose  SILVA", email: "Jose@Example.com", phone: null })).toEqual({});
  const other = { name: "Eve", email: "eve@example.com", phone: "+441632960002" };
  expect(otherDetails(record, other)).toEqual(other);
  expect(otherDetails({ name: null, email: null, phone: null }, record)).toEqual(record);
});

import { expect, test } from "vitest";
import {
  type ClientKey,
  clientAmong,
  foldedName,
  type Known,
  keysOf,
  otherDetails,
  searchTextOf,
} from "#app/clients/client.ts";

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

const ada: Known[] = [
  { kind: "account", value: "user-1", clientId: "ada", name: "Ada Smith" },
  { kind: "email", value: "ada@example.com", clientId: "ada", name: "Ada Smith" },
  { kind: "phone", value: "+441632960001", clientId: "ada", name: "Ada Smith" },
];
const nobody = { userId: null, name: null, email: null, phone: null };

test("an account says for certain who it is, whatever was typed", () => {
  expect(clientAmong(ada, { userId: "user-1", name: "A. Smith", email: "other@example.com", phone: null })).toBe("ada");
});

test("an address says who it is, whatever its case", () => {
  expect(clientAmong(ada, { ...nobody, name: "Adah", email: " Ada@Example.com" })).toBe("ada");
});

test("a phone says who it is when the name is the same, and never alone", () => {
  const phone = "+441632960001";
  expect(clientAmong(ada, { ...nobody, name: "ADA  smith", email: "new@example.com", phone })).toBe("ada");
  expect(clientAmong(ada, { ...nobody, phone })).toBeNull();
});

test("a family's phone doesn't make two people one", () => {
  const contact = { userId: null, name: "Ben Smith", email: "ben@example.com", phone: "+441632960001" };
  expect(clientAmong(ada, contact)).toBeNull();
});

test("the account outranks the address", () => {
  const bens: Known = { kind: "email", value: "ben@example.com", clientId: "ben", name: "Ben" };
  expect(clientAmong([...ada, bens], { ...nobody, userId: "user-1", email: "ben@example.com" })).toBe("ada");
});

test("a person of whom nothing is known has no keys", () => {
  expect(keysOf({ userId: null, email: " ", phone: "" })).toEqual([]);
});

test("a search finds a name without its accents, and any address or number", () => {
  expect(foldedName("  JOSÉ   Ñuñez ")).toBe("jose nunez");
  expect(searchTextOf("José", keysOf({ userId: "u", email: "J@X.org", phone: "+44163" }))).toBe("jose j@x.org +44163");
});

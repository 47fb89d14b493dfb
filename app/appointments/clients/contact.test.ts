import { expect, test } from "vitest";
import { correctedBy, differing } from "#app/appointments/clients/contact.ts";

const before = { name: "Ada Smith", phone: "+441632960001", email: "ada@example.con" };
const after = { ...before, email: "ada@example.com" };

test("a correction puts right what stood as the record had it", () => {
  expect(correctedBy(before, { before, after })).toEqual(after);
  expect(correctedBy({ ...before, email: "Ada@Example.con" }, { before, after })).toEqual(after);
});

test("a correction leaves alone what was given for that appointment", () => {
  const forHerSon = { name: "Ben Smith", phone: null, email: "ben@example.com" };
  expect(correctedBy(forHerSon, { before, after: { ...after, phone: "+441632960009" } })).toEqual(forHerSon);
});

test("what was missing is filled in, and what was taken out is taken out", () => {
  const unknown = { name: "Ada Smith", phone: null, email: null };
  expect(correctedBy(unknown, { before: unknown, after })).toEqual(after);
  expect(correctedBy(before, { before, after: unknown })).toEqual(unknown);
});

test("what differs is named", () => {
  expect(differing(before, after)).toEqual(["email"]);
  expect(differing(after, after)).toEqual([]);
});

import { expect, test } from "vitest";
import { requestKindOf } from "#app/routes/book/request-kind.server.ts";

const booking = {
  service: "deep-tissue-massage",
  start: "2027-01-04T10:00:00.000Z",
  name: "Ada Smith",
  phone: "07700 900123",
  email: "ada@example.com",
};
const form = (fields: Record<string, string>) => Buffer.from(new URLSearchParams(fields).toString());

test.each([
  ["the booking page", "/book", null, "scheduling"],
  ["its data", "/book.data", null, "scheduling"],
  ["free times", "/api/availability", null, "scheduling"],
  ["a booking", "/book", form(booking), "booking"],
  ["a booking with a script", "/book.data", form(booking), "booking"],
  ["a booking of a near time", "/book", form({ ...booking, start: "", near: booking.start }), "booking"],
  ["a booking by the API", "/api/appointments", Buffer.from(JSON.stringify(booking)), "booking"],
  ["an empty form", "/book", form({}), "form"],
  ["a form without an email", "/book", form({ ...booking, email: " " }), "form"],
  ["JSON of another kind", "/api/appointments", Buffer.from(JSON.stringify({ ...booking, phone: 7 })), "form"],
  ["no JSON", "/api/appointments", Buffer.from("{nothing"), "form"],
  ["a long text", "/book", form({ ...booking, reason: "x".repeat(9_000) }), "form"],
  ["another page", "/about", null, null],
  ["another form", "/login", form(booking), null],
])("%s: %s is known as %4$s", (_what, path, body, kind) => {
  expect(requestKindOf({ path, body })).toBe(kind);
});

import { expect, test } from "vitest";
import { initialled } from "#app/appointments/mails/therapist-facts.ts";

test.each([
  ["Sam Carter", "Sam C."],
  ["  Éloise  van der Berg ", "Éloise B."],
  ["Cher", "Cher"],
  ["Ann O'Neill", "Ann O."],
  ["Sam (new)", "Sam n."],
  ["https://x.example/win", "https w."],
  ["", "A client"],
  [null, "A client"],
])("%s reads as %s", (name, shown) => {
  expect(initialled(name)).toBe(shown);
});

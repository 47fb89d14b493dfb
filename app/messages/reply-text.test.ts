import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutQuotes } from "#app/messages/reply-text.ts";

test.each([
  [
    "Gmail",
    "Yes, two.\n\nOn Tue, 4 May 2027 at 09:12, Limber Yard <hello@limberyard.example>\nwrote:\n\n> How many?\n>",
  ],
  ["Apple", "Yes, two.\n\n> On 4 May 2027, at 09:12, Limber Yard wrote:\n> \n> How many?"],
  ["Outlook", "Yes, two.\n\n________________________________\nFrom: Limber Yard\nSent: 4 May\nTo: Sam\n\nHow many?"],
  ["old Outlook", "Yes, two.\n\n-----Original Message-----\nFrom: Limber Yard\n\nHow many?"],
  ["plain headers", "Yes, two.\n\nFrom: Limber Yard\nSent: 4 May\nTo: Sam\nSubject: Re: Vouchers\n\nHow many?"],
  ["below the quote", "On Tue, Limber Yard wrote:\n> How many?\n\nYes, two."],
  ["German", "Yes, two.\n\nAm 04.05.2027 um 09:12 schrieb Limber Yard:\n> How many?"],
])("what %s quotes is left out", (_program, text) => {
  expect(withoutQuotes(text)).toBe("Yes, two.");
});

test("answers between the lines stay, and so does what only looks like a quote", () => {
  expect(withoutQuotes("> One?\nYes.\n> Two?\nNo.")).toBe("Yes.\nNo.");
  expect(withoutQuotes("I can come on:\nMonday\nTuesday")).toBe("I can come on:\nMonday\nTuesday");
  expect(withoutQuotes("To: be or not to be")).toBe("To: be or not to be");
});

test("nothing but a quote stays whole", () => {
  expect(withoutQuotes("> How many?\n")).toBe("> How many?");
});

test("any text is read, in time", () => {
  const line = fc.constantFrom(
    "",
    "> x",
    "On x wrote:",
    "From: x",
    "To: x",
    "Sent: x",
    "-----Original Message-----",
    "y",
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 200 }), (lines) => {
      expect(withoutQuotes(lines.join("\n")).length).toBeLessThanOrEqual(lines.join("\n").length);
    }),
  );
});

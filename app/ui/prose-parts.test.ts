import { expect, test } from "vitest";
import { plainProse, proseParts } from "#app/ui/prose-parts.ts";

test("links and email addresses are found where they stand", () => {
  expect(proseParts("See [About](/about), or write to a.b@example.com.")).toEqual([
    "See ",
    { label: "About", to: "/about" },
    ", or write to ",
    { label: "a.b@example.com", to: "mailto:a.b@example.com" },
    ".",
  ]);
  expect(proseParts("[ICO](https://ico.org.uk)")).toEqual([{ label: "ICO", to: "https://ico.org.uk" }]);
});

test("phone numbers can be dialled, other figures are left alone", () => {
  expect(proseParts("Ring 01632 960 417 or 0303 123 1113.")).toEqual([
    "Ring ",
    { label: "01632 960 417", to: "tel:+441632960417" },
    " or ",
    { label: "0303 123 1113", to: "tel:+443031231113" },
    ".",
  ]);
  expect(proseParts("Company 00000000, from 2026, 90 cm")).toEqual(["Company 00000000, from 2026, 90 cm"]);
});

test.each(["", "No link at all.", "[x] (y)", "Array[0](1)"])("%j stays as it is", (text) => {
  expect(proseParts(text)).toEqual([text]);
});

test.each([
  "[x](javascript:alert(1))",
  "[x](//evil.example)",
  "[x](/\\evil.example)",
  "[x](http://evil.example)",
  "[x](data:text/html,x)",
])("%s leads nowhere", (text) => {
  expect(proseParts(text)).toEqual([text]);
});

test("without its links a text reads the same", () => {
  expect(plainProse("See [About](/about), or write to hello@limberyard.example.")).toBe(
    "See About, or write to hello@limberyard.example.",
  );
});

import { expect, test } from "vitest";
import { isBlocked } from "#app/messages/receive-message.server.ts";

const contact = {
  firstName: "Sam",
  lastName: "Carter",
  email: "Sam@Mail.Example.com",
  subject: "Sports massage",
  message: "Do you sell  gift\nvouchers? See shop.example/now (today).",
};

test.each([
  ["their address, however it is written", "sam@mail.example.COM "],
  ["their domain", "mail.example.com"],
  ["a domain above it", "example.com"],
  ["a domain with its sign", "@mail.example.com"],
  ["a word", "vouchers"],
  ["words over a break of the line", "Gift vouchers"],
  ["a word in full-width letters", "ｖｏｕｃｈｅｒｓ"],
  ["a link", "shop.example"],
  ["a name", "carter"],
  ["signs that mean something to a pattern", "(today)"],
])("stopped by %s", (_, line) => {
  expect(isBlocked(["nothing", line], contact)).toBe(true);
});

test.each([
  ["an empty line", "  "],
  ["a part of a word", "ass"],
  ["the end of a domain's name", "ple.com"],
  ["somebody else's address", "am@mail.example.com"],
  ["a pattern", ".*"],
])("not stopped by %s", (_, line) => {
  expect(isBlocked([line], contact)).toBe(false);
});

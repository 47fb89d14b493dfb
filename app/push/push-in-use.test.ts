import { expect, test } from "vitest";
import { pushSubject } from "#app/push/push-in-use.server.ts";

const NO_SITE = "http://localhost:3000";

test.each([
  ["hello@limberyard.example", NO_SITE, "mailto:hello@limberyard.example"],
  ["a+b@mail.practice.co.uk", NO_SITE, "mailto:a+b@mail.practice.co.uk"],
  ["", "https://www.practice.co.uk", "https://www.practice.co.uk"],
  ["a@localhost", "https://practice.co.uk/book?x", "https://practice.co.uk"],
])("%j and %j: %j", (email, url, subject) => {
  expect(pushSubject({ email, url })).toBe(subject);
});

test.each([
  "",
  "a@localhost",
  "a@mail.localhost",
  " a@b.co",
  "a@b.co ",
  "a b@b.co",
  "mailto:a@b.co",
  "a@b",
  "a@printer.local",
  "a@127.0.0.1",
  "a@[::1]",
  "a@b..co",
  "a@-b.co",
  "a@b.co\r\nX: y",
  "a@b.co,c@d.co",
])("%j is no contact", (email) => {
  expect(pushSubject({ email, url: NO_SITE })).toBeNull();
});

test.each([
  "http://practice.co.uk",
  "https://localhost",
  "https://192.168.1.5",
  "https://[::1]",
  "https://nas.local",
  "nonsense",
])("%s is no contact", (url) => {
  expect(pushSubject({ email: "", url })).toBeNull();
});

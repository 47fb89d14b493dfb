import { expect, test } from "vitest";
import { isAt } from "#app/ui/admin/admin-nav.tsx";

test.each([
  ["/admin", "/admin", true],
  ["/admin", "/admin/diary", false],
  ["/admin/diary", "/admin/diary/subscriptions", true],
  ["/admin/clients", "/admin/clients-x", false],
  ["/appointments", "/appointments", true],
  ["/appointments", "/admin/appointments/17", true],
  ["/users", "/admin/appointments/17", false],
])("%s and the page %s: %s", (link, pathname, expected) => {
  expect(isAt(link, pathname)).toBe(expected);
});

import { expect, test } from "vitest";
import { type Actor, abilitiesOf, type TeamRole } from "#app/platform/permissions.ts";
import { isOpenTo, leadsSomewhere } from "#app/routes/admin/admin-permissions.ts";
import { commandsFor } from "#app/routes/admin/find/commands.ts";
import { linksFor } from "#app/routes/admin/links.ts";
import { figuresOpenFor, mayOf } from "#app/ui/admin/abilities.tsx";

const staff = (...roles: TeamRole[]): Actor => ({ kind: "staff", userId: "s", roles, therapistId: "t", choices: [] });
const leadsFor = (actor: Actor) => (to: string) => leadsSomewhere(to, mayOf(abilitiesOf(actor)));
const barOf = (actor: Actor) => linksFor(leadsFor(actor)).flatMap(({ inBar }) => inBar?.label ?? []);

test.each([["reception"], ["therapist"], ["bookkeeper"]] as const)(
  "the palette leads %s through open doors alone, and to their account",
  (role) => {
    const found = commandsFor("", { leads: leadsFor(staff(role)), own: [] }).map(
      ({ to }) => new URL(to, "http://x").pathname,
    );
    expect(found).toContain("/account");
    for (const pattern of found.filter((to) => to !== "/account")) {
      expect(isOpenTo(staff(role), { pattern, method: "GET" }), pattern).toBe(true);
    }
  },
);

test("a phone's bar has what each part needs most; few links all stand in it", () => {
  expect(barOf(staff("therapist"))).toEqual(["Today", "Diary", "Clients"]);
  expect(barOf(staff("reception"))).toEqual(["Today", "Diary", "Clients", "Messages"]);
  expect(barOf(staff("bookkeeper"))).toEqual(["Dashboard", "Reports"]);
  expect(barOf({ kind: "admin", userId: "o" })).toEqual(["Today", "Diary", "Clients", "Messages"]);
});

test("a figure leads to its appointments where all of them can be seen", () => {
  const opens = (...roles: TeamRole[]) => figuresOpenFor(abilitiesOf(staff(...roles)));
  expect(figuresOpenFor(null)).toBe(true);
  expect(opens("therapist")).toBe(true);
  expect(opens("reception", "bookkeeper")).toBe(true);
  expect(opens("bookkeeper")).toBe(false);
  expect(opens("therapist", "bookkeeper")).toBe(false);
});

test("a link or a door without a row is for owners", () => {
  const owner: Actor = { kind: "admin", userId: "o" };
  for (const method of ["GET", "POST"]) {
    expect(isOpenTo(owner, { pattern: "/admin/settings", method })).toBe(true);
    expect(isOpenTo(staff("reception", "therapist", "bookkeeper"), { pattern: "/admin/settings", method })).toBe(false);
  }
  expect(isOpenTo(staff("reception"), { pattern: "/admin/find", method: "POST" })).toBe(false);
});

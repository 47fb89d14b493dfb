import { expect, test } from "vitest";
import { rolesFrom, rolesInForce, rolesOf, rolesWaiting, type StaffRow, type User } from "#app/accounts/user.ts";
import type { TeamRole } from "#app/platform/permissions.ts";

type Known = Pick<User, "role" | "staff" | "twoFactor" | "disabled">;

const row = (roles: readonly TeamRole[], state: StaffRow["state"] = "active"): StaffRow => ({
  roles,
  therapistId: null,
  state,
  version: 1,
});
const user = (known: Partial<Known>): Known => ({
  role: "user",
  staff: null,
  twoFactor: false,
  disabled: false,
  ...known,
});

test("an admin without a row is an owner, and needs no second factor; a user without one is a client", () => {
  expect(rolesInForce(user({ role: "admin" }))).toEqual(["owner"]);
  expect(rolesInForce(user({}))).toEqual([]);
  expect(rolesInForce(user({ role: "admin", disabled: true }))).toEqual([]);
});

test("the role alone decides who is an owner, whatever the row says", () => {
  expect(rolesOf(user({ staff: row(["owner", "reception"]) }))).toEqual(["reception"]);
  expect(rolesOf(user({ role: "admin", staff: row(["reception"]) }))).toEqual(["owner", "reception"]);
  expect(rolesOf(user({ role: "admin", staff: row(["therapist"], "suspended") }))).toEqual(["owner", "therapist"]);
});

test("who is suspended has no role", () => {
  const suspended = user({ staff: row(["owner", "reception", "bookkeeper"], "suspended"), twoFactor: true });
  expect([rolesOf(suspended), rolesInForce(suspended), rolesWaiting(suspended)]).toEqual([[], [], []]);
});

test.each([true, false])(
  "owners and bookkeepers of a team wait for their second factor (%s); others don't",
  (twoFactor) => {
    const all = user({ role: "admin", staff: row(["reception", "therapist", "bookkeeper"]), twoFactor });
    const waiting = twoFactor ? [] : ["owner", "bookkeeper"];
    expect(rolesWaiting(all)).toEqual(waiting);
    expect(rolesInForce(all)).toEqual(
      twoFactor ? ["owner", "reception", "therapist", "bookkeeper"] : ["reception", "therapist"],
    );
  },
);

test("a stored list is read in one order, without what is no role", () => {
  expect(rolesFrom('["bookkeeper","none","owner",7]')).toEqual(["owner", "bookkeeper"]);
  expect(rolesFrom("{}")).toEqual([]);
});

import { expect, test } from "vitest";
import {
  type Actor,
  abilitiesOf,
  covers,
  may,
  mayWith,
  PERMISSIONS,
  requireScope,
  type Staff,
  scopeFor,
  TEAM_ROLES,
  type TeamRole,
  visitor,
} from "#app/platform/permissions.ts";

const staff = (roles: readonly TeamRole[], more: Partial<Staff> = {}): Staff => ({
  kind: "staff",
  userId: "u",
  roles,
  therapistId: "tom",
  choices: [],
  ...more,
});
const owner: Actor = { kind: "admin", userId: "o" };
const everything = Object.entries(PERMISSIONS).flatMap(([noun, row]) =>
  Object.keys(row).map((verb) => [verb, noun] as unknown as Parameters<typeof mayWith>[1]),
);

test.each(everything)("an owner may %s %s of all, and nobody outside the practice may at all", (verb, noun) => {
  expect(scopeFor(owner, verb, noun)).toBe("all");
  for (const actor of [visitor, { kind: "client", userId: "c" }, { kind: "holder", appointmentId: "a" }] as const) {
    expect(may(actor, verb, noun)).toBe(false);
  }
});

test("a therapist reaches their own, and without a therapist's record nothing", () => {
  expect(scopeFor(staff(["therapist"]), "see", "appointments")).toEqual({ therapistId: "tom" });
  expect(mayWith(staff(["therapist"]), ["change", "appointments"], "tom")).toBe(true);
  expect(mayWith(staff(["therapist"]), ["change", "appointments"], "imogen")).toBe(false);
  expect(mayWith(staff(["therapist"]), ["change", "closures"], null)).toBe(false);
  expect(scopeFor(staff(["therapist"], { therapistId: null }), "see", "appointments")).toBeNull();
});

test("several parts have the widest reach of them, in any order", () => {
  for (const roles of [
    ["therapist", "reception"],
    ["reception", "therapist"],
  ] as const) {
    expect(scopeFor(staff(roles), "see", "clients")).toBe("all");
    expect(scopeFor(staff(roles), "see", "notes")).toEqual({ therapistId: "tom" });
  }
});

test("what the owners choose opens and shuts what the table says, for therapists alone", () => {
  const chosen = (...choices: Staff["choices"]) => staff(["therapist"], { choices });
  expect(may(chosen(), "see", "taken times")).toBe(false);
  expect(scopeFor(chosen("shared diaries"), "see", "taken times")).toBe("all");
  expect(scopeFor(chosen("shared diaries"), "see", "appointments")).toEqual({ therapistId: "tom" });
  for (const noun of ["time off", "hours"] as const) {
    expect(scopeFor(chosen(), "change", noun)).toEqual({ therapistId: "tom" });
    expect(may(chosen("time off by request"), "change", noun)).toBe(false);
  }
  expect(may(staff(["bookkeeper"], { choices: ["shared diaries"] }), "see", "taken times")).toBe(false);
  expect(may(staff(["reception"], { choices: ["time off by request"] }), "change", "time off")).toBe(true);
});

test("the part of an owner counts by the role alone: a row that says so opens nothing", () => {
  for (const [verb, noun] of everything) expect(may(staff(["owner"]), verb, noun)).toBe(false);
});

test("settings, people, keys and the audit are for owners", () => {
  const others = staff(TEAM_ROLES);
  for (const noun of ["settings", "users", "audit", "services", "imports"] as const) {
    expect(may(others, "see", noun)).toBe(false);
  }
  // Reception answers what people write, and deletes none of it.
  expect(may(staff(["reception"]), "change", "messages")).toBe(true);
  expect(may(staff(["therapist", "bookkeeper"]), "see", "messages")).toBe(false);
  expect(may(others, "delete", "messages")).toBe(false);
  expect(() => requireScope(others, "see", "users")).toThrow("practice alone");
});

test("a page gets what its controls need, and an owner's gets nothing", () => {
  expect(abilitiesOf(owner)).toBeNull();
  expect(abilitiesOf(staff(["bookkeeper"]))).toEqual([
    ...["see dashboard", "see figures", "export figures", "see takings"],
    ...["see payments", "export payments", "see closings"],
  ]);
  expect(covers(null, "tom")).toBe(false);
});

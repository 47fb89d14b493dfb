import { expect, test } from "vitest";
import { asking } from "#scripts/architecture/asking.ts";
import { houseOf } from "#scripts/architecture/house.ts";

const said = (path: string, text: string) => asking.check(houseOf({ [path]: text })).map(({ what }) => what);

test("a command that looks at who somebody is, in place of what they may do, is named", () => {
  const command = (condition: string) => said("app/diary/swap.server.ts", `export const a = ${condition};\n`);
  expect(command('actor.kind !== "admin"')).toEqual(['kind against "admin"']);
  expect(command('actorOf(context).kind === "staff"')).toEqual(['kind against "staff"']);
  expect(command('kind === "system"')).toEqual(['kind against "system"']);
  expect(command("isAdmin(actor)")).toEqual(["isAdmin"]);
  expect(command("requireAdmin(actor)")).toEqual(["requireAdmin"]);
});

test("the files that define it are not, nor tests outside, nor other kinds", () => {
  expect(said("app/platform/permissions.ts", 'export const a = actor.kind === "admin";\n')).toEqual([]);
  expect(said("tests/doors.test.ts", 'export const a = actor.kind === "admin";\n')).toEqual([]);
  expect(said("app/diary/swap.server.ts", 'export const a = outcome.kind === "not-found";\n')).toEqual([]);
});

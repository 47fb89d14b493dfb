import { expect, test } from "vitest";
import { houseOf } from "#scripts/architecture/house.ts";
import { crowdedLevels, importShare, oldWords, outcomeKinds, smallFiles } from "#scripts/architecture/ratchets.ts";

const folder = (files: number) =>
  houseOf(
    Object.fromEntries(Array.from({ length: files }, (_, at) => [`app/ponds/f${at}.ts`, "export const a = 1;\n"])),
  );
const findingsOf = (rule: typeof crowdedLevels, files: Record<string, string>) =>
  rule.check(houseOf(files)).filter(({ path }) => path.startsWith("app"));

test("a new folder may hold 25 source files, and not one more", () => {
  const about = (files: number) => crowdedLevels.check(folder(files)).filter(({ path }) => path === "app/ponds");
  expect(about(25)).toEqual([]);
  expect(about(26)).toEqual([{ path: "app/ponds", line: 0, what: "has 26 source files, and may have 25" }]);
});

test("a row that stands higher than its count must fall", () => {
  expect(oldWords.check(folder(1)).some(({ what }) => what.includes("lower its row to 0"))).toBe(true);
});

test("a small file with one importer counts, unless it is tested or imported twice", () => {
  const small = { "app/ponds/a.ts": 'import "#app/ponds/b.ts";\n', "app/ponds/b.ts": "export const b = 1;\n" };
  expect(findingsOf(smallFiles, small)).toHaveLength(1);
  expect(findingsOf(smallFiles, { ...small, "app/ponds/b.test.ts": "" })).toEqual([]);
  expect(findingsOf(smallFiles, { ...small, "app/ponds/c.ts": 'import "#app/ponds/b.ts";\n' })).toEqual([]);
});

test("imports may be only so many of the lines", () => {
  const lines = (imports: number) =>
    `${'import "#app/ponds/b.ts";\n'.repeat(imports)}${"f();\n".repeat(100 - imports)}`;
  expect(findingsOf(importShare, { "app/ponds/a.ts": lines(5) })).toEqual([]);
  expect(findingsOf(importShare, { "app/ponds/a.ts": lines(20) })).toHaveLength(1);
});

test("a kind that is neither one of the four nor listed is refused, as a value and as a type", () => {
  const text =
    'type A = { kind: "pondered" };\nexport const b = { kind: "conflict" };\nexport const c = { kind: "drained" };\n';
  const found = findingsOf(outcomeKinds, { "app/ponds/a.ts": text });
  expect(found.map(({ line, what }) => [line, what])).toEqual(
    [
      [3, 'kind "drained"'],
      [1, 'kind "pondered"'],
    ].sort(),
  );
});

test("a name with a word that fades counts once in each file, in any spelling, and no other word is refused", () => {
  const about = (text: string) =>
    oldWords.check(houseOf({ "app/ponds/a.ts": text })).filter(({ path }) => path === "mend" || path === "knock");
  expect(about("export const mender = 1;\n")).toEqual([]);
  expect(about("export const mendPond = 1;\nexport const b = mendPond;\n")).toEqual([
    { path: "mend", line: 0, what: "has 1 names, and may have 0" },
  ]);
});

import { expect, test } from "vitest";
import { citations, decisionRecords } from "#scripts/architecture/citations.ts";
import { houseOf } from "#scripts/architecture/house.ts";

const TABLE = "docs/decisions/0001-where-the-specification-is-silent.md";
// In parts, so that this file cites nothing itself.
const decision = (number: string) => `docs/decisions${"/"}${number}`;
const row = (number: number) => `(${"decision"} ${number})`;

function findings(text: string): string[] {
  const files = {
    [TABLE]: "| 1   | one |\n",
    [`${decision("0004")}-four.md`]: "# 0004. Four\n\nAccepted, November 2026. Supersedes 0011 and 0151.\n",
    "app/a.ts": `// ${text}\n`,
  };
  return citations.check(houseOf(files)).map(({ path, line, what }) => `${path}:${line} ${what}`);
}

function records(index: string, code: string): string[] {
  const files = {
    [`${decision("0004")}-four.md`]: "# 0004. Four locks\n",
    [`${decision("README")}.md`]: index,
    "app/a.ts": code,
  };
  return decisionRecords.check(houseOf(files)).map(({ what }) => what);
}

test("what is there may be cited", () => {
  expect(findings(`${decision("0004")}, ${decision("0001")}, row 1 ${TABLE}`)).toEqual([]);
});

test.each([
  decision("0003"),
  `${decision("0001")}, row 9`,
  `${decision("0001")}, row 101`,
  row(1),
  `docs${"/"}security.md`,
])("%s is missed", (cited) => {
  expect(findings(cited)).toHaveLength(1);
  expect(findings(cited)[0]).toMatch(/^app\/a\.ts:1 cites /);
});

test("a record that was taken in names the one that has it now", () => {
  expect(findings(decision("0151"))).toEqual([
    `app/a.ts:1 cites decisions${"/"}0151 (now in 0004), which is not there`,
  ]);
});

test("a record is listed with its title and cited from code", () => {
  expect(records("- [0004](0004-four.md) Four locks\n", `// ${decision("0004")}\n`)).toEqual([]);
  expect(records("- [0004](0004-four.md) Four\n", "")).toEqual([
    "is not in the index with its title",
    "is cited by no code and no page",
  ]);
});

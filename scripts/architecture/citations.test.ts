import { expect, test } from "vitest";
import { citations } from "#scripts/architecture/citations.ts";
import { houseOf } from "#scripts/architecture/house.ts";

const TABLE = "docs/decisions/0001-where-the-specification-is-silent.md";
// In parts, so that this file cites nothing itself.
const decision = (number: string) => `docs/decisions${"/"}${number}`;
const row = (number: number) => `(${"decision"} ${number})`;

function findings(text: string): string[] {
  const files = { [TABLE]: "| 1   | one |\n", [`${decision("0004")}-four.md`]: "", "app/a.ts": `// ${text}\n` };
  return citations.check(houseOf(files)).map(({ path, line, what }) => `${path}:${line} ${what}`);
}

test("what is there may be cited", () => {
  expect(findings(`${decision("0004")}, ${decision("0001")}, row 1 ${TABLE}`)).toEqual([]);
});

test.each([decision("0003"), `${decision("0001")}, row 9`, row(1), `docs${"/"}security.md`])(
  "%s is missed",
  (cited) => {
    expect(findings(cited)).toHaveLength(1);
    expect(findings(cited)[0]).toMatch(/^app\/a\.ts:1 cites /);
  },
);

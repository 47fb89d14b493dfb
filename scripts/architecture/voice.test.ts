import { expect, test } from "vitest";
import { houseOf } from "#scripts/architecture/house.ts";
import { voice } from "#scripts/architecture/voice.ts";

const found = (path: string, text: string) =>
  voice.check(houseOf({ [path]: text })).map(({ line, what }) => [line, what]);

test("a turn that voice.md calls wrong is found in what people read, with the way out", () => {
  expect(found("app/routes/x.tsx", 'const a = 1;\nconst hint = "May be left empty.";')).toEqual([
    [2, "“left empty”: say leave blank, or (optional) in the label"],
  ]);
  expect(found("app/mail/x.mail.tsx", "<p>Nobody is told of it.</p>")).toHaveLength(1);
  expect(found("scripts/backup.ts", 'say("That file is not there any more.");')).toHaveLength(1);
});

test("comments, tests and names are left alone", () => {
  expect(found("app/x.ts", "/** May be left empty. */\n// is told\nconst isTold = 1;")).toEqual([]);
  expect(found("app/x.test.ts", '"left empty"')).toEqual([]);
  expect(found("scripts/architecture/x.ts", '"left empty"')).toEqual([]);
});

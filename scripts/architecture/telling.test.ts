import { expect, test } from "vitest";
import { houseOf } from "#scripts/architecture/house.ts";
import { telling } from "#scripts/architecture/telling.ts";

const said = (path: string, text: string) => telling.check(houseOf({ [path]: text })).map(({ what }) => what);
const SAVES = `import { saveChange } from "#app/appointments/appointment-changes.db.server.ts";\nexport const a = saveChange;\n`;

test("a command that writes an appointment and asks nobody who hears of it is named", () => {
  expect(said("app/diary/swap.server.ts", SAVES)).toEqual(["saveChange without mailsToOthers"]);
});

test("one that asks is not, nor is a test, nor who tells nobody for a reason", () => {
  expect(said("app/diary/swap.server.ts", `${SAVES}export const b = mailsToOthers;\n`)).toEqual([]);
  expect(said("app/diary/swap.test.ts", SAVES)).toEqual([]);
  expect(said("app/booking/booking.jobs.server.ts", SAVES)).toEqual([]);
  expect(said("app/diary/swap.server.ts", "export const a = 1;\n")).toEqual([]);
});

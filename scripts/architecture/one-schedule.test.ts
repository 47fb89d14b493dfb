import { expect, test } from "vitest";
import { houseOf } from "#scripts/architecture/house.ts";
import { oneSchedule } from "#scripts/architecture/one-schedule.ts";

const said = (path: string, text: string) => oneSchedule.check(houseOf({ [path]: text })).map(({ what }) => what);

test("a command that writes appointments or their claims by itself is named", () => {
  const writes = 'export const a = (tx) => tx.deleteFrom("appointment_claims").execute();\n';
  expect(said("app/diary/swap.server.ts", writes)).toEqual(["deleteFrom appointment_claims"]);
  expect(said("app/appointments/schedule.db.server.ts", writes)).toEqual([]);
  const updates = 'export const a = (tx) => tx.updateTable("appointment_claims").execute();\n';
  expect(said("app/diary/swap.server.ts", updates)).toEqual(["updateTable appointment_claims"]);
  const inserts = 'export const a = (tx) => tx.insertInto("appointments").values([]).execute();\n';
  expect(said("app/diary/swap.server.ts", inserts)).toEqual(["insertInto appointments"]);
});

test("one that takes a part of the schedule is named; one that asks the schedule, or only reads, is not", () => {
  const part = "#app/appointments/schedule.db.server.ts";
  const takes = `import { takeClaims } from "${part}";\nexport const a = takeClaims;\n`;
  expect(said("app/diary/swap.server.ts", takes)).toEqual([`imports ${part}`]);
  const asks = `import { move } from "#app/appointments/schedule.server.ts";\nexport const a = move;\n`;
  expect(said("app/diary/swap.server.ts", asks)).toEqual([]);
  const contact = 'export const a = (tx) => tx.updateTable("appointments").execute();\n';
  expect(said("app/appointments/contact.server.ts", contact)).toEqual([]);
  expect(said("app/diary/list.ts", 'export const a = (tx) => tx.selectFrom("appointments").execute();\n')).toEqual([]);
});

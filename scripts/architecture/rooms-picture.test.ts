import { expect, test } from "vitest";
import { houseOf } from "#scripts/architecture/house.ts";
import { drawRooms, importsOf, PICTURE, picture } from "#scripts/architecture/rooms-picture.ts";

const CODE = {
  "app/diary/week.ts": 'import "#app/appointments/a.ts";\nimport "#app/mail/b.ts";\n',
  "app/diary/week.test.ts": 'import "#app/demo/c.ts";\n',
  "app/appointments/a.ts": 'import "#app/mail/b.ts";\nimport "#app/platform/d.ts";\n',
  "app/mail/b.ts": "",
};

const graph = importsOf(houseOf(CODE).sources);

test("the picture has a box for each room, and a line to each that no other line leads to", () => {
  const svg = drawRooms(graph);
  const rooms = [...svg.matchAll(/<text[^>]*>([\w-]+)<\/text>/g)].map(([, room]) => room);
  expect(rooms.sort()).toEqual(["appointments", "diary", "mail"]);
  expect(svg.match(/<path /g)).toHaveLength(2);
});

test("a picture of other rooms is a finding, and the same rooms draw the same picture", () => {
  expect(picture.check(houseOf({ ...CODE, [PICTURE]: drawRooms(graph) }))).toEqual([]);
  expect(picture.check(houseOf({ ...CODE, [PICTURE]: "<svg/>" }))).toHaveLength(1);
});

test("rooms that import each other are drawn, too", () => {
  const circle = new Map([
    ["diary", new Set(["mail"])],
    ["mail", new Set(["diary"])],
  ]);
  expect(drawRooms(circle)).toContain(">diary<");
});

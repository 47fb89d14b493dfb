import { expect, test } from "vitest";
import { visitor } from "#app/accounts/actor.ts";
import { exportRegister, showRegister } from "#app/appointments/register/commands.server.ts";
import { type RegisterFilter, registerFilterFrom } from "#app/appointments/register/register.ts";
import type { World } from "#app/platform/world.server.ts";
import { practice, setStatus, walkedIn } from "#tests/support/practice.ts";
import { demoWorld } from "#tests/support/world.ts";

const THURSDAY = "2027-05-06";

async function filled(): Promise<World> {
  const world = await demoWorld();
  const tom = { therapist: "tom-ellery" };
  await walkedIn(world, { ...tom, time: "09:00", name: "ada Smith", email: "Ada@Example.com", phone: "07700 900982" });
  const pending = await walkedIn(world, { ...tom, time: "11:00", name: "Bo 50%_", phone: "01632 960417" });
  const cancelled = await walkedIn(world, { ...tom, time: "13:00", name: "=Cara" });
  await walkedIn(world, { therapist: "imogen-hartley", day: THURSDAY, time: "10:00", name: "Dee", email: "dee@x.org" });
  await setStatus(world, pending.id, "Asked for");
  await setStatus(world, cancelled.id, "Cancelled");
  return world;
}

async function names(world: World, query: string): Promise<(string | null)[]> {
  const filter = registerFilterFrom(new URLSearchParams(query));
  const { rows, total } = await showRegister(world, practice, { filter, sort: "date", down: false, page: 1 });
  expect(total).toBe(rows.length);
  return rows.map((row) => row.name);
}

test.each([
  ["", ["ada Smith", "Bo 50%_", "=Cara", "Dee"]],
  ["q=SMITH", ["ada Smith"]],
  ["q=example.COM", ["ada Smith"]],
  ["q=%25_", ["Bo 50%_"]],
  ["q=07700+900+982", ["ada Smith"]],
  ["q=%2B44+1632", ["Bo 50%_"]],
  ["q=nobody", []],
  ["status=pending", ["Bo 50%_"]],
  ["status=Cancelled", ["=Cara"]],
  ["status=confirmed", ["ada Smith", "Dee"]],
  ["therapist=imogen-hartley", ["Dee"]],
  ["therapist=nobody", []],
  [`from=${THURSDAY}`, ["Dee"]],
  ["to=2027-05-05", ["ada Smith", "Bo 50%_", "=Cara"]],
  ["from=nonsense&to=2027-02-31x", ["ada Smith", "Bo 50%_", "=Cara", "Dee"]],
])("the list for ?%s", async (query, expected) => {
  expect(await names(await filled(), query)).toEqual(expected);
});

test("the reference finds its appointment, as it is read out", async () => {
  const world = await filled();
  const row = await world.db.kysely
    .selectFrom("appointments")
    .select("reference")
    .where("name", "=", "Dee")
    .executeTakeFirstOrThrow();
  expect(await names(world, `q=LY-${row.reference.slice(0, 4)}-${row.reference.slice(4).toLowerCase()}`)).toEqual([
    "Dee",
  ]);
});

test("sorting is by the letters, not their case, in both directions", async () => {
  const world = await filled();
  const sorted = async (sort: "name" | "email" | "date" | "status", down: boolean) =>
    (await showRegister(world, practice, { filter: NOTHING, sort, down, page: 1 })).rows.map((row) => row.name);
  expect(await sorted("name", false)).toEqual(["=Cara", "ada Smith", "Bo 50%_", "Dee"]);
  expect(await sorted("name", true)).toEqual(["Dee", "Bo 50%_", "ada Smith", "=Cara"]);
  expect(await sorted("date", true)).toEqual(["Dee", "=Cara", "Bo 50%_", "ada Smith"]);
  expect(await sorted("status", false)).toEqual(["Bo 50%_", "=Cara", "ada Smith", "Dee"]);
});

test("a page after the last is empty and still says how many there are", async () => {
  const world = await filled();
  const answer = await showRegister(world, practice, { filter: NOTHING, sort: "date", down: false, page: 9 });
  expect([answer.rows.length, answer.total]).toEqual([0, 4]);
});

test("the CSV holds every match, and nothing that a spreadsheet would run", async () => {
  const world = await filled();
  const text = (await Array.fromAsync(await exportRegister(world, practice, { filter: NOTHING }))).join("");
  const lines = text.trimEnd().split("\r\n");
  expect(lines).toHaveLength(5);
  expect(lines[1]).toContain(
    '"ada Smith","Ada@Example.com","07700 900 982","2027-05-05","09:00","2027-05-05T08:00:00.000Z",60',
  );
  expect(lines[3]).toContain(`"'=Cara"`);
  const audited = await world.db.kysely
    .selectFrom("audit")
    .select("action")
    .where("action", "=", "appointment.export")
    .execute();
  expect(audited).toHaveLength(1);
});

test("neither list nor file is for anybody else", async () => {
  const world = await demoWorld();
  const place = { sort: "date", down: true, page: 1 } as const;
  await expect(showRegister(world, visitor, { filter: NOTHING, ...place })).rejects.toThrow("practice alone");
  await expect(exportRegister(world, visitor, { filter: NOTHING })).rejects.toThrow("practice alone");
});

const NOTHING: RegisterFilter = { text: null, status: null, therapist: null, from: null, to: null };

import { expect, test } from "vitest";
import { notifyOwners } from "#app/accounts/notify-owners.server.ts";
import { appointmentListFilterFrom } from "#app/diary/lists/appointment-list.ts";
import { exportAppointments, listAppointments } from "#app/diary/lists/list-appointments.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { visitor } from "#app/platform/permissions.ts";
import { practice, setStatus, walkedIn } from "#tests/support/practice.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const THURSDAY = "2027-05-06";

async function filled(): Promise<TestApp> {
  const app = await demoApp();
  const tom = { therapist: "tom-ellery" };
  await walkedIn(app, { ...tom, time: "09:00", name: "ada Smith", email: "Ada@Example.com", phone: "07700 900982" });
  const pending = await walkedIn(app, { ...tom, time: "11:00", name: "Bo 50%_", phone: "01632 960417" });
  const cancelled = await walkedIn(app, { ...tom, time: "13:00", name: "=Cara" });
  await walkedIn(app, { therapist: "imogen-hartley", day: THURSDAY, time: "10:00", name: "Dee", email: "dee@x.org" });
  await setStatus(app, pending.id, "Asked for");
  await setStatus(app, cancelled.id, "Cancelled");
  return app;
}

async function names(app: AppContext, query: string): Promise<(string | null)[]> {
  const filter = appointmentListFilterFrom(new URLSearchParams(query));
  const { rows, total } = await listAppointments(app, practice, { filter, sort: "date", down: false, page: 1 });
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
  const app = await filled();
  const row = await app.db.kysely
    .selectFrom("appointments")
    .select("reference")
    .where("name", "=", "Dee")
    .executeTakeFirstOrThrow();
  expect(await names(app, `q=LY-${row.reference.slice(0, 4)}-${row.reference.slice(4).toLowerCase()}`)).toEqual([
    "Dee",
  ]);
});

test("sorting is by the letters, not their case, in both directions", async () => {
  const app = await filled();
  const sorted = async (sort: "name" | "email" | "date" | "status", down: boolean) =>
    (await listAppointments(app, practice, { filter: NOTHING, sort, down, page: 1 })).rows.map((row) => row.name);
  expect(await sorted("name", false)).toEqual(["=Cara", "ada Smith", "Bo 50%_", "Dee"]);
  expect(await sorted("name", true)).toEqual(["Dee", "Bo 50%_", "ada Smith", "=Cara"]);
  expect(await sorted("date", true)).toEqual(["Dee", "=Cara", "Bo 50%_", "ada Smith"]);
  expect(await sorted("status", false)).toEqual(["Bo 50%_", "=Cara", "ada Smith", "Dee"]);
});

test("a page after the last is empty and still says how many there are", async () => {
  const app = await filled();
  const answer = await listAppointments(app, practice, { filter: NOTHING, sort: "date", down: false, page: 9 });
  expect([answer.rows.length, answer.total]).toEqual([0, 4]);
});

test("the CSV holds every match, and nothing that a spreadsheet would run", async () => {
  const app = await filled();
  const text = await exported(app);
  const lines = text.trimEnd().split("\r\n");
  expect(lines).toHaveLength(5);
  expect(lines[1]).toContain(
    '"ada Smith","Ada@Example.com","07700 900 982","2027-05-05","09:00","2027-05-05T08:00:00.000Z",60',
  );
  expect(lines[3]).toContain(`"'=Cara"`);
  const audited = await app.db.kysely
    .selectFrom("audit")
    .select("action")
    .where("action", "=", "appointment.export")
    .execute();
  expect(audited).toHaveLength(1);
});

test("what is over and was never marked is not recorded, in the file as everywhere", async () => {
  const app = await filled();
  app.clock.set(Date.parse("2027-05-05T11:30:00+01:00"));
  const text = await exported(app);
  const attended = text
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => /"(Confirmed|Cancelled|Pending)",("[^"]*"|)/.exec(line)?.[2]?.replaceAll('"', ""));
  expect(attended).toEqual(["Not recorded", "Expected", "", "Expected"]);
});

test("neither list nor file is for anybody else", async () => {
  const app = await demoApp();
  const place = { sort: "date", down: true, page: 1 } as const;
  await expect(listAppointments(app, visitor, { filter: NOTHING, ...place })).rejects.toThrow("practice alone");
  await expect(exportAppointments(app, visitor, { filter: NOTHING, notifyOwners })).rejects.toThrow("practice alone");
});

const NOTHING = appointmentListFilterFrom(new URLSearchParams());

async function exported(app: TestApp): Promise<string> {
  const outcome = await exportAppointments(app, practice, { filter: NOTHING, notifyOwners });
  if (outcome.kind !== "exported") throw new Error(outcome.kind);
  return (await Array.fromAsync(outcome.pieces)).join("");
}

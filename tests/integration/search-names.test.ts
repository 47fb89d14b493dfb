import { expect, inject, test } from "vitest";
import { changeName } from "#app/accounts/own-details.server.ts";
import type { Identity } from "#app/accounts/session.ts";
import { signUp } from "#app/accounts/sign-in/sign-up.server.ts";
import { listUserPage } from "#app/accounts/users/list-users.server.ts";
import { getUser } from "#app/accounts/users.db.server.ts";
import { changeContact } from "#app/appointments/clients/change-contact.server.ts";
import { anonymiseAppointments } from "#app/appointments/personal-data.server.ts";
import { clientFor } from "#app/clients/client-for-booking.server.ts";
import { listClientPage } from "#app/clients/client-list.db.server.ts";
import { appointmentListFilterFrom } from "#app/diary/lists/appointment-list.ts";
import { findClientsFor } from "#app/diary/lists/find-clients.server.ts";
import { listAppointments } from "#app/diary/lists/list-appointments.server.ts";
import { foldedSearch } from "#migrations/0172-folded-search.ts";
import { clientFinder } from "#migrations/0275-client-finder.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { adminActor } from "#tests/support/admin.ts";
import { clientOf } from "#tests/support/clients.ts";
import { makeDatabase } from "#tests/support/postgres-databases.ts";
import { practice, walkedIn } from "#tests/support/practice.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { demoApp, engineOfThisRun, type TestApp, testApp } from "#tests/support/test-app.ts";

const NAMES = ["Łukasz Żak", "Élodie Brûlé", "Ömer İpek", "Søren Åkesson", "Jürgen Groß", "Siobhán O’Neill"];

/** How each may be typed: as it is, in capitals, without what an English keyboard lacks, in part. */
const TYPED: [string, string][] = [
  ...NAMES.map((name): [string, string] => [name, name]),
  ...NAMES.map((name): [string, string] => [name.toUpperCase(), name]),
  ...NAMES.map((name): [string, string] => [name.normalize("NFD"), name]),
  ["lukasz zak", "Łukasz Żak"],
  ["ELODIE", "Élodie Brûlé"],
  ["omer ipek", "Ömer İpek"],
  ["soren akes", "Søren Åkesson"],
  ["gross", "Jürgen Groß"],
  ["o'neill", "Siobhán O’Neill"],
];

async function filled(app: TestApp): Promise<TestApp> {
  for (const [index, name] of NAMES.entries()) {
    await walkedIn(app, { name, email: `Guest-${index}@Example.com`, time: `${9 + index}:00`, despite: "on" });
    await personIn(app, { name });
  }
  return app;
}

async function found(app: TestApp, text: string) {
  const filter = appointmentListFilterFrom(new URLSearchParams({ q: text }));
  const { rows } = await listAppointments(app, practice, { filter, sort: "date", down: false, page: 1 });
  const { users } = await listUserPage(app, await adminActor(app), { text, page: 1 });
  const { clients } = await listClientPage(app.db.kysely, { text, sort: "name", down: false, page: 1 }, "all");
  const { clients: finder } = await findClientsFor(app, practice, { text, locale: "en-GB" });
  return [rows, users, clients, finder].map((list) => list.map(({ name }) => name));
}

test("a name is found however it is typed, in appointments, users, clients and the finder", async () => {
  const app = await filled(await demoApp());
  for (const [typed, name] of TYPED) expect(await found(app, typed), typed).toEqual([[name], [name], [name], [name]]);
  expect((await found(app, "GUEST-3@example.COM"))[0]).toEqual(["Søren Åkesson"]);
});

test.runIf(engineOfThisRun() === "postgres")("the same in a database that writes Turkish capitals", async () => {
  const databaseUrl = await makeDatabase(inject("postgresUrl") ?? "", { icuLocale: "tr-TR" });
  const app = await testApp({ config: { databaseUrl } });
  await seedDemo(app);
  await filled(app);
  for (const [typed, name] of TYPED) expect(await found(app, typed), typed).toEqual([[name], [name], [name], [name]]);
});

test("what was stored before is found after the migration, as what is stored since", async () => {
  const app = await filled(await demoApp());
  const { kysely } = app.db;
  for (const table of ["appointments", "users"] as const)
    await kysely.updateTable(table).set({ search: null }).execute();
  // As the version before folded it: without the letters that are no accents.
  await kysely.updateTable("clients").set({ search: "łukasz zak" }).where("name", "=", "Łukasz Żak").execute();
  await kysely.schema.alterTable("appointments").dropColumn("search").execute();
  await kysely.schema.alterTable("users").dropColumn("search").execute();
  await foldedSearch.up(kysely as never);
  for (const [typed, name] of TYPED) expect(await found(app, typed), typed).toEqual([[name], [name], [name], [name]]);
});

test("a corrected name is found, the one before is not, and an erased one by nobody", async () => {
  const app = await demoApp();
  const { id } = await walkedIn(app, { name: "Łukasz Żak", email: "lz@example.com" });
  const contact = { name: "Ömer İpek", phone: null, email: "oi@example.com" };
  await changeContact(app, practice, { appointmentId: id, version: 1, contact });
  expect((await found(app, "omer"))[0]).toEqual(["Ömer İpek"]);
  expect((await found(app, "lukasz"))[0]).toEqual([]);
  const clientId = await clientOf(app, id);
  await app.db.kysely.transaction().execute((tx) => anonymiseAppointments(tx, { clientId, now: app.clock.now() }));
  const row = await app.db.kysely.selectFrom("appointments").selectAll().where("id", "=", id).executeTakeFirst();
  expect(JSON.stringify(row)).not.toMatch(/omer|oi@/i);
});

test("an account that is opened, and one whose name is changed, is found by its name", async () => {
  const app = await testApp();
  const admin = await adminActor(app);
  const caller = { address: "192.0.2.1", headers: new Headers() };
  const input = { username: "Łukasz Żak", email: "lz@example.com", password: "plaster thumb orchard 7" };
  await signUp(app, caller, input);
  const names = async (text: string) =>
    (await listUserPage(app, admin, { text, page: 1 })).users.map(({ name }) => name);
  expect(await names("lukasz")).toEqual(["Łukasz Żak"]);
  const row = await app.db.kysely.selectFrom("users").select("id").where("email", "=", input.email).executeTakeFirst();
  const user = await getUser(app.db.kysely, row?.id ?? "");
  await changeName(app, { user } as Identity, "Élodie Brûlé");
  expect(await names("elodie")).toEqual(["Élodie Brûlé"]);
  expect(await names("lukasz")).toEqual([]);
});

test("an address with letters beyond a to z is found, one that was stored before too", async () => {
  const app = await demoApp();
  const email = "jürgen.groß@straße.example";
  const contact = { userId: null, name: "Jürgen Groß", email, phone: null, by: "practice" } as const;
  await app.db.kysely.transaction().execute((tx) => clientFor(tx, contact, app.clock.now()));
  const typed = [email, email.toUpperCase(), "jurgen.gross@strasse", "juergen"];
  const clients = async (text: string) => (await found(app, text)).slice(2);
  for (const text of typed.slice(0, 3)) expect(await clients(text), text).toEqual([["Jürgen Groß"], ["Jürgen Groß"]]);
  // The finder hears a name that nobody has as it is spelt.
  expect(await clients("juergen")).toEqual([[], ["Jürgen Groß"]]);
  const { kysely } = app.db;
  // As the version before stored it.
  await kysely
    .updateTable("clients")
    .set({ search: `jurgen gross ${email}` })
    .execute();
  expect(await clients("jurgen.gross@strasse")).toEqual([[], []]);
  await kysely.schema.dropIndex("clients_finder").execute();
  await clientFinder.up(kysely as never);
  expect(await clients("jurgen.gross@strasse")).toEqual([["Jürgen Groß"], ["Jürgen Groß"]]);
});

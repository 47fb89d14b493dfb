import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAdmin } from "#app/accounts/users/create-admin.server.ts";
import { getUserByEmail } from "#app/accounts/users.db.server.ts";
import { addNote } from "#app/clients/client-notes.server.ts";
import { markAsDemo } from "#app/demo/demo-life.db.server.ts";
import { endDemo, getDemoEnding, getDemoGoing } from "#app/demo/end-demo.server.ts";
import { DEMO_OWNER, fillDemo } from "#app/demo/fill-demo.server.ts";
import { bookForPractice } from "#app/diary/booking/book-for-practice.server.ts";
import { renderers } from "#app/mails.server.ts";
import { receiveMessage } from "#app/messages/receive-message.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { MOST_LISTED } from "#app/platform/database/most-listed.ts";
import { anyTables, shapesOf } from "#app/platform/database/rows.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { booked } from "#tests/support/booking-inputs.ts";
import { foundInTables } from "#tests/support/canaries.ts";
import { SOUND, unsoundness } from "#tests/support/soundness.ts";
import { demoApp, filledApp, type TestApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

const PATIENCE = { timeout: 120_000 };
const DAY = 86_400_000;
const password = "quiet-otter-under-larches";
const fill = (app: AppContext) => fillDemo(app, { renderers, password });

test("one press removes every trace of the invented life, and a real booking stays", PATIENCE, async () => {
  const plain = await countsOf(await demoApp());
  const app = await filledApp(fill);
  const canaries = await canariesOf(app);
  expect(canaries.length).toBeGreaterThan(600);
  const own = await ownAdmin(app);
  await app.db.kysely
    .updateTable("services")
    .set({ title: "Deep work", version: 2 })
    .where("slug", "=", "deep-tissue-massage")
    .execute();
  const real = await booked(app, {
    name: "Ada Smith",
    email: "ada@own-client.example",
    start: TUESDAY_NINE + 35 * DAY,
  });
  await receiveMessage(app, letter);
  await forDemoClient(app, own);

  const ending = await getDemoEnding(app, own);
  expect(ending).toMatchObject({ stays: { clients: 1, appointments: 1, messages: 1 }, needsAdmin: false });
  expect(await endDemo(app, own, { admin: null })).toMatchObject({ kind: "ended" });

  expect(await foundInTables(app, canaries)).toEqual([]);
  expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
  const after = await countsOf(app);
  expect(after).toMatchObject({
    appointments: 1,
    clients: 1,
    enquiries: 1,
    demo_marks: 0,
    complaints: 0,
    client_notes: 0,
  });
  expect(after.day_exceptions).toBe(plain.day_exceptions);
  // What the owner changed, and who is booked by somebody real.
  expect([plain.services, after.services, after.therapists]).toEqual([11, 1, 1]);
  expect([after.page_words, (await readSettings(app.db.kysely, app.log)).settings.demo]).toEqual([
    0,
    { shown: false, ended: true, ribbon: false },
  ]);
  const kept = await app.db.kysely.selectFrom("appointments").select(["id", "service_title"]).execute();
  expect(kept).toEqual([{ id: real.id, service_title: "Deep work" }]);
  const audit = await app.db.kysely.selectFrom("audit").select("action").where("action", "=", "demo.end").execute();
  expect(audit).toHaveLength(1);
  expect(await getDemoEnding(app, own)).toBeNull();
  expect(await endDemo(app, own, { admin: null })).toEqual({ kind: "not-found" });
});

test("the demo's owner names who stays, in the same press; a refusal changes nothing", PATIENCE, async () => {
  const app = await filledApp(fill);
  const owner = await actorOf(app, DEMO_OWNER.email);
  expect(await getDemoEnding(app, owner)).toMatchObject({ needsAdmin: true });
  const before = await countsOf(app);
  for (const [admin, field] of [
    [null, "email"],
    [{ email: DEMO_OWNER.email, password }, "email"],
    [{ email: "kit@own-practice.example", password: "short" }, "password"],
  ] as const) {
    expect(await endDemo(app, owner, { admin })).toMatchObject({ kind: "invalid", field });
  }
  expect(await countsOf(app)).toEqual(before);
  const admin = { email: "kit@own-practice.example", password };
  expect(await endDemo(app, owner, { admin })).toMatchObject({ kind: "ended" });
  const users = await app.db.kysely.selectFrom("users").select(["email", "role"]).execute();
  expect(users).toEqual([{ email: "kit@own-practice.example", role: "admin" }]);
});

test("a real booking that was matched with an invented client takes the record over", PATIENCE, async () => {
  const app = await filledApp(fill);
  const own = await ownAdmin(app);
  const [client] = await app.db.kysely.selectFrom("clients").select(["id", "name", "phone"]).orderBy("name").execute();
  const real = await bookForPractice(app, own, {
    input: {
      ...forPractice,
      client: client?.id,
      name: "Ada Smith",
      phone: client?.phone ?? null,
      email: "ada@own-client.example",
    },
  });
  expect(real).toMatchObject({ kind: "booked" });
  expect(await endDemo(app, own, { admin: null })).toMatchObject({ kind: "ended" });
  const left = await app.db.kysely.selectFrom("clients").select(["name", "email", "phone"]).execute();
  expect(left).toEqual([{ name: "Ada Smith", email: "ada@own-client.example", phone: client?.phone }]);
});

test("what goes: what is marked, and what its people book and write; what stays is counted as far as a list", async () => {
  const app = await demoApp();
  const own = await ownAdmin(app);
  const theirs = await booked(app, { name: "Dee Mo", email: "dee@demo.example", start: TUESDAY_NINE + 35 * DAY });
  const db = app.db.kysely;
  const row = await db.selectFrom("appointments").selectAll().where("id", "=", theirs.id).executeTakeFirstOrThrow();
  const like = (id: string, given: Partial<typeof row>) => ({
    ...{ ...row, id, reference: id, manage_hash: id, idempotency_key: null },
    ...given,
  });
  const copies = [
    like("nameless", { email: null }),
    like("capitals", { email: "DEE@Demo.example" }),
    like("adopting", { email: "ada@own-client.example" }),
    like("marked", { client_id: null, email: "ada@own-client.example" }),
    like("unrelated", { client_id: null }),
  ];
  await db.insertInto("appointments").values(copies).execute();
  await receiveMessage(app, letter);
  await receiveMessage(app, { ...letter, email: "Dee@demo.example", subject: "Parking" });
  await db.transaction().execute(async (tx) => {
    await markAsDemo(tx, "client", [row.client_id ?? ""]);
    await markAsDemo(tx, "address", ["dee@demo.example"]);
    await markAsDemo(tx, "appointment", ["marked"]);
  });
  const goes = { appointments: 4, clients: 0, messages: 1, closures: 0 };
  expect(await getDemoGoing(app, own)).toEqual(goes);
  expect(await getDemoEnding(app, own)).toMatchObject({ goes, stays: { appointments: 2, clients: 1, messages: 1 } });
  await sql`insert into clients (id, search, created_at, booked_at, contact_version)
    with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${sql.lit(MOST_LISTED + 50)})
    select 'many ' || i, '', 1, 1, 1 from numbers`.execute(db);
  expect(await getDemoEnding(app, own)).toMatchObject({ stays: { clients: MOST_LISTED + 1 } });
});

const letter = {
  firstName: "Ada",
  lastName: "Smith",
  email: "ada@own-client.example",
  subject: "Vouchers",
  message: "Do you sell them?",
};
const forPractice = {
  service: "deep-tissue-massage",
  minutes: 60,
  therapist: "imogen-hartley",
  day: "2027-06-07",
  time: 600,
  tell: "on",
  despite: "on",
} as const;

/** A booking and a note that the practice tries out with an invented client. */
async function forDemoClient(app: TestApp, own: Actor): Promise<void> {
  const client = await app.db.kysely
    .selectFrom("clients")
    .selectAll()
    .where("name", "!=", "Ada Smith")
    .executeTakeFirstOrThrow();
  const { name, phone, email } = client;
  const outcome = await bookForPractice(app, own, { input: { ...forPractice, client: client.id, name, phone, email } });
  expect(outcome).toMatchObject({ kind: "booked" });
  await addNote(app, own, { clientId: client.id, words: "Only to see how notes look" });
}

async function ownAdmin(app: TestApp): Promise<Actor> {
  await createAdmin(app, { email: "kit@own-practice.example", password });
  return actorOf(app, "kit@own-practice.example");
}

async function actorOf(app: TestApp, email: string): Promise<Actor> {
  const user = await getUserByEmail(app.db.kysely, email);
  if (!user) throw new Error(`Nobody has the address ${email}`);
  return { kind: "admin", userId: user.id };
}

/** The ids of all that is marked, its people's names, addresses and numbers, and what was written to and of them. */
async function canariesOf({ db }: TestApp): Promise<string[]> {
  const marks = await db.kysely
    .selectFrom("demo_marks")
    .select("id")
    .where("kind", "!=", "fill")
    .where("kind", "not like", "demo-%")
    .execute();
  const clients = await db.kysely.selectFrom("clients").select(["name", "phone"]).execute();
  const notes = await db.kysely.selectFrom("client_notes").select("words").execute();
  const messages = await db.kysely.selectFrom("enquiries").select("message").execute();
  const people = clients.flatMap(({ name, phone }) => [name, phone]);
  const words = [...notes.map((note) => note.words), ...messages.map((one) => one.message)];
  return [...marks.map(({ id }) => id), ...people, ...words].filter((text) => text !== null);
}

async function countsOf({ db }: TestApp): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await shapesOf(db.kysely)) {
    counts[name] = (await anyTables(db.kysely).selectFrom(name).selectAll().execute()).length;
  }
  return counts;
}

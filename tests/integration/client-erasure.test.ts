import { expect, test } from "vitest";
import { getUser } from "#app/accounts/users.db.server.ts";
import { getByManageHash } from "#app/appointments/appointments.db.server.ts";
import { book } from "#app/appointments/booking/book.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { saveNote } from "#app/appointments/save-note.server.ts";
import { addNote } from "#app/clients/client-notes.server.ts";
import { deliverDue } from "#app/mail/deliver-due.server.ts";
import { renderers } from "#app/mails.server.ts";
import { receiveMessage } from "#app/messages/receive-message.server.ts";
import { eraseAgain, personalData } from "#app/personal-data.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { exportData, getRecord } from "#app/privacy/get-client-record.server.ts";
import { adminActor, auditActions, NOT_ADMINS } from "#tests/support/admin.ts";
import { at, booked, expectBooked, inputFor } from "#tests/support/booking-inputs.ts";
import { clientOf, makePast } from "#tests/support/clients.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { demoApp } from "#tests/support/test-app.ts";

const TRACES = [
  "Ada Smith",
  "ada@example.com",
  "+441632960001",
  "wrist of glass",
  "prefers the window",
  "Do you have parking",
  "comes by tandem",
];

test("what is erased is nowhere any more, and the booking stays", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const { appointmentId, clientId, userId, manageHash } = await adaWithEverything(app, admin);
  expect(await tracesIn(app)).toEqual(TRACES);
  expect(await erase(app, admin, { id: clientId, personalData })).toEqual({ kind: "erased" });
  expect(await tracesIn(app)).toEqual([]);
  expect(await getByManageHash(app.db.kysely, manageHash)).toBeNull();
  const users = await app.db.kysely.selectFrom("users").select("id").execute();
  expect(users.map(({ id }) => id)).not.toContain(userId);
  const record = await getRecord(app, admin, clientId);
  expect(record?.client.erasedAt).toBe(app.clock.now());
  expect(record?.history).toMatchObject([{ id: appointmentId, pricePence: 5800, status: "Confirmed" }]);
  expect(await auditActions(app, "client")).toContain("client.erase");
  expect(await erase(app, admin, { id: clientId, personalData })).toEqual({ kind: "not-found" });
});

test("whoever has an appointment ahead is not erased before it is cancelled", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const { id: appointmentId } = await booked(app);
  const id = await clientOf(app, appointmentId);
  expect((await erase(app, admin, { id, personalData })).kind).toBe("refused");
  expect(await tracesIn(app)).toContain("Ada Smith");
  await cancel(app, admin, { appointmentId, reason: null });
  expect((await erase(app, admin, { id, personalData })).kind).toBe("erased");
  const waiting = await app.db.kysely.selectFrom("outbox").select("id").where("done_at", "is", null).execute();
  expect(waiting).toEqual([]);
});

test("an admin who is a client too is not erased, and an account that only claims the address stays", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const other = await personIn(app, { email: "ada@example.com", verified: false });
  const { id: appointmentId } = await booked(app);
  await makePast(app, appointmentId);
  const id = await clientOf(app, appointmentId);
  await app.db.kysely
    .insertInto("client_keys")
    .values({ kind: "email", value: (await getUser(app.db.kysely, admin.userId))?.email ?? "", client_id: id })
    .execute();
  expect((await erase(app, admin, { id, personalData })).kind).toBe("refused");
  expect((await erase(app, admin, { id, goes: "account", personalData })).kind).toBe("refused");
  await app.db.kysely.deleteFrom("client_keys").where("value", "!=", "ada@example.com").execute();
  expect((await erase(app, admin, { id, personalData })).kind).toBe("erased");
  const users = await app.db.kysely.selectFrom("users").select("id").execute();
  expect(users.map((user) => user.id).sort()).toEqual([admin.userId, other.id].sort());
});

test("a record that a stranger made with someone's address does not take their account along unasked", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const owner = await personIn(app, { name: "Ada Smith", email: "ada@example.com" });
  const { id: appointmentId } = await booked(app, { name: "Mallory Black" });
  await makePast(app, appointmentId);
  const id = await clientOf(app, appointmentId);
  expect((await getRecord(app, admin, id))?.accounts).toMatchObject([{ name: "Ada Smith", differs: true }]);
  const letter = { firstName: "Ada", lastName: "Smith", email: "ada@example.com", subject: "Hello", message: "Hello" };
  await receiveMessage(app, letter as Parameters<typeof receiveMessage>[1]);
  expect((await erase(app, admin, { id, personalData })).kind).toBe("refused");
  expect((await getRecord(app, admin, id))?.client.name).toBe("Mallory Black");
  expect(await erase(app, admin, { id, goes: "record", personalData })).toEqual({ kind: "erased" });
  expect(await getUser(app.db.kysely, owner.id)).toMatchObject({ email: "ada@example.com" });
  expect(
    await app.db.kysely.selectFrom("enquiries").select("id").where("email", "=", "ada@example.com").execute(),
  ).toHaveLength(1);
  // A restored backup erases the record again, and no more.
  const erasures = [{ kind: "client" as const, id, at: app.clock.now(), kept_until: null }];
  await app.db.kysely.updateTable("clients").set({ erased_at: null }).where("id", "=", id).execute();
  await app.db.kysely
    .insertInto("client_keys")
    .values({ kind: "email", value: "ada@example.com", client_id: id })
    .execute();
  expect(await eraseAgain(app.db, { erasures, now: app.clock.now(), config: app.config })).toBe(1);
  expect(await getUser(app.db.kysely, owner.id)).not.toBeNull();
});

test("the account goes with the record when that was chosen, and when both have one name and phone", async () => {
  for (const name of ["Mallory Black", "Ada Smith"]) {
    const app = await demoApp();
    const admin = await adminActor(app);
    const owner = await personIn(app, { name: "Ada Smith", email: "ada@example.com" });
    const { id: appointmentId } = await booked(app, { name });
    await makePast(app, appointmentId);
    const goes = name === "Ada Smith" ? null : ("account" as const);
    const id = await clientOf(app, appointmentId);
    expect(await erase(app, admin, { id, goes, personalData })).toEqual({ kind: "erased" });
    expect(await getUser(app.db.kysely, owner.id)).toBeNull();
  }
});

test.each([true, false])(
  "an account that only made a booking for them stays, with its letters (proved: %s)",
  async (verified) => {
    const app = await demoApp();
    const admin = await adminActor(app);
    const partner = await personIn(app, { name: "Bo Partner", email: "bo@example.com", verified });
    const { id: appointmentId } = await booked(app);
    await makePast(app, appointmentId);
    const id = await clientOf(app, appointmentId);
    // As version 0.1.0 tied them: booked while signed in, with the address of somebody else.
    const key = { kind: "account" as const, value: partner.id, client_id: id };
    await app.db.kysely.insertInto("client_keys").values(key).execute();
    await app.db.kysely.updateTable("appointments").set({ user_id: partner.id }).execute();
    await receiveMessage(app, { ...letter, firstName: "Bo", email: "bo@example.com" });
    const exported = await exportData(app, admin, { id, personalData });
    expect(JSON.stringify(exported)).not.toContain("bo@example.com");
    expect((await getRecord(app, admin, id))?.accounts).toEqual([]);
    expect(await erase(app, admin, { id, personalData })).toEqual({ kind: "erased" });
    const users = await app.db.kysely.selectFrom("users").select("id").execute();
    expect(users.map((user) => user.id).sort()).toEqual([admin.userId, partner.id].sort());
    const letters = await app.db.kysely.selectFrom("enquiries").select("email").execute();
    expect(letters).toEqual([{ email: "bo@example.com" }]);
    const kept = await app.db.kysely.selectFrom("appointments").select("user_id").execute();
    expect(kept).toEqual([{ user_id: null }]);
  },
);

test("the export holds everything about a person, and leaves a line in the audit", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const { clientId } = await adaWithEverything(app, admin);
  const stranger = await booked(app, {
    name: "Zoe Else",
    email: "zoe@example.com",
    phone: "+441632960009",
    start: at("16:00"),
  });
  const outcome = await exportData(app, admin, { id: clientId, personalData });
  const json = JSON.stringify(outcome.kind === "exported" ? outcome.data : null);
  for (const trace of TRACES) expect(json).toContain(trace);
  expect(JSON.parse(json)).toMatchObject({ accounts: [{ email: "ada@example.com" }], appointments: [{ minutes: 60 }] });
  expect(json).not.toMatch(/Zoe|zoe@/);
  expect(json).not.toContain(stranger.id);
  // A mail in it says so of its links.
  expect(json.replaceAll("without a password", "")).not.toMatch(/manage_hash|password|token/);
  expect(await auditActions(app, "client")).toContain("client.export");
});

test("nobody but an admin exports or erases", async () => {
  const app = await demoApp();
  const { id: appointmentId } = await booked(app);
  await makePast(app, appointmentId);
  const id = await clientOf(app, appointmentId);
  for (const actor of NOT_ADMINS) {
    expect(await erase(app, actor, { id, personalData })).toEqual({ kind: "not-found" });
    expect(await exportData(app, actor, { id, personalData })).toEqual({ kind: "not-found" });
  }
  expect(await auditActions(app, "client")).toEqual([]);
  expect(await tracesIn(app)).toContain("Ada Smith");
});

const letter = {
  firstName: "Ada",
  lastName: "Smith",
  email: "Ada@example.com",
  subject: "Parking",
  message: "Do you have parking behind the unit?",
};

/** Ada with an account, a visit last week, a message, mails that were written, and two notes. */
async function adaWithEverything(app: AppContext, admin: Awaited<ReturnType<typeof adminActor>>) {
  const { id: userId } = await personIn(app, { name: "Ada Smith", email: "ada@example.com" });
  const actor = { kind: "client", userId } as const;
  const { appointment, manageSecret } = expectBooked(
    await book(app, actor, { input: inputFor({ note: "comes by tandem" }), idempotencyKey: "k" }),
  );
  const appointmentId = appointment.id;
  await receiveMessage(app, letter);
  while ((await deliverDue(app, { renderers, transport: null, worker: "w", sent: new Set() })) > 0);
  await makePast(app, appointmentId);
  const clientId = await clientOf(app, appointmentId);
  await addNote(app, admin, { clientId, words: "wrist of glass" });
  await saveNote(app, admin, { appointmentId, words: "prefers the window", version: 0 });
  return { appointmentId, clientId, userId, manageHash: hashOf(manageSecret) };
}

/** Which of Ada's traces any table still holds. */
async function tracesIn(app: AppContext): Promise<string[]> {
  const tables = await app.db.kysely.introspection.getTables();
  const rows: string[] = [];
  for (const { name } of tables) {
    rows.push(
      JSON.stringify(
        await app.db.kysely
          .selectFrom(name as "users")
          .selectAll()
          .execute(),
      ),
    );
  }
  const all = rows.join("\n").toLowerCase();
  return TRACES.filter((trace) => all.includes(trace.toLowerCase()));
}

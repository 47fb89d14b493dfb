import { expect, test } from "vitest";
import { cancel } from "#app/appointments/changes/commands.server.ts";
import { book } from "#app/appointments/commands.server.ts";
import { saveNote } from "#app/appointments/notes/commands.server.ts";
import { findByManageHash } from "#app/appointments/store.server.ts";
import { readRecord } from "#app/client-records/commands.server.ts";
import { erase } from "#app/client-records/erasure/commands.server.ts";
import { exportData } from "#app/client-records/export/commands.server.ts";
import { addNote } from "#app/clients/notes/commands.server.ts";
import { receiveEnquiry } from "#app/enquiries/commands.server.ts";
import { renderers } from "#app/jobs.server.ts";
import { deliverDue } from "#app/outbox/delivery/commands.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { adminActor, auditActions, NOT_ADMINS } from "#tests/support/admin.ts";
import { clientOf, makePast } from "#tests/support/clients.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { at, booked, expectBooked, wishFor } from "#tests/support/wishes.ts";
import { demoWorld } from "#tests/support/world.ts";

const TRACES = [
  "Ada Smith",
  "ada@example.com",
  "+441632960001",
  "wrist of glass",
  "prefers the window",
  "Do you have parking",
];

test("what is erased is nowhere any more, and the booking stays", async () => {
  const world = await demoWorld();
  const admin = await adminActor(world);
  const { appointmentId, clientId, userId, manageHash } = await adaWithEverything(world, admin);
  expect(await tracesIn(world)).toEqual(TRACES);
  expect(await erase(world, admin, { id: clientId })).toEqual({ kind: "erased" });
  expect(await tracesIn(world)).toEqual([]);
  expect(await findByManageHash(world.db.kysely, manageHash)).toBeNull();
  const users = await world.db.kysely.selectFrom("users").select("id").execute();
  expect(users.map(({ id }) => id)).not.toContain(userId);
  const record = await readRecord(world, admin, clientId);
  expect(record?.client.erasedAt).toBe(world.clock.now());
  expect(record?.visits).toMatchObject([{ id: appointmentId, pricePence: 5800, status: "Confirmed" }]);
  expect(await auditActions(world, "client")).toContain("client.erase");
  expect(await erase(world, admin, { id: clientId })).toEqual({ kind: "not-found" });
});

test("whoever has an appointment ahead is not erased before it is cancelled", async () => {
  const world = await demoWorld();
  const admin = await adminActor(world);
  const { id: appointmentId } = await booked(world);
  const id = await clientOf(world, appointmentId);
  expect((await erase(world, admin, { id })).kind).toBe("refused");
  expect(await tracesIn(world)).toContain("Ada Smith");
  await cancel(world, admin, { appointmentId, reason: null });
  expect((await erase(world, admin, { id })).kind).toBe("erased");
  const waiting = await world.db.kysely.selectFrom("outbox").select("id").where("done_at", "is", null).execute();
  expect(waiting).toEqual([]);
});

test("an admin who is a client too is not erased, and an account that only claims the address stays", async () => {
  const world = await demoWorld();
  const admin = await adminActor(world);
  const other = await personIn(world, { email: "ada@example.com", verified: false });
  const { id: appointmentId } = await booked(world);
  await makePast(world, appointmentId);
  const id = await clientOf(world, appointmentId);
  await world.db.kysely
    .insertInto("client_keys")
    .values({ kind: "account", value: admin.userId, client_id: id })
    .execute();
  expect((await erase(world, admin, { id })).kind).toBe("refused");
  await world.db.kysely.deleteFrom("client_keys").where("kind", "=", "account").execute();
  expect((await erase(world, admin, { id })).kind).toBe("erased");
  const users = await world.db.kysely.selectFrom("users").select("id").execute();
  expect(users.map((user) => user.id).sort()).toEqual([admin.userId, other.id].sort());
});

test("the export holds everything about a person, and leaves a line in the audit", async () => {
  const world = await demoWorld();
  const admin = await adminActor(world);
  const { clientId } = await adaWithEverything(world, admin);
  const stranger = await booked(world, {
    name: "Zoe Else",
    email: "zoe@example.com",
    phone: "+441632960009",
    start: at("16:00"),
  });
  const outcome = await exportData(world, admin, { id: clientId });
  const json = JSON.stringify(outcome.kind === "exported" ? outcome.data : null);
  for (const trace of TRACES) expect(json).toContain(trace);
  expect(JSON.parse(json)).toMatchObject({ accounts: [{ email: "ada@example.com" }], appointments: [{ minutes: 60 }] });
  expect(json).not.toMatch(/Zoe|zoe@/);
  expect(json).not.toContain(stranger.id);
  expect(json).not.toMatch(/manage_hash|password|token/);
  expect(await auditActions(world, "client")).toContain("client.export");
});

test("nobody but an admin exports or erases", async () => {
  const world = await demoWorld();
  const { id: appointmentId } = await booked(world);
  await makePast(world, appointmentId);
  const id = await clientOf(world, appointmentId);
  for (const actor of NOT_ADMINS) {
    expect(await erase(world, actor, { id })).toEqual({ kind: "not-found" });
    expect(await exportData(world, actor, { id })).toEqual({ kind: "not-found" });
  }
  expect(await auditActions(world, "client")).toEqual([]);
  expect(await tracesIn(world)).toContain("Ada Smith");
});

const letter = {
  ...{ firstName: "Ada", lastName: "Smith", email: "Ada@example.com" },
  ...{ subject: "Parking", message: "Do you have parking behind the unit?" },
};

/** Ada with an account, a visit last week, a message, mails that were written, and two notes. */
async function adaWithEverything(world: World, admin: Awaited<ReturnType<typeof adminActor>>) {
  const { id: userId } = await personIn(world, { name: "Ada Smith", email: "ada@example.com" });
  const actor = { kind: "client", userId } as const;
  const { appointment, manageSecret } = expectBooked(
    await book(world, actor, { wish: wishFor(), idempotencyKey: "k" }),
  );
  const appointmentId = appointment.id;
  await receiveEnquiry(world, letter);
  while ((await deliverDue(world, { renderers, transport: null, worker: "w" })) > 0);
  await makePast(world, appointmentId);
  const clientId = await clientOf(world, appointmentId);
  await addNote(world, admin, { clientId, words: "wrist of glass" });
  await saveNote(world, admin, { appointmentId, words: "prefers the window", version: 0 });
  return { appointmentId, clientId, userId, manageHash: hashOf(manageSecret) };
}

/** Which of Ada's traces any table still holds. */
async function tracesIn(world: World): Promise<string[]> {
  const tables = await world.db.kysely.introspection.getTables();
  const rows: string[] = [];
  for (const { name } of tables) {
    rows.push(
      JSON.stringify(
        await world.db.kysely
          .selectFrom(name as "users")
          .selectAll()
          .execute(),
      ),
    );
  }
  const all = rows.join("\n").toLowerCase();
  return TRACES.filter((trace) => all.includes(trace.toLowerCase()));
}

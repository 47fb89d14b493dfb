import { expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { markAttendance } from "#app/appointments/mark-attendance.server.ts";
import { addClient } from "#app/clients/add-clients.server.ts";
import type { ClientListName } from "#app/clients/client-list.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { getRecord, readClients } from "#app/privacy/get-client-record.server.ts";
import { adminActor, auditActions, NOT_ADMINS } from "#tests/support/admin.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { makePast } from "#tests/support/clients.ts";
import { demoApp, testApp } from "#tests/support/test-app.ts";

const NIA = { name: "Nia Lowe", phone: "+447700900127", email: "nia@example.com" };

test("a client is added without a booking, and whoever is alike is named first", async () => {
  const app = await testApp();
  const admin = await adminActor(app);
  const first = await addClient(app, admin, { ...NIA, despite: false });
  if (first.kind !== "added") throw new Error(first.kind);
  const record = await getRecord(app, admin, first.id);
  expect(record?.client).toMatchObject({ ...NIA, createdAt: app.clock.now() });
  expect(record?.keys.map(({ value }) => value)).toEqual([NIA.email, NIA.phone]);
  for (const alike of [
    { name: "nia  LOWE", phone: null, email: null },
    { name: "Una Lowe", phone: NIA.phone, email: null },
    { name: "Una Lowe", phone: null, email: "NIA@example.com" },
  ]) {
    const outcome = await addClient(app, admin, { ...alike, despite: false });
    expect(outcome).toMatchObject({ kind: "conflict", alike: [{ id: first.id }] });
  }
  expect((await addClient(app, admin, { name: "Una Lowe", phone: NIA.phone, email: null, despite: true })).kind).toBe(
    "added",
  );
  expect((await getRecord(app, admin, first.id))?.keys).toHaveLength(2);
  expect(await auditActions(app, "client")).toEqual(["client.add", "client.add"]);
});

test("a therapist and a bookkeeper add no one, and nobody outside does", async () => {
  const app = await demoApp();
  const staff = { kind: "staff", userId: "u", choices: [], isConfirmed: true } as const;
  const others: Actor[] = [
    ...NOT_ADMINS,
    { ...staff, roles: ["therapist"], therapistId: "demo-tom-ellery" },
    { ...staff, roles: ["bookkeeper"], therapistId: null },
  ];
  for (const actor of others) {
    expect((await addClient(app, actor, { ...NIA, despite: true })).kind, actor.kind).toBe("forbidden");
  }
});

test("the lists hold who has nothing booked for eight weeks, who missed two, and who has no email", async () => {
  const app = await demoApp({ config: { demo: false } });
  const admin = await adminActor(app);
  const person = (name: string, hour: string) => ({ name, email: `${name}@example.com`, start: at(hour) });
  const quiet = await booked(app, person("quiet", "09:00"));
  const lately = await booked(app, person("lately", "10:15"));
  await booked(app, person("ahead", "11:30"));
  const gone = await booked(app, person("gone", "12:45"));
  await app.db.kysely.updateTable("clients").set({ created_at: 0 }).execute();
  await makePast(app, quiet.id, 57);
  await makePast(app, lately.id, 55);
  await cancel(app, admin, { appointmentId: gone.id, reason: null });
  const missed = [await booked(app, person("misses", "14:00")), await booked(app, person("misses", "15:15"))];
  for (const { id } of missed) {
    await makePast(app, id, 3);
    await markAttendance(app, admin, { appointmentId: id, attendance: "missed" });
  }
  await markAttendance(app, admin, { appointmentId: lately.id, attendance: "missed" });
  await addClient(app, admin, { name: "new", phone: "+447700900129", email: null, despite: false });
  for (const hour of ["12:45", "14:00"]) {
    const { id } = await booked(app, { ...person("late", hour), start: at(hour, "2027-05-06") });
    await cancel(app, admin, { appointmentId: id, reason: null, askedBy: "client" });
    await app.db.kysely.updateTable("cancellations").set({ late: 1 }).where("appointment_id", "=", id).execute();
  }
  expect(await names(app, admin, "late")).toEqual(["late"]);
  expect(await names(app, admin, "quiet")).toEqual(["gone", "quiet"]);
  expect(await names(app, admin, "missed")).toEqual(["misses"]);
  expect(await names(app, admin, "no-email")).toEqual(["new"]);
  const own = { kind: "staff", userId: "u", choices: [], isConfirmed: true, roles: ["therapist"] } as const;
  const other = { ...own, roles: [...own.roles], choices: [], therapistId: "demo-nobody" } satisfies Actor;
  expect(await names(app, other, "missed")).toEqual([]);
});

async function names(app: AppContext, actor: Actor, list: ClientListName) {
  const question = { text: "", sort: "name", down: false, page: 1, only: { list, now: app.clock.now() } } as const;
  const { clients, total } = await readClients(app, actor, question);
  expect(total).toBe(clients.length);
  return clients.map(({ name }) => name);
}

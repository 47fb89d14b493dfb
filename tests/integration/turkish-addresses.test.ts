import { expect, inject, test } from "vitest";
import { getStanding } from "#app/appointments/booking/limit-booking.server.ts";
import { giveByEmail } from "#app/appointments/clients/own-appointments.db.server.ts";
import { deliverDue } from "#app/mail/deliver-due.server.ts";
import { listMailsTo } from "#app/mail/personal-data.server.ts";
import { renderers } from "#app/mails.server.ts";
import { receiveMessage } from "#app/messages/receive-message.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { adminActor } from "#tests/support/admin.ts";
import { booked } from "#tests/support/booking-inputs.ts";
import { clientOf, makePast } from "#tests/support/clients.ts";
import { makeDatabase } from "#tests/support/postgres-databases.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { engineOfThisRun, type TestApp, testApp } from "#tests/support/test-app.ts";

const TYPED = "ISABEL.Ives@Example.COM";
const ADDRESS = "isabel.ives@example.com";

/** On PostgreSQL in a database whose lower case of `I` is `ı`, as in Turkish. */
async function turkishApp(): Promise<TestApp> {
  const isPostgres = engineOfThisRun() === "postgres";
  const config = isPostgres && {
    config: { databaseUrl: await makeDatabase(inject("postgresUrl") ?? "", { icuLocale: "tr-TR" }) },
  };
  const app = await testApp(config || {});
  await seedDemo(app);
  return app;
}

test("an address typed with a capital I is counted, linked to its account, and not to one with a dotless one", async () => {
  const app = await turkishApp();
  const { kysely } = app.db;
  await booked(app, { email: TYPED });
  const day = { date: "2027-05-05", zone: "Europe/London", key: null };
  const asked = { email: ADDRESS, phone: "none", origin: "none", ...day, now: app.clock.now() };
  expect((await getStanding(kysely, asked)).byEmail).toBe(1);
  const { id: userId } = await personIn(app, { email: ADDRESS });
  expect(await giveByEmail(kysely, { userId, email: ADDRESS.replace("i", "ı") })).toBe(0);
  expect(await giveByEmail(kysely, { userId, email: ADDRESS })).toBe(1);
});

test("an address typed with a capital I is erased with its mails and messages", async () => {
  const app = await turkishApp();
  const { kysely } = app.db;
  const { id: appointmentId } = await booked(app, { email: TYPED });
  const letter = { firstName: "Isabel", lastName: "Ives", subject: "Parking", message: "Is there parking?" };
  await receiveMessage(app, { ...letter, email: TYPED });
  while ((await deliverDue(app, { renderers, transport: null, worker: "w", sent: new Set() })) > 0);
  await makePast(app, appointmentId);
  expect((await listMailsTo(kysely, [ADDRESS])).length).toBeGreaterThan(1);
  expect(await erase(app, await adminActor(app), { id: await clientOf(app, appointmentId), personalData })).toEqual({
    kind: "erased",
  });
  for (const table of ["appointments", "enquiries", "mails"] as const) {
    const rows = await kysely.selectFrom(table).selectAll().execute();
    expect(JSON.stringify(rows), table).not.toMatch(/ives@/i);
  }
});

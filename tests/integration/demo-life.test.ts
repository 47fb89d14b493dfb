import { expect, test } from "vitest";
import { adminHint, createAdmin } from "#app/accounts/users/create-admin.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { DEMO_OWNER, fillDemo } from "#app/demo/fill-demo.server.ts";
import { openDemo } from "#app/demo.server.ts";
import { getToday } from "#app/diary/get-today.server.ts";
import { sendAgain } from "#app/mail/mail-list.server.ts";
import { renderers } from "#app/mails.server.ts";
import { booked } from "#tests/support/booking-inputs.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { SOUND, unsoundness } from "#tests/support/soundness.ts";
import { demoApp, type TestApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

// Filling runs some two thousand commands: this is for a machine with other work.
const PATIENCE = 120_000;
const DAY = 86_400_000;
const owner = { kind: "admin", userId: "imogen" } as const;

test("the commands leave a sound practice with all that its own side shows, and only once", {
  timeout: PATIENCE,
}, async () => {
  const app = await demoApp();
  expect(await openDemo(app)).toMatchObject({ email: DEMO_OWNER.email });
  const { withoutMail: _, ...sound } = SOUND;
  expect(await unsoundness(app.db.kysely)).toMatchObject(sound);
  await expectLife(app);
  const today = await getToday(app, owner);
  expect(today.appointments.some(({ start }) => start >= app.clock.now() && start <= app.clock.now() + DAY / 24)).toBe(
    true,
  );
  expect(today.gaps.some(({ fits }) => fits)).toBe(true);
  expect(await adminHint(app)).toContain("npm run admin -- create");
  const before = await countsOf(app);
  expect(await openDemo(app)).toBeNull();
  expect(await countsOf(app)).toEqual(before);
});

test("nothing is ever sent to the demo's people, and what a real client books is", { timeout: PATIENCE }, async () => {
  const server = await mailServer();
  const app = await demoApp();
  await fillDemo(app, { renderers, password: "quiet-otter-under-larches" });
  const { kysely } = app.db;
  const [ahead] = await kysely
    .selectFrom("appointments")
    .select("id")
    .where("starts_at", ">", TUESDAY_NINE + 3 * DAY)
    .where("status", "=", "Confirmed")
    .limit(1)
    .execute();
  // Queued by a person's press: stored as done.
  expect(await cancel(app, owner, { appointmentId: ahead?.id ?? "", reason: null })).toMatchObject({
    kind: "cancelled",
  });
  // Queued for a demo person's address by a booking that is not marked, and an old mail sent again.
  const [person] = await kysely.selectFrom("clients").select("email").limit(1).execute();
  await booked(app, { email: person?.email ?? "", start: TUESDAY_NINE + 35 * DAY });
  const old = await kysely.selectFrom("mails").select("outbox_id").limit(1).executeTakeFirstOrThrow();
  await sendAgain(app, owner, old.outbox_id);
  await booked(app, { email: "real@practice-client.example", start: TUESDAY_NINE + 36 * DAY });
  await sendAll(app, worker(server.url));
  // The last reminder is due two days before the last appointment.
  app.clock.set(TUESDAY_NINE + 34.5 * DAY);
  await sendAll(app, worker(server.url));
  const demo = await kysely.selectFrom("demo_marks").select("id").where("kind", "=", "address").execute();
  const refused = new Set(demo.map(({ id }) => id));
  const recipients = server.arrived.flatMap((one) => one.recipients);
  expect(recipients.filter((address) => refused.has(address.toLowerCase()))).toEqual([]);
  expect(recipients.filter((address) => address === "real@practice-client.example").length).toBeGreaterThan(0);
  const open = await kysely.selectFrom("outbox").select("id").where("done_at", "is", null).execute();
  expect(open).toEqual([]);
});

test("a deed that fails leaves nothing of the life, and the site opens without it", { timeout: PATIENCE }, async () => {
  const app = await demoApp();
  const before = await countsOf(app);
  const marks = () => app.db.kysely.selectFrom("demo_marks").select(["kind", "id"]).execute();
  const marked = await marks();
  // Somebody has the owner's address: the fill has begun by then.
  await createAdmin(app, { email: DEMO_OWNER.email, password: "quiet-otter-under-larches" });
  expect(await openDemo(app)).toBeNull();
  expect(await countsOf(app)).toEqual(before);
  expect(await marks()).toEqual(marked);
});

async function expectLife(app: TestApp): Promise<void> {
  const counts = await countsOf(app);
  expect(counts.clients).toBeGreaterThanOrEqual(50);
  expect(counts.appointments).toBeGreaterThan(400);
  expect(counts).toMatchObject({ enquiries: 7, complaints: 1, client_notes: 2, enquiry_replies: 2 });
  const { kysely } = app.db;
  const states = await kysely.selectFrom("enquiries").select("state").distinct().orderBy("state").execute();
  expect(states.map(({ state }) => state)).toEqual(["done", "read", "spam", "unread"]);
  const attended = await kysely.selectFrom("attendances").select("state").distinct().orderBy("state").execute();
  expect(attended.map(({ state }) => state)).toEqual(expect.arrayContaining(["finished", "missed"]));
  const late = await kysely
    .selectFrom("cancellations")
    .select("appointment_id")
    .where("reason", "is not", null)
    .execute();
  expect(late.length).toBeGreaterThan(5);
  const sent = await kysely.selectFrom("mails").select("outbox_id").where("sent_at", "is not", null).execute();
  expect(sent.length).toBeGreaterThan(10);
  const waiting = await kysely.selectFrom("outbox").select("id").where("done_at", "is", null).execute();
  expect(waiting.length).toBeGreaterThan(10);
}

async function countsOf({ db }: TestApp): Promise<Record<string, number>> {
  const tables = [
    "clients",
    "appointments",
    "enquiries",
    "complaints",
    "client_notes",
    "enquiry_replies",
    "outbox",
  ] as const;
  const counts: Record<string, number> = {};
  for (const table of tables) counts[table] = (await db.kysely.selectFrom(table).selectAll().execute()).length;
  return counts;
}

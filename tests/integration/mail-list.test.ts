import { expect, test } from "vitest";
import { deliverDue } from "#app/mail/deliver-due.server.ts";
import { getMailView, listMailPage, sendAgain } from "#app/mail/mail-list.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import { renderers } from "#app/mails.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { auditOf } from "#tests/support/admin-edit.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { demoApp } from "#tests/support/test-app.ts";

const admin = { kind: "admin", userId: "imogen" } as const;
const CONFIRMED = "appointment-confirmed-client";

/** Two mails are due and a reminder is not. */
async function bookedApp(): Promise<AppContext> {
  const app = await demoApp();
  await booked(app, { service: "deep-tissue-massage", therapist: "tom-ellery", start: FRIDAY_TEN });
  return app;
}

async function idOf(app: AppContext, kind: string): Promise<string> {
  const row = await app.db.kysely.selectFrom("outbox").select("id").where("kind", "=", kind).executeTakeFirst();
  return row?.id ?? "";
}

/** Gives a message an end, as the worker does. */
async function end(app: AppContext, id: string, how: { done_at?: number; failed_at?: number; last_error?: string }) {
  await app.db.kysely.updateTable("outbox").set(how).where("id", "=", id).execute();
}

test("mails are listed by where they stand, and a failed one is tried from the beginning", async () => {
  const app = await bookedApp();
  const id = await idOf(app, CONFIRMED);
  await end(app, id, { failed_at: 5, last_error: "451 Try again later" });
  const failed = await listMailPage(app, admin, { state: "failed", clientId: null, page: 1 });
  expect(failed).toMatchObject({ total: 1, mails: [{ id, state: "failed", lastError: "451 Try again later" }] });
  expect((await listMailPage(app, admin, { state: "waiting", clientId: null, page: 1 }))?.total).toBe(2);
  expect(await sendAgain(app, admin, id)).toEqual({ kind: "sent", id });
  expect((await listMailPage(app, admin, { state: "waiting", clientId: null, page: 1 }))?.total).toBe(3);
  expect(await sendAgain(app, admin, id)).toEqual({ kind: "waiting" });
  expect((await auditOf(app)).filter((line) => line.startsWith("admin"))).toEqual([
    `admin:imogen mail.send-again mail ${id}`,
  ]);
});

test("a mail that was sent is sent once more as another message", async () => {
  const app = await bookedApp();
  const id = await idOf(app, CONFIRMED);
  await end(app, id, { done_at: 5 });
  const outcome = await sendAgain(app, admin, id);
  if (outcome.kind !== "sent") throw new Error(outcome.kind);
  expect(outcome.id).not.toBe(id);
  const again = await getMailView(app, admin, { id: outcome.id, sends: false });
  expect(again).toMatchObject({ kind: CONFIRMED, state: "waiting", attempts: 0 });
  expect((await listMailPage(app, admin, { state: null, clientId: null, page: 2 }))?.mails).toEqual([]);
});

test("what waits is read as it would be written now, and a client's mails are found by the client", async () => {
  const app = await bookedApp();
  const { client_id } = await app.db.kysely
    .selectFrom("appointments")
    .select("client_id")
    .where("starts_at", "=", FRIDAY_TEN)
    .executeTakeFirstOrThrow();
  const theirs = await listMailPage(app, admin, { state: null, clientId: client_id ?? "", page: 1 });
  expect(theirs?.mails.map(({ client }) => client)).toEqual(["Sam Carter", "Sam Carter", "Sam Carter"]);
  expect((await listMailPage(app, admin, { state: null, clientId: "nobody", page: 1 }))?.total).toBe(0);
  const id = await idOf(app, "appointment-reminder-client");
  expect(await getMailView(app, admin, { id, sends: true, renderers })).toMatchObject({
    state: "waiting",
    recipient: "sam@example.com",
    text: expect.stringContaining("Sam"),
  });
  expect(await getMailView(app, admin, { id, sends: true })).toMatchObject({ text: null });
});

test("once a mail server is set up, the copy keeps a link that opens an account to itself", async () => {
  const app = await bookedApp();
  const mail = (text: string) => {
    const box = { name: "Sam", address: "sam@example.com" };
    return { from: box, to: box, replyTo: box, subject: "Reset", text, html: text, calendar: null };
  };
  const renderers = { [CONFIRMED]: async () => mail("https://x.test/reset-password?token=abc-DEF_1 and more") };
  await deliverDue(app, { renderers: renderers as never, transport: null, worker: "test", sent: new Set() });
  const id = await idOf(app, CONFIRMED);
  expect((await getMailView(app, admin, { id, sends: false }))?.text).toContain("token=abc-DEF_1");
  expect((await getMailView(app, admin, { id, sends: true }))?.text).toBe(
    "https://x.test/reset-password?token=… and more",
  );
});

test("nobody but an admin reads or sends", async () => {
  const app = await bookedApp();
  const id = await idOf(app, CONFIRMED);
  const client = { kind: "client", userId: "sam" } as const;
  expect(await listMailPage(app, client, { state: null, clientId: null, page: 1 })).toBeNull();
  expect(await getMailView(app, client, { id, sends: false })).toBeNull();
  expect(await sendAgain(app, client, id)).toEqual({ kind: "forbidden" });
  expect(await sendAgain(app, admin, "none")).toEqual({ kind: "not-found" });
});

test("a mail about an invented person is stored in no channel, listed as never sent", async () => {
  const app = await demoApp();
  const id = "an-invented-appointment";
  await app.db.kysely.insertInto("demo_marks").values({ kind: "appointment", id, value: null }).execute();
  const message = { kind: CONFIRMED, subject: { kind: "appointment", id }, data: { appointmentId: id } };
  await app.db.kysely.transaction().execute((tx) => enqueue(tx, [message], app.clock.now()));
  const channels = () => app.db.kysely.selectFrom("outbox").select(["channel", "done_at"]).execute();
  expect(await channels()).toEqual([{ channel: "none", done_at: app.clock.now() }]);
  expect(await listMailPage(app, admin, { state: null, clientId: null, page: 1 })).toMatchObject({
    mails: [{ state: "none" }],
  });
  for (const state of ["waiting", "sent", "failed"] as const)
    expect((await listMailPage(app, admin, { state, clientId: null, page: 1 }))?.total).toBe(0);
});

import { expect, test } from "vitest";
import { deliverDue } from "#app/outbox/delivery/commands.server.ts";
import { sendAgain, showMail, showMails } from "#app/outbox/desk/commands.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { auditOf } from "#tests/support/desk.ts";
import { demoWorld } from "#tests/support/world.ts";

const admin = { kind: "admin", userId: "imogen" };
const CONFIRMED = "appointment-confirmed-client";

/** Two mails are due and a reminder is not. */
async function bookedWorld(): Promise<World> {
  const world = await demoWorld();
  await booked(world, { service: "deep-tissue-massage", therapist: "tom-ellery", start: FRIDAY_TEN });
  return world;
}

async function idOf(world: World, kind: string): Promise<string> {
  const row = await world.db.kysely.selectFrom("outbox").select("id").where("kind", "=", kind).executeTakeFirst();
  return row?.id ?? "";
}

/** Gives a message an end, as the worker does. */
async function end(world: World, id: string, how: { done_at?: number; failed_at?: number; last_error?: string }) {
  await world.db.kysely.updateTable("outbox").set(how).where("id", "=", id).execute();
}

test("mails are listed by where they stand, and a failed one is tried from the beginning", async () => {
  const world = await bookedWorld();
  const id = await idOf(world, CONFIRMED);
  await end(world, id, { failed_at: 5, last_error: "451 Try again later" });
  const failed = await showMails(world, admin, { state: "failed", page: 1 });
  expect(failed).toMatchObject({ total: 1, mails: [{ id, state: "failed", lastError: "451 Try again later" }] });
  expect((await showMails(world, admin, { state: "waiting", page: 1 }))?.total).toBe(2);
  expect(await sendAgain(world, admin, id)).toEqual({ kind: "queued", id });
  expect((await showMails(world, admin, { state: "waiting", page: 1 }))?.total).toBe(3);
  expect(await sendAgain(world, admin, id)).toEqual({ kind: "waiting" });
  expect((await auditOf(world)).filter((line) => line.startsWith("admin"))).toEqual([
    `admin:imogen mail.send-again mail ${id}`,
  ]);
});

test("a mail that was sent is sent once more as another message", async () => {
  const world = await bookedWorld();
  const id = await idOf(world, CONFIRMED);
  await end(world, id, { done_at: 5 });
  const outcome = await sendAgain(world, admin, id);
  if (outcome.kind !== "queued") throw new Error(outcome.kind);
  expect(outcome.id).not.toBe(id);
  const again = await showMail(world, admin, outcome.id);
  expect(again).toMatchObject({ kind: CONFIRMED, state: "waiting", attempts: 0 });
  expect((await showMails(world, admin, { state: null, page: 2 }))?.mails).toEqual([]);
});

test("once a mail server is set up, the copy keeps a link that opens an account to itself", async () => {
  const world = await bookedWorld();
  const mail = (text: string) => {
    const box = { name: "Sam", address: "sam@example.com" };
    return { from: box, to: box, replyTo: box, subject: "Reset", text, html: text, calendar: null };
  };
  const renderers = { [CONFIRMED]: async () => mail("https://x.test/reset-password?token=abc-DEF_1 and more") };
  await deliverDue(world, { renderers: renderers as never, transport: null, worker: "test" });
  const id = await idOf(world, CONFIRMED);
  expect((await showMail(world, admin, id))?.text).toContain("token=abc-DEF_1");
  const sending = { ...world, config: { ...world.config, smtpUrl: "smtp://mail.test" } };
  expect((await showMail(sending, admin, id))?.text).toBe("https://x.test/reset-password?token=… and more");
});

test("nobody but an admin reads or sends", async () => {
  const world = await bookedWorld();
  const id = await idOf(world, CONFIRMED);
  const client = { kind: "client", userId: "sam" };
  expect(await showMails(world, client, { state: null, page: 1 })).toBeNull();
  expect(await showMail(world, client, id)).toBeNull();
  expect(await sendAgain(world, client, id)).toEqual({ kind: "forbidden" });
  expect(await sendAgain(world, admin, "none")).toEqual({ kind: "unknown" });
});

import { expect, test } from "vitest";
import { replyTo } from "#app/messages/change-message.server.ts";
import { listMessagePage } from "#app/messages/list-messages.server.ts";
import { forgetSome } from "#app/messages/messages.jobs.server.ts";
import { receiveComplaint } from "#app/messages/receive-complaint.server.ts";
import { receiveMessage } from "#app/messages/receive-message.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { saveSetting } from "#app/settings/save-setting.server.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { testApp } from "#tests/support/test-app.ts";

const admin = { kind: "admin", userId: "imogen" } as const;
const MESSAGE = "Do you sell gift vouchers?";
const LETTER = {
  firstName: "Sam",
  lastName: "Carter",
  email: "sam@example.com",
  subject: "Vouchers",
  message: MESSAGE,
};

async function subjects(app: AppContext) {
  return (await listMessagePage(app, admin, { state: null, page: 1 }))?.enquiries.map(({ subject }) => subject);
}

test("a message is deleted after its months, with the reply and every mail that holds its words", async () => {
  const app = await testApp();
  app.clock.set(Date.parse("2026-03-31T10:00:00Z"));
  const outcome = await receiveMessage(app, LETTER);
  if (outcome.kind === "received") await replyTo(app, admin, { id: outcome.id, text: "We do." });
  await sendAll(app, worker(null));
  app.clock.set(Date.parse("2027-03-20T10:00:00Z"));
  await receiveMessage(app, { ...LETTER, subject: "New" });
  expect(await forgetSome(app)).toBe(0);
  app.clock.set(Date.parse("2027-04-01T10:00:00Z"));
  expect(await forgetSome(app)).toBe(1);
  expect(await forgetSome(app)).toBe(0);
  expect(await subjects(app)).toEqual(["New"]);
  const mails = await app.db.kysely.selectFrom("mails").select("body_text").execute();
  expect(mails.filter(({ body_text }) => body_text.includes(MESSAGE))).toEqual([]);
  expect(await app.db.kysely.selectFrom("enquiry_replies").selectAll().execute()).toEqual([]);
});

test("the practice says for how many months; complaints stay for six years", async () => {
  const app = await testApp();
  app.clock.set(Date.parse("2026-01-10T10:00:00Z"));
  await receiveMessage(app, LETTER);
  const complaint = { name: "Sam", reply: "sam@example.com", email: "sam@example.com", happened: "x", remedy: "y" };
  await receiveComplaint(app, { ...complaint, about: "treatment" }, "one");
  app.clock.set(Date.parse("2026-04-11T10:00:00Z"));
  expect(await forgetSome(app)).toBe(0);
  const next = () => ({ blocked: [], keptMonths: 3, replies: [] });
  await saveSetting(app, admin, { key: "messages", version: 0, next });
  expect(await forgetSome(app)).toBe(1);
  expect(await subjects(app)).toEqual(["Complaint C-1 about a treatment or booking"]);
  app.clock.set(Date.parse("2032-01-11T10:00:00Z"));
  expect(await forgetSome(app)).toBe(1);
});

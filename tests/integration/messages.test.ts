import { expect, test } from "vitest";
import { assignMessage, deleteMessage, markMessage, replyTo } from "#app/messages/change-message.server.ts";
import { contactForm } from "#app/messages/contact.form.ts";
import { getMessageBoard, getMessageView, listMessagePage } from "#app/messages/list-messages.server.ts";
import { receiveMessage } from "#app/messages/receive-message.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readFields } from "#app/platform/form-fields.ts";
import { saveSetting } from "#app/settings/save-setting.server.ts";
import { auditOf } from "#tests/support/admin-edit.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { outboxOf, sendAll, worker } from "#tests/support/post.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { demoApp, testApp } from "#tests/support/test-app.ts";

const admin = { kind: "admin", userId: "imogen" } as const;
const TYPED = {
  user_firstName: "Sam",
  user_lastName: "Carter",
  user_email: "sam@example.com",
  user_subject: "Gift vouchers",
  user_message: "Do you sell them?\r\n\r\nThank you",
};
const LETTER = {
  firstName: "Sam",
  lastName: "Carter",
  email: "sam@example.com",
  subject: "Gift vouchers",
  message: "Do you sell them?",
};

async function received(app: AppContext, changes: Partial<typeof TYPED> = {}): Promise<string> {
  const form = readFields(contactForm, { ...TYPED, ...changes });
  if (form.kind === "invalid") throw new Error(JSON.stringify(form.errors));
  const outcome = await receiveMessage(app, form.value);
  if (outcome.kind !== "received") throw new Error(outcome.kind);
  return outcome.id;
}

test("a message is kept, told to the practice with the sender to reply to, and acknowledged without a quote", async () => {
  const app = await demoApp();
  await received(app);
  const server = await mailServer();
  await sendAll(app, worker(server.url));
  expect(server.arrived.map(({ recipients }) => recipients[0]).sort()).toEqual([
    "hello@limberyard.example",
    "sam@example.com",
  ]);
  const told = server.arrived.find(({ recipients }) => recipients[0] === "hello@limberyard.example")?.mail;
  expect(told).toMatchObject({ subject: "Message: Gift vouchers", replyTo: [{ address: "sam@example.com" }] });
  expect(told?.text).toContain("Do you sell them?");
  const thanked = server.arrived.find(({ recipients }) => recipients[0] === "sam@example.com")?.mail;
  expect(thanked?.subject).toBe("We have your message");
  expect(thanked?.text).not.toContain("sell them");
});

test("the same key is one message, on whichever engine, and told once", async () => {
  const app = await testApp();
  const letter = { ...LETTER };
  const first = await receiveMessage(app, letter, "key");
  expect(await receiveMessage(app, letter, "key")).toEqual(first);
  expect(await receiveMessage(app, letter, "another")).not.toEqual(first);
  await receiveMessage(app, letter);
  expect((await listMessagePage(app, admin, { state: null, page: 1 }))?.total).toBe(3);
  expect(await outboxOf(app)).toHaveLength(6);
});

test("one draft is one message: sent twice, all at once, or with other blanks; with other words it is refused", async () => {
  const app = await testApp();
  const blanks = ["Do you sell them?", " Do you  sell\r\nthem? ", "Do you\u00a0sell them?\n", "Do\tyou sell them?"];
  const sent = await Promise.all(blanks.map((message) => receiveMessage(app, { ...LETTER, message }, "key")));
  expect(new Set(sent.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
  expect(await receiveMessage(app, { ...LETTER, message: "Do you mend them?" }, "key")).toEqual({ kind: "key-used" });
  expect((await listMessagePage(app, admin, { state: null, page: 1 }))?.total).toBe(1);
  expect(await outboxOf(app)).toHaveLength(2);
});

test("what the practice has blocked is not kept, and nobody is mailed", async () => {
  const app = await testApp();
  const next = () => ({ blocked: ["pest.example"], keptMonths: 12, replies: [] });
  await saveSetting(app, admin, { key: "messages", version: 0, next });
  expect(await receiveMessage(app, { ...LETTER, email: "a@pest.example" })).toEqual({ kind: "blocked" });
  expect((await listMessagePage(app, admin, { state: null, page: 1 }))?.total).toBe(0);
  expect(await outboxOf(app)).toEqual([]);
});

test("messages are listed unread first; spam only when asked for", async () => {
  const app = await testApp();
  const ids = { old: await received(app, { user_subject: "Old" }), spam: "", fresh: "" };
  app.clock.set(app.clock.now() + 1000);
  ids.spam = await received(app, { user_subject: "Buy now" });
  ids.fresh = await received(app, { user_subject: "Fresh" });
  await markMessage(app, admin, { id: ids.fresh, state: "read" });
  await markMessage(app, admin, { id: ids.spam, state: "spam" });
  const subjects = async (state: "spam" | null) =>
    (await listMessagePage(app, admin, { state, page: 1 }))?.enquiries.map(({ subject }) => subject);
  expect(await subjects(null)).toEqual(["Old", "Fresh"]);
  expect(await subjects("spam")).toEqual(["Buy now"]);
  expect(await listMessagePage(app, admin, { state: null, page: 2 })).toEqual({ enquiries: [], total: 2, unread: 1 });
  expect((await auditOf(app)).sort()).toEqual(
    [`admin:imogen enquiry.read enquiry ${ids.fresh}`, `admin:imogen enquiry.spam enquiry ${ids.spam}`].sort(),
  );
});

test("the board has what is open, what waits and what was done last, each with who answers", async () => {
  const app = await testApp();
  const staff = await signedIn(app, { role: "admin", name: "Ruth Marsh" });
  const ids = [];
  for (const subject of ["Open", "Waits", "Done", "Spam"]) ids.push(await received(app, { user_subject: subject }));
  const [open = "", waits = "", done = "", spam = ""] = ids;
  await replyTo(app, admin, { id: waits, text: "When would suit you?", waits: true });
  await markMessage(app, admin, { id: done, state: "done" });
  await markMessage(app, admin, { id: spam, state: "spam" });
  expect(await assignMessage(app, admin, { id: open, userId: staff.id, staff: [staff] })).toEqual({ kind: "changed" });
  expect(await assignMessage(app, admin, { id: open, userId: "stranger", staff: [staff] })).toEqual({
    kind: "not-found",
  });
  expect(await getMessageBoard(app, admin)).toMatchObject({
    open: [{ id: open, assignee: "Ruth Marsh" }],
    waiting: [{ id: waits, assignee: null }],
    done: [{ id: done }],
  });
  expect(await getMessageBoard(app, { kind: "visitor" })).toBeNull();
});

test("a reply is kept, mailed with the message below it, and the message is done", async () => {
  const app = await testApp();
  const id = await received(app);
  expect(await replyTo(app, admin, { id, text: "Yes, at the desk.\n<b>Any</b> amount." })).toEqual({
    kind: "changed",
  });
  expect(await getMessageView(app, admin, id)).toMatchObject({
    enquiry: { state: "done" },
    replies: [{ actor: "admin:imogen" }],
  });
  const server = await mailServer();
  await sendAll(app, worker(server.url));
  const reply = server.arrived.find(({ mail }) => mail.subject === "Re: Gift vouchers")?.mail;
  expect(reply?.to).toMatchObject([{ address: "sam@example.com" }]);
  expect(reply?.text).toContain("Yes, at the desk.");
  expect(reply?.text).toContain("Do you sell them?");
  expect(reply?.html).toContain("&lt;b&gt;Any");
});

test("a deleted message is gone with its replies, and its mails say nothing", async () => {
  const app = await testApp();
  const id = await received(app);
  await replyTo(app, admin, { id, text: "Yes." });
  expect(await deleteMessage(app, admin, id)).toEqual({ kind: "changed" });
  expect(await deleteMessage(app, admin, id)).toEqual({ kind: "not-found" });
  expect(await getMessageView(app, admin, id)).toBeNull();
  const server = await mailServer();
  await sendAll(app, worker(server.url));
  expect(server.arrived).toEqual([]);
});

test("nobody but an admin reads or answers messages", async () => {
  const app = await testApp();
  const id = await received(app);
  const client = { kind: "client", userId: "sam" } as const;
  expect(await listMessagePage(app, client, { state: null, page: 1 })).toBeNull();
  expect(await getMessageView(app, client, id)).toBeNull();
  expect(await replyTo(app, client, { id, text: "Yes." })).toEqual({ kind: "forbidden" });
  expect(await markMessage(app, client, { id, state: "spam" })).toEqual({ kind: "forbidden" });
  expect(await deleteMessage(app, client, id)).toEqual({ kind: "forbidden" });
});

test("the form says what is missing and what can't stand, and lets nothing into a header", () => {
  expect(readFields(contactForm, {})).toEqual({
    kind: "invalid",
    errors: {
      user_firstName: "Enter your first name",
      user_lastName: "Enter your last name",
      user_email: "Enter your email address",
      user_subject: "Enter a subject",
      user_message: "Enter a message",
    },
  });
  const evil = { ...TYPED, user_email: "a@b.example,c@d.example", user_subject: "Hi\r\nBcc: all@example.com" };
  expect(readFields(contactForm, { ...evil, user_message: "x".repeat(2001) })).toMatchObject({
    errors: {
      user_email: "Enter an email address in the correct format, like name@example.com",
      user_subject: "Enter a subject",
      user_message: "Your message must be 2,000 characters or fewer",
    },
  });
});

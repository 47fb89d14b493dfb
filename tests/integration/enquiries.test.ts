import { expect, test } from "vitest";
import { receiveEnquiry } from "#app/enquiries/commands.server.ts";
import { putInState, removeEnquiry, replyTo, showEnquiries, showEnquiry } from "#app/enquiries/desk/commands.server.ts";
import { contactForm } from "#app/enquiries/forms.ts";
import { readFields } from "#app/platform/form-fields.ts";
import type { World } from "#app/platform/world.server.ts";
import { saveSetting } from "#app/settings/editing/commands.server.ts";
import { auditOf } from "#tests/support/desk.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { outboxOf, sendAll, worker } from "#tests/support/post.ts";
import { testWorld } from "#tests/support/world.ts";

const admin = { kind: "admin", userId: "imogen" };
const TYPED = {
  user_firstName: "Sam",
  user_lastName: "Carter",
  user_email: "sam@example.com",
  user_subject: "Gift vouchers",
  user_message: "Do you sell them?\r\n\r\nThank you",
};
const LETTER = {
  ...{ firstName: "Sam", lastName: "Carter", email: "sam@example.com" },
  ...{ subject: "Gift vouchers", message: "Do you sell them?" },
};

async function received(world: World, changes: Partial<typeof TYPED> = {}): Promise<string> {
  const form = readFields(contactForm, { ...TYPED, ...changes });
  if (form.kind === "invalid") throw new Error(JSON.stringify(form.errors));
  const outcome = await receiveEnquiry(world, form.value);
  if (outcome.kind === "blocked") throw new Error("blocked");
  return outcome.id;
}

test("a message is kept, told to the practice with the sender to reply to, and acknowledged without a quote", async () => {
  const world = await testWorld();
  await received(world);
  const server = await mailServer();
  await sendAll(world, worker(server.url));
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
  const world = await testWorld();
  const letter = { ...LETTER };
  const first = await receiveEnquiry(world, letter, "key");
  expect(await receiveEnquiry(world, letter, "key")).toEqual(first);
  expect(await receiveEnquiry(world, letter, "another")).not.toEqual(first);
  await receiveEnquiry(world, letter);
  expect((await showEnquiries(world, admin, { state: null, page: 1 }))?.total).toBe(3);
  expect(await outboxOf(world)).toHaveLength(6);
});

test("what the practice has blocked is not kept, and nobody is mailed", async () => {
  const world = await testWorld();
  const next = () => ({ blocked: ["pest.example"], keptMonths: 12 });
  await saveSetting(world, admin, { key: "messages", version: 0, next });
  expect(await receiveEnquiry(world, { ...LETTER, email: "a@pest.example" })).toEqual({ kind: "blocked" });
  expect((await showEnquiries(world, admin, { state: null, page: 1 }))?.total).toBe(0);
  expect(await outboxOf(world)).toEqual([]);
});

test("messages are listed unread first; spam only when asked for", async () => {
  const world = await testWorld();
  const ids = { old: await received(world, { user_subject: "Old" }), spam: "", fresh: "" };
  world.clock.set(world.clock.now() + 1000);
  ids.spam = await received(world, { user_subject: "Buy now" });
  ids.fresh = await received(world, { user_subject: "Fresh" });
  await putInState(world, admin, { id: ids.fresh, state: "read" });
  await putInState(world, admin, { id: ids.spam, state: "spam" });
  const subjects = async (state: "spam" | null) =>
    (await showEnquiries(world, admin, { state, page: 1 }))?.enquiries.map(({ subject }) => subject);
  expect(await subjects(null)).toEqual(["Old", "Fresh"]);
  expect(await subjects("spam")).toEqual(["Buy now"]);
  expect(await showEnquiries(world, admin, { state: null, page: 2 })).toEqual({ enquiries: [], total: 2, unread: 1 });
  expect((await auditOf(world)).sort()).toEqual(
    [`admin:imogen enquiry.read enquiry ${ids.fresh}`, `admin:imogen enquiry.spam enquiry ${ids.spam}`].sort(),
  );
});

test("a reply is kept, mailed with the message below it, and the message is done", async () => {
  const world = await testWorld();
  const id = await received(world);
  expect(await replyTo(world, admin, { id, text: "Yes, at the desk.\n<b>Any</b> amount." })).toEqual({
    kind: "changed",
  });
  expect(await showEnquiry(world, admin, id)).toMatchObject({
    enquiry: { state: "done" },
    replies: [{ actor: "admin:imogen" }],
  });
  const server = await mailServer();
  await sendAll(world, worker(server.url));
  const reply = server.arrived.find(({ mail }) => mail.subject === "Re: Gift vouchers")?.mail;
  expect(reply?.to).toMatchObject([{ address: "sam@example.com" }]);
  expect(reply?.text).toContain("Yes, at the desk.");
  expect(reply?.text).toContain("Do you sell them?");
  expect(reply?.html).toContain("&lt;b&gt;Any");
});

test("a deleted message is gone with its replies, and its mails say nothing", async () => {
  const world = await testWorld();
  const id = await received(world);
  await replyTo(world, admin, { id, text: "Yes." });
  expect(await removeEnquiry(world, admin, id)).toEqual({ kind: "changed" });
  expect(await removeEnquiry(world, admin, id)).toEqual({ kind: "unknown" });
  expect(await showEnquiry(world, admin, id)).toBeNull();
  const server = await mailServer();
  await sendAll(world, worker(server.url));
  expect(server.arrived).toEqual([]);
});

test("nobody but an admin reads or answers messages", async () => {
  const world = await testWorld();
  const id = await received(world);
  const client = { kind: "client", userId: "sam" };
  expect(await showEnquiries(world, client, { state: null, page: 1 })).toBeNull();
  expect(await showEnquiry(world, client, id)).toBeNull();
  expect(await replyTo(world, client, { id, text: "Yes." })).toEqual({ kind: "forbidden" });
  expect(await putInState(world, client, { id, state: "spam" })).toEqual({ kind: "forbidden" });
  expect(await removeEnquiry(world, client, id)).toEqual({ kind: "forbidden" });
});

test("the form says what is missing and what can't stand, and lets nothing into a header", () => {
  expect(readFields(contactForm, {})).toEqual({
    kind: "invalid",
    errors: {
      user_firstName: "Enter your first name",
      user_lastName: "Enter your last name",
      user_email: "Enter your e-mail address",
      user_subject: "Enter a subject",
      user_message: "Enter a message",
    },
  });
  const evil = { ...TYPED, user_email: "a@b.example,c@d.example", user_subject: "Hi\r\nBcc: all@example.com" };
  expect(readFields(contactForm, { ...evil, user_message: "x".repeat(2001) })).toMatchObject({
    errors: {
      user_email: "Enter an e-mail address in the correct format, like name@example.com",
      user_subject: "Enter a subject",
      user_message: "Your message must be 2,000 characters or fewer",
    },
  });
});

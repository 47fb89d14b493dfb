import { expect, test } from "vitest";
import { deleteMessage, replyTo } from "#app/messages/change-message.server.ts";
import { type ComplaintInput, complaintForm } from "#app/messages/complaint.form.ts";
import { getMessageView, listMessagePage } from "#app/messages/list-messages.server.ts";
import { receiveComplaint } from "#app/messages/receive-complaint.server.ts";
import { readFields } from "#app/platform/form-fields.ts";
import { saveSetting } from "#app/settings/save-setting.server.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { demoApp, testApp } from "#tests/support/test-app.ts";

const admin = { kind: "admin", userId: "imogen" } as const;
const TYPED = {
  about: "treatment",
  name: "Sam Carter",
  reply: "sam@example.com",
  happened: "I waited half an hour.",
  wanted: "An apology.",
};

/** Under the names of the one form for messages and complaints. */
function asSent({ about = "", name = "", reply = "", happened = "", wanted = "" }: Partial<typeof TYPED>) {
  return { user_subject: about, user_firstName: name, user_email: reply, user_message: happened, wanted };
}

function grievance(changes: Partial<typeof TYPED> = {}): ComplaintInput {
  const form = readFields(complaintForm, asSent({ ...TYPED, ...changes }));
  if (form.kind === "invalid") throw new Error(JSON.stringify(form.errors));
  return form.value;
}

async function complained(...asked: Parameters<typeof receiveComplaint>): Promise<string> {
  const outcome = await receiveComplaint(...asked);
  if (outcome.kind !== "received") throw new Error(outcome.kind);
  return outcome.id;
}

test("a complaint has a number and a day, and both sides are written to", async () => {
  const app = await demoApp();
  app.clock.set(Date.parse("2026-12-23T10:00:00Z"));
  const id = await complained(app, grievance(), "one");
  expect((await getMessageView(app, admin, id))?.enquiry).toMatchObject({
    firstName: "Sam Carter",
    lastName: "",
    email: "sam@example.com",
    state: "unread",
    subject: "Complaint C-1 about a treatment or booking",
    message: "I waited half an hour.",
    // Christmas, its Monday and New Year do not count.
    complaint: {
      number: 1,
      about: "treatment",
      replyTo: "sam@example.com",
      remedy: "An apology.",
      dueDay: "2027-01-04",
    },
  });
  const server = await mailServer();
  await sendAll(app, worker(server.url));
  const told = server.arrived.find(({ recipients }) => recipients[0] === "hello@limberyard.example")?.mail;
  expect(told).toMatchObject({ subject: "Complaint C-1 about a treatment or booking" });
  expect(told?.replyTo).toMatchObject([{ name: "Sam Carter", address: "sam@example.com" }]);
  for (const words of ["I waited half an hour.", "An apology.", "Monday 4 January 2027"]) {
    expect(told?.text).toContain(words);
  }
  const thanked = server.arrived.find(({ recipients }) => recipients[0] === "sam@example.com")?.mail;
  expect(thanked?.subject).toBe("We have your complaint C-1");
  expect(thanked?.text).toContain("We will write to you by Monday 4 January 2027.");
  expect(thanked?.text).not.toContain("half an hour");
});

test("who wants an answer by phone is mailed nothing, and nobody can reply by mail", async () => {
  const app = await demoApp();
  const id = await complained(app, grievance({ reply: "07700 900982" }), "one");
  const server = await mailServer();
  await sendAll(app, worker(server.url));
  expect(server.arrived.map(({ recipients }) => recipients)).toEqual([["hello@limberyard.example"]]);
  expect(server.arrived[0]?.mail.text).toContain("07700 900982");
  expect(await replyTo(app, admin, { id, text: "Sorry." })).toEqual({ kind: "not-found" });
});

test("about information an acknowledgement is due on the next working day", async () => {
  const app = await testApp();
  app.clock.set(Date.parse("2026-11-20T23:30:00Z"));
  const id = await complained(app, grievance({ about: "information" }), "one");
  expect((await getMessageView(app, admin, id))?.enquiry.complaint).toMatchObject({ dueDay: "2026-11-23" });
});

test("numbers are given once: not for a form sent twice, not again after a deletion, not to two at once", async () => {
  const app = await testApp();
  const first = await complained(app, grievance(), "one");
  expect(await complained(app, grievance(), "one")).toBe(first);
  await deleteMessage(app, admin, first);
  const keys = ["two", "two", "three", "four"];
  await Promise.all(keys.map((key) => receiveComplaint(app, grievance({ happened: key }), key)));
  const { enquiries } = (await listMessagePage(app, admin, { state: null, page: 1 })) ?? { enquiries: [] };
  expect(new Set(enquiries.map(({ message }) => message))).toEqual(new Set(["two", "three", "four"]));
  const numbers = enquiries.map(({ complaint }) => complaint?.number ?? 0);
  expect(new Set(numbers).size).toBe(3);
  expect(Math.min(...numbers)).toBeGreaterThan(1);
});

test("one draft is one complaint, with other blanks too; with other words it is refused", async () => {
  const app = await testApp();
  const first = await receiveComplaint(app, grievance({ happened: "It hurt a lot" }), "one");
  expect(await receiveComplaint(app, grievance({ happened: "It hurt\r\na  lot " }), "one")).toEqual(first);
  expect(await receiveComplaint(app, grievance({ happened: "It did not" }), "one")).toEqual({ kind: "key-used" });
  expect((await listMessagePage(app, admin, { state: null, page: 1 }))?.total).toBe(1);
});

test("what would put it right may be left out, and no mail asks for it", async () => {
  const app = await testApp();
  const form = readFields(complaintForm, {
    ...{ user_subject: "treatment", user_firstName: "Sam", user_email: "by post", user_message: "It hurt." },
  });
  if (form.kind === "invalid") throw new Error(JSON.stringify(form.errors));
  const id = await complained(app, form.value, "one");
  expect((await getMessageView(app, admin, id))?.enquiry.complaint?.remedy).toBe("");
  const server = await mailServer();
  await sendAll(app, worker(server.url));
  expect(server.arrived[0]?.mail.text).toContain("It hurt.");
  expect(server.arrived[0]?.mail.text).not.toContain("put it right");
});

test("whoever is blocked may complain", async () => {
  const app = await testApp();
  const next = () => ({ blocked: ["example.com", "waited"], keptMonths: 12, replies: [] });
  await saveSetting(app, admin, { key: "messages", version: 0, next });
  expect((await receiveComplaint(app, grievance(), "one")).kind).toBe("received");
});

test("the form says what is missing, and takes one way to reply", () => {
  expect(readFields(complaintForm, { user_subject: "treatment", user_email: "write to sam@example.com" })).toEqual({
    kind: "invalid",
    errors: {
      user_firstName: "Enter your name",
      user_email: "Enter an email address in the correct format, like name@example.com",
      user_message: "Enter what happened",
    },
  });
  expect(grievance({ reply: "12 Foundry Rise" }).email).toBeNull();
});

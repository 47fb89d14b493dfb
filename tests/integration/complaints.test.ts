import { expect, test } from "vitest";
import { receiveComplaint } from "#app/enquiries/complaints/commands.server.ts";
import { complaintForm, type Grievance } from "#app/enquiries/complaints/forms.ts";
import { removeEnquiry, replyTo, showEnquiries, showEnquiry } from "#app/enquiries/desk/commands.server.ts";
import { readFields } from "#app/platform/form-fields.ts";
import { saveSetting } from "#app/settings/editing/commands.server.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { testWorld } from "#tests/support/world.ts";

const admin = { kind: "admin", userId: "imogen" };
const TYPED = {
  about: "treatment",
  name: "Sam Carter",
  reply: "sam@example.com",
  happened: "I waited half an hour.",
  wanted: "An apology.",
};

function grievance(changes: Partial<typeof TYPED> = {}): Grievance {
  const form = readFields(complaintForm, { ...TYPED, ...changes });
  if (form.kind === "invalid") throw new Error(JSON.stringify(form.errors));
  return form.value;
}

test("a complaint has a number and a day, and both sides are written to", async () => {
  const world = await testWorld();
  world.clock.set(Date.parse("2026-12-23T10:00:00Z"));
  const { id } = await receiveComplaint(world, grievance(), "one");
  expect((await showEnquiry(world, admin, id))?.enquiry).toMatchObject({
    ...{ firstName: "Sam Carter", lastName: "", email: "sam@example.com", state: "unread" },
    ...{ subject: "Complaint C-1 about a treatment or booking", message: "I waited half an hour." },
    // Christmas, its Monday and New Year do not count.
    complaint: {
      number: 1,
      about: "treatment",
      replyTo: "sam@example.com",
      wanted: "An apology.",
      dueDay: "2027-01-04",
    },
  });
  const server = await mailServer();
  await sendAll(world, worker(server.url));
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
  const world = await testWorld();
  const { id } = await receiveComplaint(world, grievance({ reply: "07700 900982" }), "one");
  const server = await mailServer();
  await sendAll(world, worker(server.url));
  expect(server.arrived.map(({ recipients }) => recipients)).toEqual([["hello@limberyard.example"]]);
  expect(server.arrived[0]?.mail.text).toContain("07700 900982");
  expect(await replyTo(world, admin, { id, text: "Sorry." })).toEqual({ kind: "unknown" });
});

test("about information an acknowledgement is due on the next working day", async () => {
  const world = await testWorld();
  world.clock.set(Date.parse("2026-11-20T23:30:00Z"));
  const { id } = await receiveComplaint(world, grievance({ about: "information" }), "one");
  expect((await showEnquiry(world, admin, id))?.enquiry.complaint).toMatchObject({ dueDay: "2026-11-23" });
});

test("numbers are given once: not for a form sent twice, not again after a deletion, not to two at once", async () => {
  const world = await testWorld();
  const first = await receiveComplaint(world, grievance(), "one");
  expect(await receiveComplaint(world, grievance(), "one")).toEqual(first);
  await removeEnquiry(world, admin, first.id);
  const keys = ["two", "two", "three", "four"];
  await Promise.all(keys.map((key) => receiveComplaint(world, grievance({ happened: key }), key)));
  const { enquiries } = (await showEnquiries(world, admin, { state: null, page: 1 })) ?? { enquiries: [] };
  expect(new Set(enquiries.map(({ message }) => message))).toEqual(new Set(["two", "three", "four"]));
  const numbers = enquiries.map(({ complaint }) => complaint?.number ?? 0);
  expect(new Set(numbers).size).toBe(3);
  expect(Math.min(...numbers)).toBeGreaterThan(1);
});

test("whoever is blocked may complain", async () => {
  const world = await testWorld();
  const next = () => ({ blocked: ["example.com", "waited"], keptMonths: 12 });
  await saveSetting(world, admin, { key: "messages", version: 0, next });
  expect((await receiveComplaint(world, grievance(), "one")).kind).toBe("received");
});

test("the form says what is missing, and takes one way to reply", () => {
  expect(readFields(complaintForm, { about: "treatment", reply: "write to sam@example.com" })).toEqual({
    kind: "invalid",
    errors: {
      name: "Enter your name",
      reply: "Enter an e-mail address in the correct format, like name@example.com",
      happened: "Enter what happened",
      wanted: "Enter what would put it right",
    },
  });
  expect(grievance({ reply: "12 Foundry Rise" }).email).toBeNull();
});

import { expect, test } from "vitest";
import { receiveEnquiry } from "#app/enquiries/commands.server.ts";
import { receiveComplaint } from "#app/enquiries/complaints/commands.server.ts";
import { replyTo, showEnquiries } from "#app/enquiries/desk/commands.server.ts";
import { forgetSome } from "#app/enquiries/retention/commands.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { saveSetting } from "#app/settings/editing/commands.server.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { testWorld } from "#tests/support/world.ts";

const admin = { kind: "admin", userId: "imogen" };
const MESSAGE = "Do you sell gift vouchers?";
const LETTER = {
  ...{ firstName: "Sam", lastName: "Carter", email: "sam@example.com" },
  ...{ subject: "Vouchers", message: MESSAGE },
};

async function subjects(world: World) {
  return (await showEnquiries(world, admin, { state: null, page: 1 }))?.enquiries.map(({ subject }) => subject);
}

test("a message is deleted after its months, with the reply and every mail that holds its words", async () => {
  const world = await testWorld();
  world.clock.set(Date.parse("2026-03-31T10:00:00Z"));
  const outcome = await receiveEnquiry(world, LETTER);
  if (outcome.kind === "received") await replyTo(world, admin, { id: outcome.id, text: "We do." });
  await sendAll(world, worker(null));
  world.clock.set(Date.parse("2027-03-20T10:00:00Z"));
  await receiveEnquiry(world, { ...LETTER, subject: "New" });
  expect(await forgetSome(world)).toBe(0);
  world.clock.set(Date.parse("2027-04-01T10:00:00Z"));
  expect(await forgetSome(world)).toBe(1);
  expect(await forgetSome(world)).toBe(0);
  expect(await subjects(world)).toEqual(["New"]);
  const mails = await world.db.kysely.selectFrom("mails").select("body_text").execute();
  expect(mails.filter(({ body_text }) => body_text.includes(MESSAGE))).toEqual([]);
  expect(await world.db.kysely.selectFrom("enquiry_replies").selectAll().execute()).toEqual([]);
});

test("the practice says for how many months; complaints stay for six years", async () => {
  const world = await testWorld();
  world.clock.set(Date.parse("2026-01-10T10:00:00Z"));
  await receiveEnquiry(world, LETTER);
  const complaint = { name: "Sam", reply: "sam@example.com", email: "sam@example.com", happened: "x", wanted: "y" };
  await receiveComplaint(world, { ...complaint, about: "treatment" }, "one");
  world.clock.set(Date.parse("2026-04-11T10:00:00Z"));
  expect(await forgetSome(world)).toBe(0);
  const next = () => ({ blocked: [], keptMonths: 3 });
  await saveSetting(world, admin, { key: "messages", version: 0, next });
  expect(await forgetSome(world)).toBe(1);
  expect(await subjects(world)).toEqual(["Complaint C-1 about a treatment or booking"]);
  world.clock.set(Date.parse("2032-01-11T10:00:00Z"));
  expect(await forgetSome(world)).toBe(1);
});

import { expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { renewLink } from "#app/appointments/renew-link.server.ts";
import { receiveMessage } from "#app/messages/receive-message.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { booked } from "#tests/support/booked.ts";
import { apartStarts } from "#tests/support/bookings.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { demoApp } from "#tests/support/test-app.ts";

const HOUR = 3_600_000;
const VICTIM = "victim@example.com";

/** A world that counts, with a mail server, and how many mails each address has had. */
async function mailingApp() {
  const app = await demoApp({ config: { rateLimits: true } });
  const server = await mailServer();
  const starts = await apartStarts(app, { from: "2027-05-10", to: "2027-05-20" });
  let taken = 0;
  return {
    app,
    bookFor: (email: string, actor?: Parameters<typeof booked>[2]) =>
      booked(app, { email, therapist: "imogen-hartley", start: starts[taken++] ?? 0 }, actor),
    sentTo: async (address: string | RegExp) => {
      await Promise.all(["one", "two"].map((name) => sendAll(app, worker(server.url, name))));
      return server.arrived.filter(({ recipients }) => recipients.some((recipient) => recipient.match(address))).length;
    },
  };
}

test("strangers have three mails an hour sent to one address, whatever the form, and the practice hears of all", async () => {
  const { app, bookFor, sentTo } = await mailingApp();
  for (const email of [VICTIM, "Victim@Example.com", "victim+tag@example.com", VICTIM]) await bookFor(email);
  const { appointment } = await bookFor(VICTIM);
  await cancel(app, { kind: "holder", appointmentId: appointment.id }, { appointmentId: appointment.id, reason: null });
  const letter = { firstName: "Mallory", lastName: "Black", email: VICTIM, subject: "Hello", message: "Hello there" };
  await receiveMessage(app, letter as Parameters<typeof receiveMessage>[1]);
  const all = () => sentTo(/^victim/i);
  expect(await all()).toBe(3);
  expect(await sentTo("hello@limberyard.example")).toBeGreaterThanOrEqual(7);

  app.clock.set(app.clock.now() + HOUR - 1);
  expect(await all()).toBe(3);
  app.clock.set(app.clock.now() + 1);
  expect(await all()).toBe(6);
  // What has waited for three hours is let go: a flood is no three mails an hour for days.
  app.clock.set(app.clock.now() + 3 * HOUR);
  const later = await all();
  app.clock.set(app.clock.now() + 6 * HOUR);
  expect(await all()).toBe(later);
});

test("what the practice causes is not counted, nor what a client books with the address that they proved", async () => {
  const { app, bookFor, sentTo } = await mailingApp();
  const admin = await adminActor(app);
  const { appointment } = await bookFor(VICTIM);
  for (let press = 0; press < 5; press++) await renewLink(app, admin, { appointmentId: appointment.id });
  expect(await sentTo(VICTIM)).toBe(6);
  const person = await personIn(app);
  for (let time = 0; time < 4; time++) await bookFor(person.email, { kind: "client", userId: person.id });
  expect(await sentTo(person.email)).toBe(4);
});

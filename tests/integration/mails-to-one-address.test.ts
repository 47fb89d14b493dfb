import { expect, test } from "vitest";
import { book } from "#app/appointments/booking/book.server.ts";
import { dropReportedBookings } from "#app/appointments/booking/confirm-hold.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { renewLink } from "#app/appointments/requests/send-links.server.ts";
import { receiveMessage } from "#app/messages/receive-message.server.ts";
import { visitor } from "#app/platform/permissions.ts";
import { adminActor } from "#tests/support/admin.ts";
import { booked } from "#tests/support/booked.ts";
import { inputFor } from "#tests/support/booking-inputs.ts";
import { apartStarts } from "#tests/support/bookings.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { demoApp } from "#tests/support/test-app.ts";

const HOUR = 3_600_000;
const VICTIM = "victim@example.com";

/** A world that counts, with a mail server, and how many mails each address has had. */
async function mailingApp() {
  const server = await mailServer();
  const app = await demoApp({ config: { rateLimits: true, smtpUrl: server.url } });
  const starts = await apartStarts(app, { from: "2027-05-10", to: "2027-05-20" });
  let taken = 0;
  const days = await apartStarts(app, { from: "2027-05-20", to: "2027-07-30" });
  const eachDay = [...Map.groupBy(days, (start) => Math.floor(start / (24 * HOUR))).values()].map(([first]) => first);
  let flooded = 0;
  async function flood(times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      const start = eachDay[flooded++ % eachDay.length] ?? 0;
      const input = inputFor({ name: "Mallory", email: VICTIM, therapist: "imogen-hartley", start });
      await book(app, visitor, { input, idempotencyKey: null, clientAddress: "203.0.113.7" });
    }
  }
  return {
    app,
    server,
    flood,
    bookFor: (email: string, actor?: Parameters<typeof booked>[2]) =>
      booked(app, { email, therapist: "imogen-hartley", start: starts[taken++] ?? 0 }, actor),
    sentTo: async (address: string | RegExp) => {
      await Promise.all(["one", "two"].map((name) => sendAll(app, worker(server.url, name))));
      return server.arrived.filter(({ recipients }) => recipients.some((recipient) => recipient.match(address))).length;
    },
  };
}

test("strangers have six mails an hour sent to one address, whatever the form, and the practice hears of all", async () => {
  const { app, bookFor, sentTo } = await mailingApp();
  const addresses = [VICTIM, "Victim@Example.com", "victim+tag@example.com", VICTIM, VICTIM, VICTIM];
  for (const email of addresses) await bookFor(email);
  const { appointment } = await bookFor(VICTIM);
  await cancel(app, { kind: "holder", appointmentId: appointment.id }, { appointmentId: appointment.id, reason: null });
  const letter = { firstName: "Mallory", lastName: "Black", email: VICTIM, subject: "Hello", message: "Hello there" };
  await receiveMessage(app, letter as Parameters<typeof receiveMessage>[1]);
  const all = () => sentTo(/^victim/i);
  expect(await all()).toBe(6);
  expect(await sentTo("hello@limberyard.example")).toBeGreaterThanOrEqual(9);

  app.clock.set(app.clock.now() + HOUR - 1);
  expect(await all()).toBe(6);
  app.clock.set(app.clock.now() + 1);
  // All but the confirmation of what was cancelled meanwhile.
  expect(await all()).toBe(8);
  // What has waited for three hours is let go: a flood is no six mails an hour for days.
  app.clock.set(app.clock.now() + 3 * HOUR);
  const later = await all();
  app.clock.set(app.clock.now() + 6 * HOUR);
  expect(await all()).toBe(later);
});

test("thirty bookings with one address from one place send it six mails an hour and twelve a day", async () => {
  const { app, flood, server, sentTo } = await mailingApp();
  await flood(30);
  expect(await sentTo(VICTIM)).toBe(6);
  const toVictim = () => server.arrived.filter(({ recipients }) => recipients.includes(VICTIM)).map(({ mail }) => mail);
  expect(toVictim().filter(({ text }) => /six emails in an hour/.test(text ?? ""))).toHaveLength(1);
  for (let hour = 1; hour <= 23; hour++) {
    app.clock.set(app.clock.now() + HOUR);
    await flood(3);
    await sentTo(VICTIM);
  }
  expect(await sentTo(VICTIM)).toBe(12);
  expect(toVictim().filter(({ text }) => /twelve emails in a day/.test(text ?? ""))).toHaveLength(1);
});

test("this was not me: whatever waits for a link is dropped, held or not, and confirmed bookings stay", async () => {
  const { app, flood, server, sentTo } = await mailingApp();
  await flood(12);
  await sentTo(VICTIM);
  const { mail } = server.arrived.find((one) => one.mail.text?.includes("/not-me")) ?? {};
  const [, id = "", token = ""] = /\/not-me\?mail=([^&\s]+)&token=([\w-]+)/.exec(mail?.text ?? "") ?? [];
  expect(mail?.html).toContain(`token=${token}"`);
  const standing = async () => {
    const rows = await app.db.kysely.selectFrom("appointments").select("status").where("email", "=", VICTIM).execute();
    return rows.map(({ status }) => status).sort();
  };
  expect(await standing()).toEqual([
    "Confirmed",
    "Confirmed",
    "Confirmed",
    "Confirmed",
    "Pending",
    "Pending",
    "Pending",
  ]);
  expect(await dropReportedBookings(app, { mail: id, token: `${token}x` })).toEqual({ kind: "not-found" });
  expect(await app.db.kysely.selectFrom("booking_requests").selectAll().execute()).toHaveLength(5);
  expect(await dropReportedBookings(app, { mail: id, token })).toEqual({ kind: "removed" });
  expect(await standing()).toEqual([
    ...["Cancelled", "Cancelled", "Cancelled"],
    ...["Confirmed", "Confirmed", "Confirmed", "Confirmed"],
  ]);
  expect(await app.db.kysely.selectFrom("booking_requests").selectAll().execute()).toEqual([]);
  expect(await dropReportedBookings(app, { mail: id, token })).toEqual({ kind: "removed" });
  // The practice's copy of the mail does not open it.
  const copies = await app.db.kysely.selectFrom("mails").select("body_text").execute();
  expect(copies.some(({ body_text }) => body_text.includes(token))).toBe(false);
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

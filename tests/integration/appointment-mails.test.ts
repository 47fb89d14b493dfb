import { expect, test } from "vitest";
import { reschedule } from "#app/appointments/booking/reschedule.server.ts";
import { CANCEL_UNDO_MS, cancel } from "#app/appointments/cancel.server.ts";
import { confirm } from "#app/appointments/confirm.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { calendarEntry } from "#tests/support/calendar-entry.ts";
import { type Arrived, mailServer, partOf } from "#tests/support/mail-server.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { demoApp } from "#tests/support/test-app.ts";

const HOUR = 3_600_000;

test("a booking is confirmed to the client, with both parts and a calendar entry", async () => {
  const app = await demoApp();
  const { appointment, manageSecret } = await booked(app);
  const { client } = await mailsOf(app);
  expect(client.recipients).toEqual(["sam@example.com"]);
  expect(client.mail.subject).toBe("Confirmed: Friday 7 May, 10:00");
  expect(client.mail.from).toMatchObject({ name: "Limber Yard", address: "hello@limberyard.example" });
  expect(client.mail.replyTo).toMatchObject([{ address: "hello@limberyard.example" }]);
  expect(client.mail.messageId).toMatch(/^<[^<>@\s]+@limber-yard\.test>$/);
  expect(client.mail.headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-generated");
  for (const part of [client.mail.text, client.mail.html]) {
    expect(part).toContain("Friday 7 May 2027, 10:00 to 11:00, UK time (BST)");
    expect(part).toContain(`http://limber-yard.test/booking/${manageSecret}`);
    expect(part).toContain("Free to change or cancel until 10:00 on Thursday 6 May.");
    expect(part).toContain("Your legal right to cancel.");
  }
  expect(partOf(client, "text/calendar")?.header).toMatch(/method=REQUEST/);
  expect(entryIn(client)).toMatchObject({
    METHOD: "REQUEST",
    UID: `${appointment.id}@limber-yard.test`,
    SEQUENCE: "0",
    STATUS: "CONFIRMED",
    DTSTART: "20270507T090000Z",
    DTEND: "20270507T100000Z",
    ORGANIZER: "mailto:hello@limberyard.example",
    ATTENDEE: expect.stringMatching(/^mailto:sam@example\.com$/i),
  });
});

test("the practice is told of a booking, and answers to the client", async () => {
  const app = await demoApp();
  await booked(app);
  const { practice } = await mailsOf(app);
  expect(practice.recipients).toEqual(["hello@limberyard.example"]);
  expect(practice.mail.subject).toBe("New booking: Friday 7 May, 10:00");
  expect(practice.mail.replyTo).toMatchObject([{ name: "Sam Carter", address: "sam@example.com" }]);
  expect(practice.mail.text).toContain("Sam Carter, 07700 900 982, sam@example.com");
  expect(partOf(practice, "text/calendar")).toBeNull();
});

test("what waits for the practice says so to both, and its confirmation moves the entry from maybe to sure", async () => {
  const app = await demoApp();
  const { appointment } = await booked(app);
  const appointmentId = appointment.id;
  await app.db.kysely.updateTable("appointments").set({ status: "Pending" }).execute();
  await app.db.kysely
    .updateTable("outbox")
    .set({ kind: "appointment-pending-client" })
    .where("kind", "=", "appointment-confirmed-client")
    .execute();
  const waiting = await mailsOf(app);
  expect(waiting.client.mail.subject).toBe("We have your request for Friday 7 May");
  expect(entryIn(waiting.client)).toMatchObject({ STATUS: "TENTATIVE", SEQUENCE: "0" });
  expect(waiting.practice.mail.subject).toBe("To confirm: Friday 7 May, 10:00");
  await confirm(app, { kind: "admin", userId: "owner" }, { appointmentId });
  const [told, ...others] = await allMailsOf(app);
  expect(others).toEqual([]);
  expect(told?.mail.subject).toBe("Confirmed: Friday 7 May, 10:00");
  expect(told && entryIn(told)).toMatchObject({ STATUS: "CONFIRMED", SEQUENCE: "1" });
});

test("a reschedule moves the calendar entry: the same UID, a higher SEQUENCE", async () => {
  const app = await demoApp();
  const { appointment } = await booked(app);
  await mailsOf(app);
  const holder = { kind: "holder", appointmentId: appointment.id } as const;
  await reschedule(app, holder, { appointmentId: appointment.id, start: FRIDAY_TEN + 4 * HOUR, therapist: null });
  const { client, practice } = await mailsOf(app);
  expect(client.mail.subject).toBe("Your new time: Friday 7 May, 14:00");
  expect(client.mail.text).toMatch(/^Was +Friday 7 May 2027, 10:00 to 11:00, UK time/m);
  expect(practice.mail.subject).toBe("Moved by the client: now Friday 7 May, 14:00");
  expect(entryIn(client)).toMatchObject({
    METHOD: "REQUEST",
    UID: `${appointment.id}@limber-yard.test`,
    SEQUENCE: "1",
    DTSTART: "20270507T130000Z",
  });
});

test("a cancellation removes the calendar entry", async () => {
  const app = await demoApp();
  const { appointment } = await booked(app);
  await mailsOf(app);
  const holder = { kind: "holder", appointmentId: appointment.id } as const;
  await cancel(app, holder, { appointmentId: appointment.id, reason: "My knee is better" });
  const { client, practice } = await mailsOf(app);
  expect(client.mail.subject).toBe("Cancelled: Friday 7 May");
  expect(partOf(client, "text/calendar")?.header).toMatch(/method=CANCEL/);
  expect(entryIn(client)).toMatchObject({
    METHOD: "CANCEL",
    UID: `${appointment.id}@limber-yard.test`,
    SEQUENCE: "1",
    STATUS: "CANCELLED",
  });
  expect(practice.mail.text).toContain("Their reason: My knee is better");
  const again = "http://limber-yard.test/book?service=deep-tissue-massage&amp;minutes=60&amp;therapist=tom-ellery";
  expect(client.mail.html).toMatch(new RegExp(`<a [^>]*href="${again.replaceAll(/[.?]/g, "\\$&")}"`));
  expect(String(client.mail.html).replace(/<[^>]+>/g, "")).not.toContain("http");
});

test("who is cancelled by the practice is offered other times, and the practice writes nothing to itself", async () => {
  const app = await demoApp();
  const { appointment } = await booked(app);
  await mailsOf(app);
  const admin = { kind: "admin", userId: "owner" } as const;
  await cancel(app, admin, { appointmentId: appointment.id, reason: "Tom is ill." });
  expect(await allMailsOf(app)).toEqual([]);
  app.clock.set(app.clock.now() + CANCEL_UNDO_MS);
  const arrived = await allMailsOf(app);
  expect(arrived.map(({ mail }) => mail.subject)).toEqual(["Sorry, we need to cancel Friday 7 May"]);
  expect(arrived[0]?.mail.text).toContain("Tom is ill.");
  expect(arrived[0]?.mail.html?.match(/http:\/\/limber-yard\.test\/book\?service=deep-tissue-massage/g)).toHaveLength(
    3,
  );
});

test("a name can't forge a header or another recipient", async () => {
  const app = await demoApp();
  await booked(app, { name: "Sam\r\nBcc: evil@example.com\r\n\r\nBody, <evil@example.com>" });
  for (const { recipients, raw, mail } of await allMailsOf(app)) {
    expect(recipients).toHaveLength(1);
    expect(raw.split("\r\n\r\n")[0]).not.toMatch(/^Bcc:/im);
    expect(mail.to).toHaveLength(1);
    expect(mail.bcc ?? []).toEqual([]);
  }
});

test("a name makes no link in any mail, for the practice neither", async () => {
  const app = await demoApp();
  await booked(app, { name: '<img src=x onerror="alert(1)"> Sam' });
  const { practice, client } = await mailsOf(app);
  expect(practice.mail.html).not.toContain("<img");
  expect(practice.mail.html).toContain("img src x onerror &quot;alert(1)&quot; Sam");
  expect(practice.mail.text).toContain('img src x onerror "alert(1)" Sam');
  // Anybody can have a mail sent to anybody: what is no name isn't repeated to them.
  expect(client.mail.text).toContain("Hello,");
});

test("a name with an address in it is shown without one, beside the recipient too", async () => {
  const app = await demoApp();
  await booked(app, { name: "Win at www.evil.example/prize or me@evil.example" });
  const { practice, client } = await mailsOf(app);
  for (const { raw } of [practice, client]) expect(raw).not.toMatch(/evil\.example/);
  expect(practice.mail.text).toContain("Win at www. evil. example prize or me evil. example");
});

async function allMailsOf(app: AppContext): Promise<Arrived[]> {
  const server = await mailServer();
  await sendAll(app, worker(server.url));
  return server.arrived;
}

/** Sends what is due: one mail to the client, one to the practice. */
async function mailsOf(app: AppContext): Promise<{ client: Arrived; practice: Arrived }> {
  const arrived = await allMailsOf(app);
  const to = (address: string) => arrived.filter(({ recipients }) => recipients[0] === address);
  const [client, ...moreToClient] = to("sam@example.com");
  const [practice, ...moreToPractice] = to("hello@limberyard.example");
  expect([...moreToClient, ...moreToPractice]).toEqual([]);
  if (!client || !practice) throw new Error("Nobody was written to");
  return { client, practice };
}

function entryIn({ mail }: Arrived): Record<string, string> {
  const file = mail.attachments.find(({ mimeType }) => mimeType === "application/ics");
  if (!file || typeof file.content === "string") throw new Error("The mail has no calendar file");
  return calendarEntry(new TextDecoder().decode(file.content as ArrayBuffer));
}

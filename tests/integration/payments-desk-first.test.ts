import { expect, test } from "vitest";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { bookForPractice } from "#app/diary/booking/book-for-practice.server.ts";
import { parsePracticeBooking } from "#app/diary/booking/practice-booking.form.ts";
import { keptFor } from "#app/payments/online/kept-cards.server.ts";
import { followOnline } from "#app/payments/online/online.jobs.server.ts";
import { payLinkMail } from "#app/payments/online/online.mail.tsx";
import { openPayPage } from "#app/payments/online/open-page.server.ts";
import { payUrlOf } from "#app/payments/online/pay-links.db.server.ts";
import { listLinks } from "#app/payments/online/pay-links.server.ts";
import { getPrepaid } from "#app/payments/online/prepaid.server.ts";
import { prepayForPractice, waivedOf } from "#app/payments/online/prepay.server.ts";
import { paymentData } from "#app/payments/personal-data.server.ts";
import { WEDNESDAY } from "#tests/support/booking-inputs.ts";
import { OWNER, payingToBook } from "#tests/support/pretend-stripe.ts";
import type { TestApp } from "#tests/support/test-app.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Typed = Record<string, string>;

function parse(typed: Typed = {}) {
  const who = { name: "Walter Inn", phone: "07700 900123", email: "walter@example.com", tell: "on" };
  const what = { service: "deep-tissue-massage", therapist: "imogen-hartley", day: WEDNESDAY, time: "10:00" };
  const sent = Object.entries({ ...what, ...who, despite: "on", ...typed }).filter(([, value]) => value !== "");
  return parsePracticeBooking(Object.fromEntries(sent));
}

async function walkIn(app: TestApp, typed: Typed = {}) {
  const read = parse(typed);
  if (read.kind === "invalid") throw new Error(JSON.stringify(read.errors));
  return bookForPractice(app, OWNER, { input: read.input, prepay: prepayForPractice(app, "en-GB") });
}

async function walkedIn(app: TestApp, typed: Typed = {}) {
  const outcome = await walkIn(app, typed);
  if (outcome.kind !== "booked") throw new Error(JSON.stringify(outcome));
  return outcome;
}

async function later(app: TestApp, ms: number) {
  app.clock.set(app.clock.now() + ms);
  await followOnline(app);
}

const statusOf = async (app: TestApp, id: string) => (await getAppointment(app.db.kysely, id))?.status;

async function clientMails(app: TestApp): Promise<string[]> {
  const rows = await app.db.kysely.selectFrom("outbox").select("kind").orderBy("kind").execute();
  return rows.map(({ kind }) => kind).filter((kind) => /^(pay-link|appointment-confirmed)-client$/.test(kind));
}

test("the desk is asked how the deposit is paid, and nothing is booked before it says so", async () => {
  const { app } = await payingToBook();
  const now = app.clock.now();
  const pays = { pence: 1500, linkUntil: now + DAY };
  expect(await walkIn(app)).toMatchObject({ kind: "warned", messages: [], pays });
  expect(await walkIn(app, { day: "2027-05-09", despite: "" })).toMatchObject({
    kind: "warned",
    messages: [expect.any(String)],
    pays,
  });
  expect(
    await app.db.kysely.selectFrom("appointments").select("id").where("name", "=", "Walter Inn").execute(),
  ).toEqual([]);
});

test("a link keeps the time for a day, and the payment books it", async () => {
  const { app, stripe } = await payingToBook();
  const mailing = Object.assign(app, { config: { ...app.config, smtpUrl: "smtp://127.0.0.1:1" } });
  const { appointment, payment, keptUntil } = await walkedIn(mailing, { payment: "link" });
  const linkId = payment?.by === "link" ? payment.linkId : "";
  expect(keptUntil).toBe(app.clock.now() + DAY);
  expect(await statusOf(app, appointment.id)).toBe("Pending");
  expect(await clientMails(app)).toEqual(["pay-link-client"]);
  expect(await listLinks(app, OWNER)).toMatchObject([{ id: linkId, state: "open" }]);
  await later(app, 23 * HOUR);
  const secret = payUrlOf(app, linkId).split("/").at(-1) ?? "";
  expect((await openPayPage(app, { secret, clientAddress: "192.0.2.7" })).kind).toBe("ready");
  stripe.pay([...stripe.sessions.keys()].at(-1) ?? "");
  await later(app, 120_000);
  expect(await statusOf(app, appointment.id)).toBe("Confirmed");
  expect(await clientMails(app)).toEqual(["appointment-confirmed-client", "pay-link-client"]);
  expect(await getPrepaid(app.db.kysely, { appointmentId: appointment.id })).toMatchObject({
    state: "paid",
    words: expect.stringContaining("£15.00 goes back the way you paid"),
  });
});

test("of a time that was not paid its client hears where the link went", async () => {
  const { app } = await payingToBook();
  const mailing = Object.assign(app, { config: { ...app.config, smtpUrl: "smtp://127.0.0.1:1" } });
  await walkedIn(mailing, { payment: "link" });
  await walkedIn(mailing, { payment: "link", tell: "", time: "14:00", email: "second@example.com" });
  const before = (await app.db.kysely.selectFrom("outbox").select("id").execute()).map(({ id }) => id);
  await later(app, DAY);
  const sent = await app.db.kysely.selectFrom("outbox").select("kind").where("id", "not in", before).execute();
  // The second had no link by mail: its client hears nothing of it.
  expect(sent.map(({ kind }) => kind)).toEqual(["appointment-cancelled-client"]);
});

test("what is not paid by the link is free again, and without a tick no link is mailed", async () => {
  const { app } = await payingToBook();
  const { appointment } = await walkedIn(app, { payment: "link", tell: "" });
  expect(await clientMails(app)).toEqual([]);
  await later(app, DAY);
  expect(await statusOf(app, appointment.id)).toBe("Cancelled");
  expect((await walkIn(app)).kind).toBe("warned");
});

test("too soon for a link, the desk takes it now: it is booked, and goes on to the checkout", async () => {
  const { app } = await payingToBook();
  const soon = { day: "2027-05-04", time: "09:10" };
  expect(await walkIn(app, { ...soon, payment: "link" })).toMatchObject({ pays: { linkUntil: null } });
  const { appointment, payment } = await walkedIn(app, { ...soon, payment: "now" });
  expect(payment).toEqual({ by: "now" });
  expect(appointment.status).toBe("Confirmed");
  expect(await getPrepaid(app.db.kysely, { appointmentId: appointment.id })).toBe(null);
});

test("a payment is waived with a reason, which the practice reads and the client may have and erase", async () => {
  const { app } = await payingToBook();
  expect(await walkIn(app, { payment: "waive", waiver: " " })).toMatchObject({ pays: { lacksReason: true } });
  const { appointment } = await walkedIn(app, { payment: "waive", waiver: "Comes every week" });
  expect(appointment.status).toBe("Confirmed");
  expect(await waivedOf(app, appointment.id)).toEqual({ pence: 1500, reason: "Comes every week" });
  const db = app.db.kysely;
  const row = await db
    .selectFrom("appointments")
    .select("client_id")
    .where("id", "=", appointment.id)
    .executeTakeFirstOrThrow();
  const person = { clientId: row.client_id ?? "", userIds: [], addresses: [], phones: [] };
  expect(await paymentData.export?.(db, person, app.clock.now())).toMatchObject({
    money: { waivedPrepayments: [{ pence: 1500, reason: "Comes every week" }] },
  });
  await db.transaction().execute(async (tx) => paymentData.forget?.(tx, person, app.clock.now()));
  expect(await waivedOf(app, appointment.id)).toEqual({ pence: 1500, reason: null });
});

test("under a card rule the desk sends a link and the card books it, or says why there is none; nothing is taken now", async () => {
  const { app, stripe } = await payingToBook({ what: "card" });
  const mailing = Object.assign(app, { config: { ...app.config, smtpUrl: "smtp://127.0.0.1:1" } });
  const inJune = { day: "2027-06-02" };
  const pays = { pence: 2900, keeps: "card", linkUntil: app.clock.now() + DAY };
  expect(await walkIn(mailing, inJune)).toMatchObject({ kind: "warned", pays });
  expect(await walkIn(mailing, { ...inJune, payment: "now" })).toMatchObject({ kind: "warned", pays });
  expect(await walkIn(mailing, { ...inJune, payment: "waive" })).toMatchObject({ pays: { lacksReason: true } });
  const { appointment, payment } = await walkedIn(mailing, { ...inJune, payment: "link" });
  const linkId = payment?.by === "link" ? payment.linkId : "";
  expect(await statusOf(app, appointment.id)).toBe("Pending");
  expect(await clientMails(app)).toEqual(["pay-link-client"]);
  const mail = await payLinkMail.render(app, { linkId });
  expect(mail?.subject).toContain("Add a card to your booking");
  expect(mail?.text.replace(/\s+/g, " ")).toContain("up to £29.00 may be charged to your card");
  expect(mail?.text).not.toContain("£0.00");
  expect(await listLinks(app, OWNER)).toMatchObject([{ state: "open", keepsCard: true }]);
  const secret = payUrlOf(app, linkId).split("/").at(-1) ?? "";
  expect((await openPayPage(app, { secret, clientAddress: "192.0.2.7" })).kind).toBe("ready");
  stripe.pay([...stripe.sessions.keys()].at(-1) ?? "");
  await later(app, 120_000);
  expect(await statusOf(app, appointment.id)).toBe("Confirmed");
  expect(await listLinks(app, OWNER)).toMatchObject([{ state: "kept" }]);
  expect(await keptFor(app, appointment.id)).toMatchObject({ name: "Visa ending 4242" });
  const other = { ...inJune, time: "14:00", email: "second@example.com" };
  const waived = await walkedIn(app, { ...other, payment: "waive", waiver: "Comes every week" });
  expect(await waivedOf(app, waived.appointment.id)).toEqual({ pence: 0, reason: "Comes every week" });
  const unkept = await walkedIn(app, { ...other, time: "16:00", email: "third@example.com", payment: "link" });
  await later(app, DAY);
  expect(await statusOf(app, unkept.appointment.id)).toBe("Cancelled");
  const over = app.db.kysely.selectFrom("cancellations").select("reason");
  const row = await over.where("appointment_id", "=", unkept.appointment.id).executeTakeFirst();
  expect(row?.reason).toBe("No card was left in time, so the time is free again.");
});

test("with a rule for new clients, a known client who has been here is booked as ever", async () => {
  const { app } = await payingToBook({ who: "new" });
  const first = await walkedIn(app, { payment: "waive", waiver: "Paid by bank" });
  const { client_id: client } = await app.db.kysely
    .selectFrom("appointments")
    .select("client_id")
    .where("id", "=", first.appointment.id)
    .executeTakeFirstOrThrow();
  const again = { client: client ?? "", day: "2027-05-06" };
  expect(await walkIn(app, again)).toMatchObject({ kind: "warned", pays: { pence: 1500 } });
  app.clock.set(first.appointment.end + HOUR);
  expect((await walkedIn(app, again)).payment).toBe(null);
});

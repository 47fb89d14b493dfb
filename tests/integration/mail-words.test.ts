import { expect, test } from "vitest";
import { bookingConfirmed } from "#app/appointments/mails/booked.mail.tsx";
import type { Mail } from "#app/mail/mail.ts";
import { mails, wordedMail } from "#app/mails.server.ts";
import { listAuditLog } from "#app/platform/audit.server.ts";
import { saveMailWords } from "#app/settings/save-setting.server.ts";
import type { MailText, MailWords } from "#app/settings/schemas/mail-words.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const admin = { kind: "admin", userId: "imogen" } as const;
const id = "booking-confirmed";
const textOf = (mail: string) => wordedMail(mail)?.text as MailText;
const text = textOf(id);
const OWN: MailWords = {
  subject: "{practice}: {weekday}, {time}",
  opening: "Dear {name},\n\nwe look forward to your **{service}** <b>now</b>. Ring {phone}.",
  closing: "",
};

async function confirmation(app: TestApp): Promise<Mail> {
  const { appointment } = await booked(app);
  const mail = await bookingConfirmed.render(app, { appointmentId: appointment.id });
  if (!mail) throw new Error("No mail");
  return mail;
}

test("the practice's words stand around the facts, the links and the law, which stay", async () => {
  const app = await demoApp();
  expect(await saveMailWords(app, admin, { id, text, version: 0, words: OWN })).toEqual({ kind: "saved" });
  const mail = await confirmation(app);
  expect(mail.subject).toBe("Limber Yard: Friday, 10:00");
  expect(mail.text).toMatch(
    /^Limber Yard[\s\S]*Dear Sam,\s+we look forward to your Deep Tissue Massage <b>now<\/b>\. Ring/,
  );
  expect(mail.html).toContain("<strong>Deep Tissue Massage</strong>");
  expect(mail.html).toContain("&lt;b&gt;now&lt;/b&gt;");
  expect(mail.html).not.toContain("<b>now");
  expect(mail.html).toMatch(/href="tel:\+441632960417"[^>]*>01632 960 417/);
  expect(mail.text).not.toContain("Before you come");
  for (const fact of ["Friday 7 May 2027, 10:00 to 11:00", "£58.00 in total", "Move or cancel", "LY-"]) {
    expect(mail.text).toContain(fact);
  }
  expect(mail.text).toContain("Your legal right to cancel");
});

test("once it is too late to change online, the mail says whom to ring", async () => {
  const app = await demoApp({ now: FRIDAY_TEN - 20 * 3_600_000 });
  const { text: plain, html } = await confirmation(app);
  expect(plain).toContain("To move it, call us: 01632 960 417.");
  expect(html).not.toMatch(/\$<|MailPhone/);
});

test("ours are stored as nothing, and the way back is one save; a stale save writes nothing", async () => {
  const app = await demoApp();
  const before = await confirmation(app);
  const save = (version: number, words: MailWords) => saveMailWords(app, admin, { id, text, version, words });
  await save(0, OWN);
  expect(await save(0, text.words)).toEqual({ kind: "conflict", words: OWN, version: 1 });
  expect(await save(1, text.words)).toEqual({ kind: "saved" });
  const row = app.db.kysely.selectFrom("settings").select("value").where("key", "=", "mailWords");
  expect((await row.executeTakeFirstOrThrow()).value).toBe('{"booking-confirmed":{"version":2}}');
  expect((await confirmation(app)).subject).toBe(before.subject);
  const other = { id: "booking-reminder", text: textOf("booking-reminder"), version: 0, words: OWN };
  expect(await saveMailWords(app, admin, other)).toEqual({ kind: "saved" });
  expect(await saveMailWords(app, { kind: "client", userId: "sam" }, other)).toEqual({ kind: "forbidden" });
  const entries = await listAuditLog(app.db.kysely, { filter: { kind: "mail-words", subject: id }, from: 0, limit: 9 });
  const told = entries.map(({ detail }) => detail.subject);
  expect(told).toContain("was Confirmed: {date}, {time}, now {practice}: {weekday}, {time}");
});

test("a mail that is stored already keeps the words it was written with", async () => {
  const app = await demoApp();
  await booked(app);
  await sendAll(app, worker(null));
  const stored = () =>
    app.db.kysely.selectFrom("mails").select(["subject", "body_text"]).orderBy("outbox_id").execute();
  const before = await stored();
  await saveMailWords(app, admin, { id, text, version: 0, words: OWN });
  await sendAll(app, worker(null));
  expect(await stored()).toEqual(before);
  expect(before.map(({ subject }) => subject)).toContain("Confirmed: Friday 7 May, 10:00");
});

test("every mail has an example in both parts, with and without bookings, whose links open nothing", async () => {
  const app = await demoApp();
  for (const empty of [true, false]) {
    if (!empty) await booked(app);
    const worded = mails.flatMap((mail) =>
      Object.entries<MailText>(mail.words).map(([id, text]) => ({ mail, id, text })),
    );
    for (const { mail: defined, id: mail, text } of worded) {
      const typed = { ...text.words, opening: "Good day {practice}.", closing: "Yours, {phone}" };
      const { subject, html, text: plain } = await defined.example(app, mail, typed);
      for (const part of [html, plain]) {
        expect(part, mail).toContain("Good day Limber Yard.");
        expect(part, mail).toContain("How your details are looked after");
        expect(part, mail).not.toMatch(/\{\w+\}|undefined|\[object/);
        expect(part, mail).not.toMatch(/booking\/(?!example)|token=/);
      }
      expect(plain, mail).toContain("Yours, 01632 960 417");
      expect(subject, mail).not.toMatch(/\{|undefined/);
    }
  }
});

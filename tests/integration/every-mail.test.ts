import { expect, test } from "vitest";
import { bookingMoved } from "#app/appointments/mails/moved.mail.tsx";
import { type DefinedMail, inVoice, voiceOf } from "#app/mail/define-mail.server.ts";
import type { Mail } from "#app/mail/mail.ts";
import { mails, wordedMail } from "#app/mails.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { saveMailWords } from "#app/settings/save-setting.server.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { MAIL_KINDS, mailOf } from "#tests/support/every-mail.ts";
import { practice } from "#tests/support/practice.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const EXAMPLES = mails.flatMap((mail: DefinedMail) => {
  const wordings = Object.keys(mail.words);
  return (wordings.length > 0 ? wordings : [""]).map((wording) => ({ id: mail.id, mail, wording }));
});

test.each(EXAMPLES)("the example of $id $wording is a whole mail", async ({ mail, wording }) => {
  const app = await renamed();
  expectWhole(app, await mail.example(app, wording));
});

test.each(MAIL_KINDS)("%s: both parts are whole, and the practice's facts are those of its settings", async (kind) => {
  const app = await renamed();
  expectWhole(app, await mailOf(app, kind));
});

const SEVERAL = /\b(we|our|ours|us|ourselves)\b/gi;

test.each(MAIL_KINDS)("%s: a sole trader’s mail says “I”", async (kind) => {
  expect(await severalIn(await soleTrader(), (app) => mailOf(app, kind))).toEqual([]);
});

test.each(EXAMPLES)("the example of $id $wording says “I” for a sole trader", async ({ mail, wording }) => {
  expect(await severalIn(await soleTrader(), (app) => mail.example(app, wording))).toEqual([]);
});

test("a company, and a sole trader with two therapists, say “we”", async () => {
  const spoken = async (app: TestApp) => (await bookingMoved.example(app)).text;
  expect(await spoken(await demoApp())).toContain("We have moved your appointment.");
  expect(await spoken(await soleTrader({ therapists: 2 }))).toContain("We have moved your appointment.");
  expect(await spoken(await soleTrader())).toContain("I have moved your appointment.");
});

test("words of her own keep their “we”, and those beside them that are ours say “I”", async () => {
  const app = await soleTrader();
  const { text } = wordedMail("booking-moved") ?? {};
  if (!text) throw new Error("No such mail");
  const words = { ...text.words, closing: "We, Jo and her dog, look forward to it." };
  await saveMailWords(app, practice, { id: "booking-moved", text, version: 0, words });
  const { text: plain } = await bookingMoved.example(app);
  expect(plain).toContain("We, Jo and her dog, look forward to it.");
  expect(plain).toContain("I have moved your appointment.");
});

test("the form shows a sole trader our words as her mails say them, and saved so they stay ours", async () => {
  const app = await soleTrader();
  const worded = wordedMail("booking-moved");
  if (!worded) throw new Error("No such mail");
  const { settings } = await readPractice(app);
  const text = inVoice(worded.text, await voiceOf(app, settings));
  expect(text.words.opening).toContain("I have moved your appointment.");
  await saveMailWords(app, practice, { id: "booking-moved", text, version: 0, words: text.words });
  expect((await readSettings(app.db.kysely, app.log)).settings.mailWords).toEqual({ "booking-moved": { version: 1 } });
});

/** Each "we" of a mail, with what stands around it. */
async function severalIn(app: TestApp, read: (app: TestApp) => Promise<Mail>): Promise<string[]> {
  const { subject, text } = await read(app);
  const said = `${subject}\n${text}`.replaceAll("We are two short that week.", "").replaceAll("We do.", "");
  return [...said.matchAll(SEVERAL)].map(({ index }) => said.slice(Math.max(0, index - 40), index + 40));
}

/** The demo's practice as one person's, who alone gives what it offers. */
async function soleTrader({ therapists = 1 } = {}): Promise<TestApp> {
  const app = await demoApp();
  const now = app.clock.now();
  const { business } = (await readSettings(app.db.kysely, app.log)).settings;
  const legal = { ...business.legal, form: "sole-trader" as const, name: "Jo Ferrier" };
  await app.db.kysely.transaction().execute(async (tx) => {
    await writeSetting(tx, { key: "business", value: { ...business, name: "Jo Ferrier", legal }, now });
    const kept = ["demo-tom-ellery", "demo-imogen-hartley"].slice(0, therapists);
    await tx.deleteFrom("service_therapists").execute();
    const services = await tx.selectFrom("services").select("id").execute();
    const rows = services.flatMap(({ id }) => kept.map((therapist_id) => ({ service_id: id, therapist_id })));
    await tx.insertInto("service_therapists").values(rows).execute();
    await raiseContentVersion(tx, now);
  });
  return app;
}

async function renamed(): Promise<TestApp> {
  const app = await demoApp();
  const now = app.clock.now();
  const { business } = (await readSettings(app.db.kysely, app.log)).settings;
  const value = { ...business, name: "Stone & Fell", phone: "+441632960999", email: "desk@stone.example" };
  await app.db.kysely.transaction().execute(async (tx) => {
    await writeSetting(tx, { key: "business", value, now });
    await raiseContentVersion(tx, now);
  });
  return app;
}

function expectWhole(app: TestApp, { subject, text, html, from, to, replyTo }: Mail): void {
  const words = html.replace(/<style>[\s\S]*?<\/style>/g, "").replace(/<[^>]+>/g, " ");
  for (const part of [subject, text, words, to.address]) {
    expect(part).not.toMatch(/undefined|\bnull\b|NaN|\[object|Invalid Date|\{\{/);
    expect(part.trim()).not.toBe("");
  }
  expect(text).not.toMatch(/<\/?[a-z]+[^>]*>/i);
  expect(text).toContain("Stone & Fell");
  for (const part of [text, words]) expect(part).toContain("01632 960 999");
  // A press rings the practice; the plain text doesn't spell the link out.
  const numbers = html.split("01632 960 999").slice(0, -1);
  for (const before of numbers) expect(before).toMatch(/<a [^>]*href="tel:\+441632960999"[^>]*>$/);
  expect(text).not.toContain("tel:");
  for (const part of [text, html]) expect(part).toContain(`${app.config.publicUrl}/policies/privacy`);
  for (const part of [subject, text, html]) expect(part).not.toContain("Limber Yard<");
  expect([from.name, from.address]).toEqual(["Stone & Fell", "desk@stone.example"]);
  expect([replyTo.address, to.address]).toContain("desk@stone.example");
  // Nothing is fetched when a mail is opened: no picture tells the sender that it was read.
  expect(html).not.toMatch(/<(img|link|script|iframe)\b|url\(/i);
}

import { expect, test } from "vitest";
import { mails } from "#app/mails.server.ts";
import type { DefinedMail } from "#app/outbox/define-mail.server.ts";
import type { Mail } from "#app/outbox/mail.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { listSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { MAIL_KINDS, mailOf } from "#tests/support/every-mail.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

test("every kind of mail that can be sent is looked at here", () => {
  expect(mails.map(({ id }) => id).sort()).toEqual([...MAIL_KINDS].sort());
});

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

async function renamed(): Promise<TestApp> {
  const app = await demoApp();
  const now = app.clock.now();
  const { business } = await listSettings(app.db.kysely, app.log);
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

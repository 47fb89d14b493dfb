import { expect, test } from "vitest";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { shellOf } from "#app/routes/website/shell.server.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { fixturesIn } from "#tests/support/doors/fixtures.ts";
import { doors } from "#tests/support/doors/table.ts";
import { openAddress } from "#tests/support/scope/open-page.ts";
import { demoApp } from "#tests/support/test-app.ts";

const SEALED = "v1.0123456789ab.kestrel.kestrel";

test("no page sends what the practice's facts hold sealed, to nobody and to an owner", {
  timeout: 120_000,
}, async () => {
  const app = await demoApp();
  const db = app.db.kysely;
  const { settings } = await readPractice(app);
  const now = app.clock.now();
  const mailServer = { host: "smtp.example.com", port: 587, security: "tls" as const, user: "us", password: SEALED };
  await writeSetting(db, { key: "mailServer", value: mailServer, now });
  await writeSetting(db, { key: "emailjs", value: { ...settings.emailjs, privateKey: SEALED }, now });
  await writeSetting(db, { key: "scheduler", value: { ...settings.scheduler, token: SEALED }, now });
  await writeSetting(db, { key: "push", value: { ...settings.push, privateKey: SEALED }, now });
  const mailbox = { host: "imap.example.com", port: 993, security: "tls" as const, user: "us", folder: "INBOX" };
  await writeSetting(db, { key: "mailbox", value: { ...mailbox, password: SEALED }, now });
  expect(JSON.stringify((await readPractice(app)).settings).split(SEALED)).toHaveLength(6);
  const { fill, cookieOf } = await fixturesIn(app);
  const owner = await cookieOf("admin");
  expect(JSON.stringify(await shellOf(app, { user: null } as Parameters<typeof shellOf>[1]))).not.toContain("kestrel");
  for (const { at } of doors.filter(({ door }) => door.endsWith(".tsx"))) {
    const [, path = ""] = /^([^ ]+)$/.exec(fill(at)) ?? [];
    for (const cookie of ["", owner ?? ""]) expect(await openAddress(app, cookie, path), at).not.toContain("kestrel");
  }
});

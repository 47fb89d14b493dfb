import { afterAll, beforeAll, expect, test } from "vitest";
import { getAdapter } from "#app/adapters/adapters.db.server.ts";
import { getReturned } from "#app/mail/came-back.server.ts";
import { getMailView, listMailPage } from "#app/mail/mail-list.server.ts";
import { mailboxForm, type TypedMailbox } from "#app/mail/server/mail-server.form.ts";
import { removeMailbox, saveMailbox, tryMailbox } from "#app/mail/server/mailbox.server.ts";
import { markMessage, replyTo } from "#app/messages/change-message.server.ts";
import { getMessageBoard, getMessageView } from "#app/messages/list-messages.server.ts";
import { beginReading, endReading, getMailboxReadAt, readMailbox } from "#app/messages/mailbox.jobs.server.ts";
import { messageData } from "#app/messages/personal-data.server.ts";
import { receiveMessage } from "#app/messages/receive-message.server.ts";
import { getSettingVersion } from "#app/settings/save-setting.server.ts";
import { IMAP_PASSWORD, type ImapServer, startDovecot } from "#tests/support/dovecot.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { outboxOf, sendAll, worker } from "#tests/support/post.ts";
import { answerTo, reportOf } from "#tests/support/received-mails.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { receptionIn } from "#tests/support/staff.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

const owner = { kind: "admin", userId: "imogen", isConfirmed: true } as const;
const MINUTES = 60_000;
/** Tuesday 5 May 2026, 9:00 in London: the server takes no mail of a day to come. */
const TUESDAY = Date.UTC(2026, 4, 5, 8);
const LETTER = {
  firstName: "Sam",
  lastName: "Carter",
  email: "sam@example.com",
  subject: "Gift vouchers",
  message: "Do you sell them?",
};

let imap: ImapServer;
beforeAll(async () => {
  imap = await startDovecot();
});
afterAll(() => imap.stop());

function typed(user: string, more: Partial<TypedMailbox> = {}): TypedMailbox {
  const where = { host: "127.0.0.1", port: imap.port, security: "none", folder: "INBOX" } as const;
  return { ...where, user, password: IMAP_PASSWORD, ...more };
}

async function save(app: TestApp, mailbox: TypedMailbox) {
  const version = await getSettingVersion(app.db.kysely, "mailbox");
  return saveMailbox(app, owner, { version, typed: mailbox, also: beginReading });
}

/** A site whose mailbox is read, with a mail server to send through. */
async function setUp({ isSaved = true } = {}) {
  const box = imap.newMailbox();
  const app = await testApp({
    now: TUESDAY,
    config: { outboundPrivate: [`imap://127.0.0.1:${imap.port}`, `imap://127.0.0.1:${imap.tlsPort}`] },
  });
  if (isSaved) expect(await save(app, typed(box.user))).toEqual({ kind: "saved" });
  const server = await mailServer();
  const post = worker(server.url);
  const put = (mail: string | Buffer) => box.put(mail, app.clock.now());
  /** Reads again, when it is time. */
  const read = async () => {
    app.clock.set(app.clock.now() + 2 * MINUTES);
    return readMailbox(app);
  };
  const sentId = async (kind: string) => {
    const row = await app.db.kysely
      .selectFrom("mails")
      .innerJoin("outbox", "outbox.id", "mails.outbox_id")
      .select("message_id")
      .where("kind", "=", kind)
      .orderBy("rendered_at", "desc")
      .executeTakeFirstOrThrow();
    return row.message_id;
  };
  return { app, box, server, post, put, read, sentId };
}

/** The same, with a message that was answered, and the answer's Message-ID. */
async function answered() {
  const all = await setUp();
  const { app, post } = all;
  const received = await receiveMessage(app, LETTER);
  if (received.kind !== "received") throw new Error(received.kind);
  await sendAll(app, post);
  await replyTo(app, owner, { id: received.id, text: "We do. For whom?", waits: true });
  await sendAll(app, post);
  const view = async () => {
    const found = await getMessageView(app, owner, received.id);
    if (!found) throw new Error("The message has gone");
    return found;
  };
  return { ...all, id: received.id, answerId: await all.sentId("enquiry-reply"), view };
}

test("a reply is added to its message once, opens it, and whoever answers is notified", async () => {
  const { app, id, server, post, put, read, box, answerId, view } = await answered();
  expect(await read()).toBe(0);
  await put(
    answerTo({ to: answerId, text: "For my sister.\n\nOn Tue, 4 May 2027 Limber Yard wrote:\n> We do. For whom?" }),
  );
  expect(await read()).toBe(1);
  const { enquiry, received } = await view();
  expect(enquiry.state).toBe("unread");
  expect(received).toMatchObject([
    { name: "Sam Carter", address: "sam@example.com", attachments: [], isAutomatic: false },
  ]);
  expect(received[0]?.text).toContain("For my sister.");
  expect((await getMessageBoard(app, owner))?.open[0]?.answeredAt).toBe(received[0]?.at);
  await sendAll(app, post);
  const told = server.arrived.find(({ mail }) => mail.subject === "Reply: Gift vouchers");
  expect(told?.recipients).toEqual([`no-reply@${new URL(app.config.publicUrl).hostname}`]);
  expect(told?.mail.text).toContain("For my sister.");
  expect(told?.mail.text).not.toContain("> We do");
  expect(await read()).toBe(0);
  // Another message is not opened by it, and nothing in the mailbox was touched.
  expect(await box.count()).toEqual({ mails: 1, seen: 0 });
  expect((await view()).received).toHaveLength(1);
  expect(id).toBe(enquiry.id);
});

test("an answer of ours names the mails before it, so that mail programs show them together", async () => {
  const { app, id, server, post, put, read, answerId, sentId } = await answered();
  const first = server.arrived.at(-1)?.mail;
  expect(first?.inReplyTo).toBe(await sentId("enquiry-acknowledgement"));
  await put(answerTo({ to: answerId, id: "<second@example.com>" }));
  await read();
  await replyTo(app, owner, { id, text: "Then come in." });
  await sendAll(app, post);
  const last = server.arrived.findLast(({ mail }) => mail.text?.includes("Then come in."))?.mail;
  expect(last?.inReplyTo).toBe("<second@example.com>");
  expect(last?.references).toContain(answerId);
});

test("the person whose message it is to answer is notified, and nobody twice while it is unread", async () => {
  const { app, id, server, post, put, read, answerId } = await answered();
  const jo = await receptionIn(app);
  await app.db.kysely.updateTable("enquiries").set({ assigned_to: jo.id }).where("id", "=", id).execute();
  await put(answerTo({ to: answerId, text: "One." }));
  await put(answerTo({ to: answerId, text: "Two." }));
  expect(await read()).toBe(2);
  await sendAll(app, post);
  const told = server.arrived.filter(({ mail }) => mail.subject === "Reply: Gift vouchers");
  expect(told.map(({ recipients }) => recipients[0])).toEqual([jo.email]);
});

test("an absence note is added and opens nothing", async () => {
  const { app, put, read, answerId, view } = await answered();
  const before = (await outboxOf(app)).length;
  await put(answerTo({ to: answerId, headers: ["Auto-Submitted: auto-replied"], text: "I am away." }));
  await put(answerTo({ to: answerId, headers: ["Precedence: bulk"], text: "I am away, too." }));
  expect(await read()).toBe(2);
  const { enquiry, received } = await view();
  expect([enquiry.state, received.map(({ isAutomatic }) => isAutomatic)]).toEqual(["waiting", [true, true]]);
  expect(await outboxOf(app)).toHaveLength(before);
});

test("what answers nothing of ours is left alone", async () => {
  const { app, put, read, box, view } = await answered();
  await put(answerTo({ to: "<someone-elses@example.com>" }));
  await put("Subject: Buy now\r\n\r\nCheap");
  await put(answerTo({ to: await sentOf(app, "enquiry-reply"), from: "hello@limberyard.example" }));
  expect(await read()).toBe(1);
  expect((await view()).received.map(({ address }) => address)).toEqual(["hello@limberyard.example"]);
  expect(await box.count()).toEqual({ mails: 3, seen: 0 });
});

const sentOf = async (app: TestApp, kind: string) =>
  (
    await app.db.kysely
      .selectFrom("mails")
      .innerJoin("outbox", "outbox.id", "mails.outbox_id")
      .select("message_id")
      .where("kind", "=", kind)
      .executeTakeFirstOrThrow()
  ).message_id;

test("two processes that read at once, and one that died in the middle, take each mail in once", async () => {
  const { app, put, read, answerId, view } = await answered();
  await put(answerTo({ to: answerId, text: "One." }));
  await put(answerTo({ to: answerId, text: "Two." }));
  app.clock.set(app.clock.now() + 2 * MINUTES);
  const turns = await Promise.all([readMailbox(app), readMailbox(app)]);
  expect(turns.toSorted()).toEqual([0, 2]);
  // It had taken both in, and died before it noted how far it had come.
  await app.db.kysely.updateTable("adapters").set({ facts: "{}" }).where("name", "=", "mailbox").execute();
  expect(await read()).toBe(0);
  expect((await view()).received).toHaveLength(2);
});

test("a folder whose uids begin anew is read from two weeks before, and nothing twice", async () => {
  const { put, read, box, answerId, view } = await answered();
  await put(answerTo({ to: answerId, text: "One." }));
  expect(await read()).toBe(1);
  await box.renew();
  await put(answerTo({ to: answerId, text: "Two." }));
  expect(await read()).toBe(1);
  expect((await view()).received.map(({ text }) => text)).toEqual(["One.", "Two."]);
});

test("a mail that came back is marked with its reason, and so is its address until someone says that it works", async () => {
  const { app, put, read, answerId, view, id } = await answered();
  await put(reportOf({ about: answerId }));
  expect(await read()).toBe(1);
  const page = await listMailPage(app, owner, { state: "returned", clientId: null, page: 1 });
  expect(page?.mails).toMatchObject([{ state: "returned", recipient: "sam@example.com" }]);
  const mail = await getMailView(app, owner, { id: page?.mails[0]?.id ?? "", sends: true });
  expect(mail?.returned).toMatchObject({
    reason: "There is no mailbox of that address.",
    answer: "550 5.1.1 <sam@example.com>: Recipient address rejected: User unknown",
  });
  expect(await getReturned(app.db.kysely, "Sam@Example.com")).toMatchObject({ at: app.clock.now() });
  const { enquiry, replies } = await view();
  expect([enquiry.state, replies[0]?.returned]).toEqual(["unread", "There is no mailbox of that address."]);
  await markMessage(app, owner, { id, state: "done" });
  await put(reportOf({ about: answerId }));
  expect(await read()).toBe(0);
  expect((await view()).enquiry.state).toBe("done");
});

test("a later mail that stays away for two days takes the mark off the address", async () => {
  const { app, put, read, post, answerId, id } = await answered();
  await put(reportOf({ about: answerId, original: "headers", status: "4.4.7" }));
  await read();
  expect((await getReturned(app.db.kysely, "sam@example.com"))?.reason).toMatch(/did not answer for days/);
  app.clock.set(app.clock.now() + MINUTES);
  await replyTo(app, owner, { id, text: "Again." });
  await sendAll(app, post);
  await read();
  expect(await getReturned(app.db.kysely, "sam@example.com")).not.toBeNull();
  app.clock.set(app.clock.now() + 49 * 60 * MINUTES);
  await read();
  expect(await getReturned(app.db.kysely, "sam@example.com")).toBeNull();
});

test("a report that is forged, that says only late, or is about another mail, changes nothing", async () => {
  const { app, put, read, answerId } = await answered();
  const { id: outboxId } = (await outboxOf(app))[0] ?? { id: "" };
  const host = new URL(app.config.publicUrl).hostname;
  await put(reportOf({ about: `<${outboxId}@${host}>` }));
  await put(reportOf({ about: answerId, action: "delayed", status: "4.4.1" }));
  await put(reportOf({ about: answerId, action: "delivered", status: "2.0.0" }));
  await put(reportOf({ about: answerId.replace(/.(?=@)/, (letter) => (letter === "A" ? "B" : "A")) }));
  await put(reportOf({ about: "" }));
  expect(await read()).toBe(0);
  expect((await listMailPage(app, owner, { state: "returned", clientId: null, page: 1 }))?.total).toBe(0);
  expect(await app.db.kysely.selectFrom("returned_addresses").selectAll().execute()).toEqual([]);
});

test("hostile mails are read without harm: bombs, odd charsets, HTML alone, names with line breaks", async () => {
  const { put, read, answerId, view } = await answered();
  await put(answerTo({ to: answerId, headers: Array.from({ length: 20_000 }, (_, nth) => `X-Bomb-${nth}: x`) }));
  await put(
    answerTo({ to: answerId, body: ["Content-Type: text/plain; charset=x-none", "", "Odd\u0000 \u202Echarset"] }),
  );
  const html = "<style>p{}</style><p>Hello <b>you</b></p><script>alert(1)</script><p>&lt;img src=x&gt;</p>";
  await put(
    answerTo({
      to: answerId,
      from: '=?utf-8?Q?Sam=0D=0ABcc:_x@evil.example?= <"sam\r\n x"@example.com>',
      body: ["Content-Type: text/html; charset=utf-8", "", html],
    }),
  );
  const nested = Array.from(
    { length: 60 },
    (_, nth) => `Content-Type: multipart/mixed; boundary=b${nth}\r\n\r\n--b${nth}`,
  );
  await put(answerTo({ to: answerId, body: [...nested, "Content-Type: text/plain", "", "Deep"] }));
  await put(
    answerTo({
      to: answerId,
      body: [
        ...['Content-Type: multipart/mixed; boundary="cut"', "", "--cut", "Content-Type: text/plain", "", "See this."],
        ...["--cut", 'Content-Type: image/png; name="a\u202Eb.png"', "Content-Transfer-Encoding: base64", ""],
        ...["A".repeat(900_000), "--cut--"],
      ],
    }),
  );
  expect(await read()).toBeGreaterThanOrEqual(3);
  const { received } = await view();
  const texts = received.map(({ text }) => text);
  expect(texts.some((text) => text.includes("charset"))).toBe(true);
  expect(texts.join("\n")).not.toMatch(/\u202E|alert|p\{\}/);
  expect(texts.join("\n")).not.toContain("\u0000");
  expect(texts.some((text) => /Hello you\s+<img src=x>/.test(text))).toBe(true);
  for (const { name, address } of received) expect(`${name}${address}`).not.toMatch(/[\r\n]/);
  expect(received.find(({ text }) => text === "See this.")?.attachments).toEqual(["ab.png"]);
});

test("a test says what failed, and saves nothing", async () => {
  const { app, box, put } = await setUp({ isSaved: false });
  const jo = await personIn(app, { role: "admin", email: "owner@example.com" });
  const actor = { kind: "admin", userId: jo.id } as const;
  const tried = (more: Partial<TypedMailbox> = {}) =>
    tryMailbox(app, actor, { stored: null, typed: typed(box.user, more) });
  await put("Subject: Hello\r\n\r\nHello");
  expect(await tried()).toEqual({ kind: "works", mails: 1 });
  expect(await tried({ password: "wrong" })).toEqual({ kind: "fault", fault: "refused" });
  expect(await tried({ folder: "Nowhere" })).toEqual({ kind: "fault", fault: "no-folder" });
  expect(await tried({ host: "no-such-host.invalid" })).toEqual({ kind: "fault", fault: "unknown-host" });
  expect(await tried({ port: imap.tlsPort, security: "tls" })).toEqual({ kind: "fault", fault: "certificate" });
  expect(await tried({ security: "starttls" })).toEqual({ kind: "fault", fault: "certificate" });
  expect(await tried({ security: "tls" })).toEqual({ kind: "fault", fault: "no-tls" });
  // Another port of this machine is in nobody's list.
  expect(await tried({ port: 143 })).toEqual({ kind: "fault", fault: "private-address" });
  expect(await tryMailbox(app, { kind: "visitor" } as never, { stored: null, typed: typed(box.user) })).toEqual({
    kind: "forbidden",
  });
  expect(await getSettingVersion(app.db.kysely, "mailbox")).toBe(0);
});

test("the password is sealed, kept for the same server and user alone, and in no audit", async () => {
  const { app, box } = await setUp();
  await save(app, typed(box.user, { password: "", folder: "Archive" }));
  const stored = async () => JSON.stringify(await app.db.kysely.selectFrom("settings").selectAll().execute());
  const audit = await app.db.kysely.selectFrom("audit").selectAll().execute();
  expect(await stored()).not.toContain(IMAP_PASSWORD);
  expect(JSON.stringify(audit)).not.toContain(IMAP_PASSWORD);
  expect(await stored()).toContain("v1.");
  await save(app, typed("another", { password: "" }));
  const row = await app.db.kysely
    .selectFrom("settings")
    .select("value")
    .where("key", "=", "mailbox")
    .executeTakeFirst();
  expect(JSON.parse(row?.value ?? "{}").password).toBe("");
  for (const text of ["none", "tls"]) expect(mailboxForm([993]).safeParse(text).success).toBe(false);
});

test("a refused sign-in is told once a day, tried every half hour, and over once the password is right", async () => {
  const { app, box, read } = await setUp({ isSaved: false });
  await save(app, typed(box.user, { password: "wrong" }));
  await read();
  expect(await getAdapter(app.db.kysely, "mailbox")).toMatchObject({ state: "revoked" });
  const mails = async () => (await outboxOf(app)).filter(({ kind }) => kind === "adapter-failing-practice").length;
  expect(await mails()).toBe(1);
  await read();
  app.clock.set(app.clock.now() + 40 * MINUTES);
  await read();
  expect(await mails()).toBe(1);
  expect(await getMailboxReadAt(app.db.kysely)).toBeNull();
  await save(app, typed(box.user));
  expect(await readMailbox(app)).toBe(0);
  expect(await getAdapter(app.db.kysely, "mailbox")).toMatchObject({ state: "ok" });
  expect(await getMailboxReadAt(app.db.kysely)).toBe(app.clock.now());
  const version = await getSettingVersion(app.db.kysely, "mailbox");
  expect(await removeMailbox(app, owner, { version, also: endReading })).toEqual({ kind: "saved" });
  expect(await getAdapter(app.db.kysely, "mailbox")).toBeNull();
});

test("what someone wrote back leaves with their data, and goes with it", async () => {
  const { app, put, read, answerId, view } = await answered();
  await put(answerTo({ to: answerId, text: "For my sister." }));
  await put(answerTo({ to: answerId, text: "I am her sister.", from: "Ida@Sister.example" }));
  await put(reportOf({ about: answerId }));
  await read();
  const sister = { clientId: "two", userIds: [], addresses: ["ida@sister.example"], phones: [] };
  expect(JSON.stringify(await messageData.export?.(app.db.kysely, sister, 0))).toContain("I am her sister.");
  await app.db.kysely.transaction().execute(async (tx) => messageData.forget?.(tx, sister, 0));
  expect((await view()).received.map(({ text }) => text)).toEqual(["For my sister."]);
  const person = { clientId: "one", userIds: [], addresses: ["sam@example.com"], phones: [] };
  expect(JSON.stringify(await messageData.export?.(app.db.kysely, person, 0))).toContain("For my sister.");
  await app.db.kysely.transaction().execute(async (tx) => {
    const { mailData } = await import("#app/mail/personal-data.server.ts");
    await messageData.forget?.(tx, person, 0);
    await mailData.forget?.(tx, person, 0);
  });
  expect(await app.db.kysely.selectFrom("received_replies").selectAll().execute()).toEqual([]);
  expect(await app.db.kysely.selectFrom("returned_addresses").selectAll().execute()).toEqual([]);
});

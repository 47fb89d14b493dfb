import { expect, test } from "vitest";
import { getAdapter } from "#app/adapters/adapters.db.server.ts";
import { sendNext } from "#app/connections/emailjs/emailjs.jobs.server.ts";
import { saveEmailjs, tryEmailjs } from "#app/connections/emailjs/save-emailjs.server.ts";
import { listMessages } from "#app/messages/list-messages.server.ts";
import { receiveMessage } from "#app/messages/receive-message.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { getSettingVersion } from "#app/settings/save-setting.server.ts";
import { adminActor, NOT_ADMINS } from "#tests/support/admin.ts";
import { type EmailjsStandIn, emailjsStandIn, type Fault } from "#tests/support/emailjs-stand-in.ts";
import { failingAt } from "#tests/support/failing-at.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

const MINUTE = 60_000;
const PACE = 1_100;
const typed = {
  sends: true,
  serviceId: "service_a",
  templateId: "template_b",
  publicKey: "key_c",
  privateKey: "a-private-key",
  noPrivateKey: false,
  origins: [] as string[],
};
const contact = {
  firstName: "Ann",
  lastName: "Lee",
  email: "ann@example.com",
  subject: "Łódź & more",
  message: "Line one\nLine two",
};

async function save(app: AppContext, changes: Partial<typeof typed> = {}) {
  const version = await getSettingVersion(app.db.kysely, "emailjs");
  return saveEmailjs(app, await adminActor(app), { version, typed: { ...typed, ...changes } });
}

async function withEmailjs(): Promise<{ app: TestApp; emailjs: EmailjsStandIn }> {
  const emailjs = await emailjsStandIn();
  const app = await testApp({ config: emailjs.config });
  expect((await save(app)).kind).toBe("saved");
  return { app, emailjs };
}

/** One turn of the lane, so much later. */
async function turn(app: TestApp, later = PACE, ms?: number): Promise<boolean> {
  app.clock.set(app.clock.now() + later);
  return sendNext(app, "worker", ms);
}

async function rowsIn(app: AppContext, kind: string) {
  return app.db.kysely
    .selectFrom("outbox")
    .select(["channel", "done_at", "failed_at", "last_error", "attempts"])
    .where("kind", "=", kind)
    .execute();
}

test("a message is in the inbox at once, and reaches EmailJS under the specification's names", async () => {
  const { app, emailjs } = await withEmailjs();
  await receiveMessage(app, contact);
  expect(await app.db.kysely.selectFrom("enquiries").selectAll().execute()).toHaveLength(1);
  expect(emailjs.asked()).toBe(0);
  expect(await turn(app)).toBe(true);
  expect(emailjs.mailed).toEqual([
    {
      service_id: "service_a",
      template_id: "template_b",
      user_id: "key_c",
      accessToken: "a-private-key",
      template_params: {
        user_firstName: "Ann",
        user_lastName: "Lee",
        user_email: "ann@example.com",
        user_subject: "Łódź & more",
        user_message: "Line one\nLine two",
      },
    },
  ]);
  expect(await turn(app)).toBe(false);
  expect(await rowsIn(app, "enquiry-emailjs")).toMatchObject([{ channel: "emailjs", done_at: expect.any(Number) }]);
  expect(await rowsIn(app, "enquiry-practice")).toEqual([]);
  expect(await rowsIn(app, "enquiry-acknowledgement")).toMatchObject([{ channel: "email" }]);
});

test("what EmailJS has taken is not handed to it again, whatever fails then", async () => {
  const { app, emailjs } = await withEmailjs();
  await receiveMessage(app, contact);
  app.clock.set(app.clock.now() + PACE);
  const failing = failingAt(app, (_, text) => emailjs.asked() > 0 && text.includes('"name":"adapters"'));
  await expect(sendNext(failing, "worker")).rejects.toThrow("not this time");
  await turn(app, 2 * MINUTE);
  expect(emailjs.mailed).toHaveLength(1);
});

test("two refusals for the pace are one mail in the end", async () => {
  const { app, emailjs } = await withEmailjs();
  emailjs.next({ status: 429 }, { status: 429 });
  await receiveMessage(app, contact);
  await turn(app);
  expect(await getAdapter(app.db.kysely, "emailjs")).toMatchObject({ state: "failing" });
  await turn(app);
  expect(emailjs.asked()).toBe(1);
  await turn(app, MINUTE);
  await turn(app, 2 * MINUTE);
  await turn(app, 10 * MINUTE);
  expect([emailjs.asked(), emailjs.mailed.length]).toEqual([3, 1]);
  expect(await getAdapter(app.db.kysely, "emailjs")).toMatchObject({ state: "ok" });
});

test("several messages go one at a time, a second and a little apart, however many processes there are", async () => {
  const { app, emailjs } = await withEmailjs();
  for (const subject of ["One", "Two", "Three"]) await receiveMessage(app, { ...contact, subject });
  app.clock.set(app.clock.now() + PACE);
  const processes = ["a", "b", "c"].map((worker) => sendNext(app, worker));
  expect((await Promise.all(processes)).filter(Boolean)).toHaveLength(1);
  await turn(app, 1_000);
  expect(emailjs.mailed).toHaveLength(1);
  await turn(app, 100);
  await turn(app);
  const subjects = emailjs.mailed.map(({ template_params }) => template_params.user_subject).sort();
  expect(subjects).toEqual(["One", "Three", "Two"]);
});

test.each([
  ["a fault of theirs", { status: 500 }],
  ["a cut connection", "cut"],
  ["silence", "hang"],
] as const)("%s is tried again", async (_what, fault) => {
  const { app, emailjs } = await withEmailjs();
  emailjs.next(fault);
  await receiveMessage(app, contact);
  await turn(app, PACE, fault === "hang" ? 200 : undefined);
  expect(await rowsIn(app, "enquiry-emailjs")).toMatchObject([{ done_at: null, failed_at: null, attempts: 1 }]);
  await turn(app, 2 * MINUTE);
  expect(emailjs.mailed).toHaveLength(1);
});

test("a late answer is one mail: nobody else takes the message meanwhile", async () => {
  const { app, emailjs } = await withEmailjs();
  emailjs.next("late");
  await receiveMessage(app, contact);
  app.clock.set(app.clock.now() + PACE);
  const sending = sendNext(app, "slow");
  await expect.poll(() => emailjs.asked()).toBe(1);
  app.clock.set(app.clock.now() + PACE);
  expect(await sendNext(app, "quick")).toBe(false);
  emailjs.release();
  expect(await sending).toBe(true);
  expect([emailjs.asked(), emailjs.mailed.length]).toEqual([1, 1]);
});

test.each([
  [400, "The service ID not found. To find this ID, visit https://dashboard.emailjs.com/admin"],
  [403, "API calls are disabled for non-browser applications"],
  [404, "Account not found"],
  [451, "Unavailable For Headless Browser"],
])("%i stops the lane, says why, and goes on once the settings are saved", async (status, text) => {
  const { app, emailjs } = await withEmailjs();
  emailjs.next({ status, text });
  for (const subject of ["One", "Two"]) await receiveMessage(app, { ...contact, subject });
  await turn(app);
  await turn(app, 60 * MINUTE);
  expect(emailjs.asked()).toBe(1);
  expect(await getAdapter(app.db.kysely, "emailjs")).toMatchObject({
    state: "revoked",
    fault: expect.stringContaining(text.slice(0, 30)),
  });
  expect(await rowsIn(app, "adapter-failing-practice")).toHaveLength(1);
  expect((await save(app, { privateKey: "" })).kind).toBe("saved");
  expect(await getAdapter(app.db.kysely, "emailjs")).toMatchObject({ state: "ok" });
  await turn(app);
  await turn(app);
  expect(emailjs.mailed.map(({ accessToken }) => accessToken)).toEqual(["a-private-key", "a-private-key"]);
});

test("a set-up that is broken there is told in words, and tried again; what is too long never is", async () => {
  const { app, emailjs } = await withEmailjs();
  emailjs.next({ status: 422, text: "The recipients address is empty" }, { status: 413, text: "Variables size limit" });
  await receiveMessage(app, contact);
  await turn(app);
  const { fault } = (await getAdapter(app.db.kysely, "emailjs")) ?? {};
  expect(fault).toContain("names no recipient");
  expect(fault).toContain("422: The recipients address is empty");
  await turn(app, 2 * MINUTE);
  expect(await rowsIn(app, "enquiry-emailjs")).toMatchObject([{ failed_at: expect.any(Number) }]);
  expect((await listMessages(app.db.kysely, { state: null, from: 0, limit: 10 } as never)).length).toBe(1);
});

test("once the owner sends by mail again, what waits goes by mail, and nothing is left of the adapter", async () => {
  const { app, emailjs } = await withEmailjs();
  await receiveMessage(app, contact);
  expect((await save(app, { sends: false })).kind).toBe("saved");
  expect(await turn(app)).toBe(false);
  expect(await rowsIn(app, "enquiry-emailjs")).toMatchObject([{ channel: "email", done_at: null }]);
  expect(await getAdapter(app.db.kysely, "emailjs")).toBeNull();
  expect(emailjs.asked()).toBe(0);
});

test("the private key is stored sealed, stays for the same account only, and without its key nothing is sent", async () => {
  const { app, emailjs } = await withEmailjs();
  const stored = async () =>
    JSON.parse(
      (
        await app.db.kysely
          .selectFrom("settings")
          .select("value")
          .where("key", "=", "emailjs")
          .executeTakeFirstOrThrow()
      ).value,
    ).privateKey;
  expect(await stored()).toMatch(/^v1\./);
  expect(JSON.stringify(await app.db.kysely.selectFrom("audit").selectAll().execute())).not.toContain("a-private-key");
  await receiveMessage(app, contact);
  const elsewhere = { ...app, config: { ...app.config, sealingKey: "another-key-of-at-least-32-characters" } };
  expect(await turn(elsewhere as TestApp)).toBe(false);
  await save(app, { privateKey: "", publicKey: "another" });
  expect(await stored()).toBe("");
  expect(emailjs.asked()).toBe(0);
});

const REFUSED_TRIES: [Fault, string, RegExp][] = [
  [
    { status: 403, text: "API calls are disabled for non-browser applications" },
    "stop",
    /Switch on “Allow EmailJS API/,
  ],
  [{ status: 403, text: "Forbidden" }, "stop", /block list/],
  [{ status: 451, text: "Unavailable For Headless Browser" }, "stop", /Ask its support/],
  [{ status: 412, text: "Gmail_API: Request had insufficient authentication scopes" }, "broken", /Reconnect it/],
  [{ status: 429 }, "retry", /one message a second/],
  [{ status: 500, text: "<html>" }, "retry", /fault of its own\.$/],
  ["cut", "retry", /^EmailJS was asked\. It could not be reached/],
];

test("a try sends what is typed, saves nothing, and tells EmailJS's own answer without the key", async () => {
  const { app, emailjs } = await withEmailjs();
  const admin = await adminActor(app);
  const asked = { ...typed, privateKey: "typed-key", serviceId: "service_z" };
  expect(await tryEmailjs(app, admin, asked)).toMatchObject({
    kind: "answered",
    posted: { kind: "sent", status: 200, answer: "OK" },
  });
  expect(emailjs.mailed).toMatchObject([{ service_id: "service_z", accessToken: "typed-key" }]);
  emailjs.next({ status: 400, text: "no typed-key\r\nhere" });
  expect(await tryEmailjs(app, admin, asked)).toMatchObject({ posted: { kind: "stop", answer: "no … here" } });
  for (const [fault, kind, words] of REFUSED_TRIES) {
    emailjs.next(fault);
    const posted = { kind, words: expect.stringMatching(words) };
    expect(await tryEmailjs(app, admin, asked)).toMatchObject({ kind: "answered", posted });
  }
  for (const actor of NOT_ADMINS) expect((await tryEmailjs(app, actor, asked)).kind).toBe("forbidden");
});

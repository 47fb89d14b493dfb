import { expect, test } from "vitest";
import * as send from "#app/routes/feeds/emailjs/send.ts";
import * as sendForm from "#app/routes/feeds/emailjs/send-form.ts";
import { emailjs } from "#app/settings/schemas/emailjs.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { stubSite } from "#tests/support/stub-site.ts";
import type { TestAppOptions } from "#tests/support/test-app.ts";

const FORM = "/api/v1.0/email/send-form";
const JSON_FORM = "/api/v1.0/email/send";
const PAGE = "https://old.example";
const IDS = { service_id: "service_a", template_id: "template_b", user_id: "key_c" };
const TYPED = {
  user_firstName: "Ann",
  user_lastName: "Lee",
  user_email: "ann@example.com",
  user_subject: "Hello",
  user_message: "Line one\r\nLine two",
};

/** A site that takes messages from the page; `isSetUp` false: nothing was ever saved. */
async function site({ isSetUp = true, ...options }: TestAppOptions & { isSetUp?: boolean } = {}) {
  const stub = await stubSite({ ...options, routes: { [FORM]: sendForm, [JSON_FORM]: send } });
  if (isSetUp) {
    const value = emailjs.parse({
      serviceId: IDS.service_id,
      templateId: IDS.template_id,
      publicKey: IDS.user_id,
      origins: [PAGE],
    });
    await writeSetting(stub.app.db.kysely, { key: "emailjs", value, now: stub.app.clock.now() });
  }
  const stored = () => stub.app.db.kysely.selectFrom("enquiries").select(["email", "message"]).execute();
  const postForm = async (fields: Record<string, string> = {}, origin: string | null = PAGE) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...TYPED, lib_version: "4.4.1", ...IDS, ...fields })) {
      if (value) form.append(name, value);
    }
    const request = new Request("http://x.example", { method: "POST", body: form });
    const headers = { "content-type": request.headers.get("content-type") ?? "" };
    const from: Record<string, string> = origin === null ? {} : { origin, "sec-fetch-site": "cross-site" };
    return stub.post(FORM, Buffer.from(await request.arrayBuffer()), { ...headers, ...from });
  };
  return { ...stub, stored, postForm };
}

test("a form that their library sends is a message here, answered as there, and the same twice is one", async () => {
  const { postForm, stored } = await site();
  for (let times = 0; times < 2; times++) {
    const answer = await postForm();
    expect([answer.status, answer.text]).toEqual([200, "OK"]);
    expect(answer.headers["access-control-allow-origin"]).toBe(PAGE);
    expect(answer.headers["content-type"]).toContain("text/plain");
    expect(answer.headers["set-cookie"]).toBeUndefined();
  }
  expect(await stored()).toEqual([{ email: "ann@example.com", message: "Line one\nLine two" }]);
});

test("the JSON twin is asked for first by the browser, and is a message, too", async () => {
  const { ask, post, stored } = await site();
  const asked = { origin: PAGE, "access-control-request-method": "POST" };
  const preflight = await ask(JSON_FORM, { method: "OPTIONS", headers: asked });
  expect(preflight.status).toBe(204);
  expect(preflight.headers).toMatchObject({
    "access-control-allow-origin": PAGE,
    "access-control-allow-headers": "content-type",
  });
  const body = JSON.stringify({ lib_version: "4.4.1", ...IDS, template_params: TYPED });
  const sent = await post(JSON_FORM, body, { origin: PAGE, "content-type": "application/json" });
  expect([sent.status, sent.text]).toEqual([200, "OK"]);
  expect(await stored()).toHaveLength(1);
});

test("another site, and a program, are refused and leave nothing", async () => {
  const { ask, postForm, stored } = await site();
  for (const origin of ["https://evil.example", "https://old.example.evil.example", "null", null]) {
    const answer = await postForm({}, origin);
    expect([answer.status, answer.headers["access-control-allow-origin"]], String(origin)).toEqual([403, undefined]);
  }
  const preflight = await ask(JSON_FORM, { method: "OPTIONS", headers: { origin: "https://evil.example" } });
  expect([preflight.status, preflight.headers["access-control-allow-origin"]]).toEqual([404, undefined]);
  expect(await stored()).toEqual([]);
});

test("missing and unknown ids, and a form with errors, are answered in their words", async () => {
  const { postForm, stored } = await site();
  const answers = [
    [{ user_id: "" }, "The user_id parameter is required"],
    [{ service_id: "x" }, "The service ID not found. To find this ID, visit https://dashboard.emailjs.com/admin"],
    [{ user_email: "nobody" }, "Enter an email address in the correct format, like name@example.com"],
  ] as const;
  for (const [fields, text] of answers) expect(await postForm(fields)).toMatchObject({ status: 400, text });
  expect(await stored()).toEqual([]);
});

test("it counts with the contact form, and its refusals are their statuses", async () => {
  const { app, postForm } = await site({ config: { rateLimits: true } });
  const blocked = { blocked: ["spam"], keptMonths: 12 } as never;
  await writeSetting(app.db.kysely, { key: "messages", value: blocked, now: app.clock.now() });
  expect(await postForm({ user_subject: "Spam" })).toMatchObject({ status: 403, text: "Forbidden" });
  for (let number = 0; number < 9; number++) {
    expect((await postForm({ user_subject: `Message ${number}` })).status).toBe(200);
  }
  const limited = await postForm({ user_subject: "One more" });
  expect([limited.status, limited.text]).toEqual([429, "Too Many Requests"]);
  expect(Number(limited.headers["retry-after"])).toBeGreaterThan(0);
});

test("before it is set up there is nothing at these addresses", async () => {
  const { ask, get, postForm } = await site({ isSetUp: false });
  expect((await postForm()).status).toBe(404);
  for (const path of [FORM, JSON_FORM]) {
    expect((await get(path)).status).toBe(404);
    expect((await ask(path, { method: "OPTIONS", headers: { origin: PAGE } })).status).toBe(404);
  }
});

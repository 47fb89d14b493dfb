import { expect, test } from "vitest";
import { emailjsForm } from "#app/connections/emailjs/emailjs.form.ts";
import { type AnswerKind, meaningOf } from "#app/connections/emailjs/post-to-emailjs.server.ts";
import { fieldsFromJson, readSentForm, refusalFor, takesForms } from "#app/connections/emailjs/sent-form.ts";
import { readFields } from "#app/platform/form-fields.ts";
import { emailjs } from "#app/settings/schemas/emailjs.ts";

// What their service has been seen to answer.
const ANSWERS: [number, string, AnswerKind, RegExp][] = [
  [200, "OK", "sent", /took/],
  [400, "The Public Key is invalid. To find this ID, visit …", "stop", /keys or IDs/],
  [403, "API calls are disabled for non-browser applications", "stop", /Allow EmailJS API for non-browser/],
  [403, "API calls in strict mode, but no private key was passed", "stop", /private key/],
  [403, "Forbidden", "stop", /block list/],
  [404, "Account not found", "stop", /no such account/],
  [412, "Gmail_API: Invalid grant. Please reconnect your Gmail account", "broken", /Reconnect/],
  [413, "Variables size limit", "drop", /50 KB/],
  [422, "The recipients address is empty", "broken", /no recipient/],
  [426, "", "broken", /this month/],
  [429, "", "retry", /one message a second/],
  [451, "Unavailable For Headless Browser", "stop", /robot/],
  [500, "", "retry", /fault of its own/],
  [503, "", "retry", /fault of its own/],
  [418, "", "stop", /refused/],
];

test.each(ANSWERS)("%i %j means %s", (status, text, kind, words) => {
  expect(meaningOf(status, text)).toEqual({ kind, words: expect.stringMatching(words) });
});

const stored = emailjs.parse({
  serviceId: "service_a",
  templateId: "template_b",
  publicKey: "key_c",
  origins: ["https://old.example"],
});

const SENT = {
  user_firstName: "Ann",
  user_lastName: "Lee",
  user_email: "ann@example.com",
  user_subject: "Hello",
  user_message: "Line one\r\nLine two",
  lib_version: "4.4.1",
  service_id: "service_a",
  template_id: "template_b",
  user_id: "key_c",
};

test("what their library sends is read, as a form and as JSON, in this order of checks", () => {
  const contact = {
    firstName: "Ann",
    lastName: "Lee",
    email: "ann@example.com",
    subject: "Hello",
    message: "Line one\nLine two",
  };
  expect(readSentForm(SENT, stored)).toEqual({ kind: "message", contact });
  const { service_id, template_id, user_id, lib_version, ...template_params } = SENT;
  const fields = fieldsFromJson({ lib_version, user_id, service_id, template_id, template_params });
  expect(readSentForm(fields ?? {}, stored)).toEqual({ kind: "message", contact });
  expect(readSentForm({ ...SENT, service_id: "default_service" }, stored).kind).toBe("message");
  for (const nonsense of [null, [], "x", { template_params: "x" }, { template_params: null }]) {
    expect(fieldsFromJson(nonsense)).toBeNull();
  }
});

test.each([
  [{ user_id: "" }, "The user_id parameter is required"],
  [
    { user_id: "other" },
    "The Public Key is invalid. To find this ID, visit https://dashboard.emailjs.com/admin/account",
  ],
  [{ service_id: "other" }, "The service ID not found. To find this ID, visit https://dashboard.emailjs.com/admin"],
  [
    { template_id: "x" },
    "The template ID not found. To find this ID, visit https://dashboard.emailjs.com/admin/templates",
  ],
  [{ user_email: "nobody" }, "Enter an email address in the correct format, like name@example.com"],
  [{ user_message: "" }, "Enter a message"],
])("%j is refused as there", (changes, text) => {
  const fields = { ...SENT, ...changes } as Record<string, string>;
  expect(readSentForm(fields, stored)).toEqual({ kind: "refused", reply: { status: 400, text } });
});

test("only a site that the owner names may send, and none before everything is set up", () => {
  expect(refusalFor("https://old.example", stored)).toBeNull();
  for (const origin of ["https://old.example.evil.example", "http://old.example", "null", ""]) {
    expect(refusalFor(origin, stored), origin).toEqual({ status: 403, text: "Forbidden" });
  }
  expect(refusalFor(null, stored)?.text).toContain("non-browser");
  expect(takesForms(stored)).toBe(true);
  expect(takesForms({ ...stored, origins: [] })).toBe(false);
  expect(takesForms({ ...stored, publicKey: "" })).toBe(false);
  expect(takesForms(emailjs.parse({}))).toBe(false);
});

test("the owner's form takes sites, not pages or anything in the clear, and asks for the ids when they count", () => {
  const ids = { serviceId: "service_a", templateId: "template_b", publicKey: "key_c" };
  const read = (fields: Record<string, string>) => readFields(emailjsForm, fields);
  const origins = "https://Old.example/\nhttp://localhost:5173, https://old.example";
  expect(read({ ...ids, origins })).toMatchObject({
    value: { origins: ["https://old.example", "http://localhost:5173"] },
  });
  for (const wrong of [
    "old.example",
    "http://old.example",
    "https://old.example/contact",
    "javascript:x",
    "https://a.b/?c",
  ])
    expect(read({ ...ids, origins: wrong }), wrong).toMatchObject({ errors: { origins: expect.any(String) } });
  expect(read({})).toMatchObject({ kind: "valid" });
  expect(read({ sends: "on" })).toMatchObject({ kind: "invalid" });
  expect(Object.keys((read({ sends: "on" }) as { errors: object }).errors)).toEqual(Object.keys(ids));
  expect(read({ ...ids, publicKey: "a b" })).toMatchObject({ errors: { publicKey: expect.any(String) } });
});

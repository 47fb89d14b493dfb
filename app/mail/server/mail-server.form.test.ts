import { expect, test } from "vitest";
import { isPrivateHost } from "#app/mail/server/find-provider.server.ts";
import { mailServerForm, mailServerFormOf } from "#app/mail/server/mail-server.form.ts";
import { fieldsOf, readFields } from "#app/platform/form-fields.ts";

const typed = { host: "smtp.example.com", port: "587", security: "starttls", user: "desk@example.com", password: "pw" };
const read = (fields: Partial<typeof typed>) =>
  readFields(mailServerForm([25, 465, 587, 2525]), { ...typed, ...fields } as Record<string, string>);
const errorsOf = (fields: Partial<typeof typed>) => {
  const outcome = read(fields);
  return outcome.kind === "invalid" ? outcome.errors : {};
};

test("a server is its name alone, at a port where mail is spoken", () => {
  expect(read({ host: " SMTP.Example.com " })).toMatchObject({ kind: "valid", value: { host: "smtp.example.com" } });
  for (const host of ["10.0.0.5", "[::1]", "fe80::1", "mail", "localhost"])
    expect(errorsOf({ host }), host).toEqual({});
  for (const host of ["smtp://a.example", "a.example/x", "a b", "a.example:25", "a@b.example", "-a", "x\r\ny", ""]) {
    expect(Object.keys(errorsOf({ host })), host).toEqual(["host"]);
  }
  for (const port of ["22", "80", "5432", "0", "x", "587.5", ""]) {
    expect(errorsOf({ port }), port).toEqual({ port: "Enter the port: 25, 465, 587, 2525" });
  }
});

test("a password goes nowhere in the clear but to this machine", () => {
  expect(errorsOf({ security: "none" }).security).toContain("can be read on the way");
  expect(errorsOf({ security: "none", user: "" })).toEqual({});
  for (const host of ["127.0.0.1", "localhost", "::1"]) expect(errorsOf({ security: "none", host }), host).toEqual({});
  expect(errorsOf({ security: "ssl" }).security).toContain("Choose how");
  expect(errorsOf({ password: "a\r\nb" }).password).toBe("A password is one line");
});

test("the form shows what is stored, and never the password", () => {
  const stored = { host: "a.example", port: 465, security: "tls", user: "u", password: "v1.k.i.t" } as const;
  expect(fieldsOf(mailServerFormOf(stored))).toEqual({ host: "a.example", port: "465", security: "tls", user: "u" });
  expect(fieldsOf(mailServerFormOf(null)).port).toBe("587");
});

test("a name of this machine is told from a public one", () => {
  expect(["localhost", "10.0.0.5", "smtp.example.com"].map(isPrivateHost)).toEqual([true, true, false]);
});

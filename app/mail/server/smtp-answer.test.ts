import { expect, test } from "vitest";
import { answerInWords, type SmtpFault } from "#app/mail/server/smtp-answer.ts";

const FAULTS: [string, SmtpFault, RegExp][] = [
  [
    "a wrong password",
    { code: "EAUTH", responseCode: 535, response: "535 5.7.8 no" },
    /rejected the user name or password/,
  ],
  ["no password", { code: "EAUTH", message: 'Missing credentials for "PLAIN"' }, /wants a user and a password/],
  ["a refused sender", { code: "EENVELOPE", command: "MAIL FROM", responseCode: 550 }, /sender’s address/],
  ["a refused recipient", { code: "EENVELOPE", command: "RCPT TO", responseCode: 550 }, /refused the recipient/],
  ["a refused mail", { code: "EMESSAGE", responseCode: 554 }, /refused the email itself/],
  ["an unknown certificate", { code: "ESOCKET", originalCode: "DEPTH_ZERO_SELF_SIGNED_CERT" }, /certificate/],
  ["another name", { code: "ETLS", message: "Hostname/IP does not match certificate's altnames" }, /certificate/],
  ["no TLS at the port", { code: "ESOCKET", message: "ssl3_get_record:wrong version number" }, /no TLS at this port/],
  ["no STARTTLS", { code: "ETLS", message: "Error upgrading connection with STARTTLS" }, /could not be secured/],
  ["nobody at the port", { code: "ESOCKET", originalCode: "ECONNREFUSED" }, /We couldn’t connect/],
  ["no such name", { code: "EDNS", originalCode: "ENOTFOUND" }, /no server of that name/],
  ["silence", { code: "ETIMEDOUT", message: "Greeting never received" }, /in time/],
  ["another protocol", { code: "EPROTOCOL", message: "Invalid greeting" }, /no mail server/],
  ["a lost connection", { code: "ECONNECTION", message: "Connection closed unexpectedly" }, /ended the connection/],
  ["anything else", { message: "Oh" }, /could not be sent/],
];

test.each(FAULTS)("%s is told in words", (_what, fault, words) => {
  expect(answerInWords(fault).words).toMatch(words);
});

test("the server's own answer is shown in one line, and not too long of it", () => {
  const { answer } = answerInWords({ code: "EAUTH", response: `535 no\r\nand no ${"x".repeat(500)}` });
  expect(answer).toMatch(/^535 no and no x+$/);
  expect(answer?.length).toBe(300);
});

test("a provider’s own code says more than the kind of refusal", () => {
  const words = (response: string, code = "EAUTH") => answerInWords({ code, responseCode: 535, response }).words;
  expect(words("535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled")).toContain(
    "Turn on Authenticated SMTP",
  );
  expect(words("534 5.7.9 Application-specific password required.")).toContain("an app password, not your normal one");
  expect(words("554 5.2.252 SendAsDenied; jo@x not allowed", "EENVELOPE")).toContain("the account’s own address");
  expect(words("550 5.4.5 Daily user sending limit exceeded", "EMESSAGE")).toContain("limit of emails for today");
  expect(words("454 4.7.0 Too many login attempts")).toContain("Wait an hour");
});

test("a refused password is explained by its provider", () => {
  const refused = "Gmail needs an app password, not your normal one.";
  expect(answerInWords({ code: "EAUTH", responseCode: 535, response: "535 5.7.8 no" }, refused).words).toBe(
    "Your provider refused the password. Gmail needs an app password, not your normal one.",
  );
});

import { expect, test } from "vitest";
import { answerInWords, type SmtpFault } from "#app/mail/server/smtp-answer.ts";

const FAULTS: [string, SmtpFault, RegExp][] = [
  ["a wrong password", { code: "EAUTH", responseCode: 535, response: "535 5.7.8 no" }, /user or the password/],
  ["no password", { code: "EAUTH", message: 'Missing credentials for "PLAIN"' }, /wants a user and a password/],
  ["a refused sender", { code: "EENVELOPE", command: "MAIL FROM", responseCode: 550 }, /sender’s address/],
  ["a refused recipient", { code: "EENVELOPE", command: "RCPT TO", responseCode: 550 }, /refused the recipient/],
  ["a refused mail", { code: "EMESSAGE", responseCode: 554 }, /refused the mail itself/],
  ["an unknown certificate", { code: "ESOCKET", originalCode: "DEPTH_ZERO_SELF_SIGNED_CERT" }, /certificate/],
  ["another name", { code: "ETLS", message: "Hostname/IP does not match certificate's altnames" }, /certificate/],
  ["no TLS at the port", { code: "ESOCKET", message: "ssl3_get_record:wrong version number" }, /no TLS at this port/],
  ["no STARTTLS", { code: "ETLS", message: "Error upgrading connection with STARTTLS" }, /could not be secured/],
  ["nobody at the port", { code: "ESOCKET", originalCode: "ECONNREFUSED" }, /Nothing listens/],
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

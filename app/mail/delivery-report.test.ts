import fc from "fast-check";
import { expect, test } from "vitest";
import { findFailure, readDeliveryStatus, reasonInWords } from "#app/mail/delivery-report.ts";
import { readHead, readMail } from "#app/mail/read-mail.gateway.server.ts";
import { answerTo, reportOf } from "#tests/support/received-mails.ts";

const STATUS = [
  ...["Reporting-MTA: dns; mx.example.com", "Arrival-Date: Tue, 4 May 2027 09:12:00 +0100", ""],
  ...["Original-Recipient: rfc822;Sam@Example.com", "Final-Recipient: rfc822; other@example.com", "Action: failed"],
  ...["Status: 5.2.2", "Diagnostic-Code: smtp; 552-5.2.2 The mailbox", "  is over quota", "Action: delivered", ""],
  ...["Final-Recipient: rfc822; jo@example.com", "Action: delayed", "Status: 4.4.1"],
].join("\r\n");

test("a report names each recipient, what became of the mail, and the server’s words in one line", () => {
  expect(readDeliveryStatus(STATUS)).toEqual([
    { recipient: "sam@example.com", action: "failed", status: "5.2.2", answer: "552-5.2.2 The mailbox is over quota" },
    { recipient: "jo@example.com", action: "delayed", status: "4.4.1", answer: "" },
  ]);
});

test("only what was given up is a failure, of the mail’s own recipient first", () => {
  const reports = readDeliveryStatus(STATUS);
  expect(findFailure(reports, "SAM@example.com")?.status).toBe("5.2.2");
  expect(findFailure(reports.slice(1), "jo@example.com")).toBeNull();
});

test.each([
  ["5.1.1", "There is no mailbox of that address."],
  ["5.1.2", "There is no mail server for that domain."],
  ["4.2.2", "The mailbox is full."],
  ["4.4.7", "Its mail server did not answer for days."],
  ["5.7.1", "Its mail server refused the email, perhaps as spam."],
  ["5.0.0", "Its mail server gave no clear reason."],
  ["", "Its mail server gave no clear reason."],
])("status %s in words", (status, words) => {
  expect(reasonInWords(status)).toBe(words);
});

const field = fc.constantFrom(
  "Final-Recipient",
  "Action",
  "Status",
  "Diagnostic-Code",
  "Message-ID",
  "Content-Type",
  "X",
);
const value = fc.oneof(
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.constantFrom(
    "failed",
    "5.1.1",
    "rfc822;",
    "smtp;",
    "<<<@@@>>>",
    "multipart/report; boundary=cut",
    "\u0000\r",
    "=?x?Q?=?=",
  ),
);
const lines = fc.array(
  fc.oneof(
    fc.tuple(field, value).map(([name, text]) => `${name}: ${text}`),
    fc.constantFrom("", " folded", "--cut", "--cut--", ":", "\t", "Content-Type: message/delivery-status"),
  ),
  { maxLength: 60 },
);

test("no report, whatever stands in it, throws", () => {
  fc.assert(
    fc.property(lines, (some) => {
      for (const { answer } of readDeliveryStatus(some.join("\r\n"))) expect(answer).not.toMatch(/[\r\n]/);
    }),
  );
});

test("no mail throws: random bytes, random headers, and a real one cut or bent anywhere", async () => {
  const real = Buffer.from(reportOf({ about: "<a.b@limber-yard.test>" }));
  const bent = fc
    .tuple(fc.nat({ max: real.length }), fc.uint8Array({ maxLength: 40 }), fc.nat({ max: real.length }))
    .map(([from, bytes, to]) => Buffer.concat([real.subarray(0, from), bytes, real.subarray(to)]));
  const any = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    lines.map((some) => Buffer.from(some.join("\r\n"))),
    bent,
  );
  await fc.assert(
    fc.asyncProperty(any, async (bytes) => {
      const [head, mail] = [await readHead(bytes), await readMail(bytes)];
      for (const read of [head, mail]) {
        for (const id of [read?.messageId ?? "<a@b>", ...(read?.answers ?? [])])
          expect(id).toMatch(/^<[^<>\s]+@[^<>\s@]+>$/);
        expect(`${read?.from.name}${read?.from.address}`).not.toMatch(/[\r\n]/);
      }
      expect(mail?.text.length ?? 0).toBeLessThanOrEqual(20_000);
    }),
    { numRuns: 300 },
  );
});

test("large and hostile mails are read in time", async () => {
  const began = performance.now();
  const html = (body: string) => answerTo({ to: "<a@b.example>", body: ["Content-Type: text/html", "", body] });
  await readMail(Buffer.from(html("<style>".repeat(60_000))));
  await readMail(Buffer.from(html("<a <!-- ".repeat(60_000))));
  await readMail(Buffer.from(answerTo({ to: `<${"<".repeat(400_000)}` })));
  await readMail(Buffer.from(answerTo({ to: "<a@b.example>", headers: ["References: ".padEnd(200_000, "a@")] })));
  expect(performance.now() - began).toBeLessThan(5_000);
});

import { expect, test } from "vitest";
import { PRIVATE_KINDS } from "#app/mail/stored-mail.ts";
import { mails, wordedMail } from "#app/mails.server.ts";
import { readFields } from "#app/platform/form-fields.ts";
import {
  filledLine,
  type MailText,
  mailWordsForm,
  ownPart,
  paragraphsOfMail,
  wordsOfMail,
} from "#app/settings/schemas/mail-words.ts";

const texts = mails.flatMap(({ words }) => Object.entries<MailText>(words));
const textOf = (id: string) => wordedMail(id)?.text as MailText;
const text = textOf("booking-confirmed");
const errorsOf = (typed: Partial<MailText["words"]>, of: MailText = text) => {
  const read = readFields(mailWordsForm(of), { ...of.words, ...typed });
  return read.kind === "invalid" ? read.errors : {};
};

test.each(texts)("our words for %s may be saved as they are, and then need not be stored", (_id, mail) => {
  expect(readFields(mailWordsForm(mail), { ...mail.words })).toEqual({ kind: "valid", value: mail.words });
  expect(ownPart(mail.words, mail)).toEqual({});
});

test("a mistake in braces is named, with what may stand there in that part of that mail", () => {
  expect(errorsOf({ opening: "In {twon}" })).toEqual({
    opening:
      "Opening: there is no {twon}. In braces you can use {name}, {date}, {weekday}, {time}, {service}, {minutes}, {price}, {therapist}, {reference}, {practice}, {phone}",
  });
  expect(errorsOf({ closing: "At {date}" }, textOf("reset")).closing).toBe(
    "Closing: there is no {date}. In braces you can use {practice}, {phone}",
  );
});

test("a subject is one line that tells no treatment, and no part is endless", () => {
  expect(errorsOf({ subject: "Your {service}" }).subject).toContain("there is no {service}");
  for (const breaking of ["A\nBcc: b@example.com", "A\r\nBcc: b@example.com", "A\u2028B", "A\tB"]) {
    expect(errorsOf({ subject: breaking }).subject).toBe("Write the subject in one line");
  }
  expect(errorsOf({ subject: "A\rB" }).subject).toContain("can’t be shown");
  expect(errorsOf({ subject: " " }).subject).toBe("Enter a subject");
  expect(errorsOf({ subject: "x".repeat(121) }).subject).toContain("120");
  expect(errorsOf({ opening: "x".repeat(2001) }).opening).toContain("2000");
  expect(errorsOf({ opening: "", closing: "" })).toEqual({});
});

test("what is not stored is ours, and an emptied closing stays empty", () => {
  const own = { ...text.words, closing: "" };
  expect(ownPart(own, text)).toEqual({ closing: "" });
  expect(wordsOfMail({ mail: { version: 1, closing: "" } }, "mail", text)).toEqual(own);
  expect(wordsOfMail({}, "toString", text)).toEqual(text.words);
});

test("facts stand where they are named; a greeting does without a name, a sentence not without its fact", () => {
  const facts = { name: "", time: "10am", phone: "", practice: "{time}" };
  expect(filledLine("Hello {name}, at {time} {unknown} {toString}, {practice}", facts)).toBe(
    "Hello, at 10am {unknown} {toString}, {time}",
  );
  expect(paragraphsOfMail("Hello {name},\n\nCome. Or ring {phone}. Bye.\n\nRing {phone}.", facts)).toEqual([
    "Hello {name},",
    "Come. Bye.",
  ]);
});

test("no two mails and no two wordings share an id, under which messages and words are stored", () => {
  const ids = mails.map(({ id }) => id);
  const wordings = texts.map(([id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(wordings).size).toBe(wordings.length);
});

test("the mails whose links act for a person are those of which nothing is stored", () => {
  const opening = mails.filter(({ isPrivate }) => isPrivate).map(({ id }) => id);
  expect([...opening].sort()).toEqual([...PRIVATE_KINDS].sort());
});

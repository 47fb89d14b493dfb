import { z } from "zod";
import { optionalText, requiredText } from "#app/platform/form-schemas.ts";
import { placeholderError, unknownPlaceholder } from "#app/platform/text.ts";

/** What the practice may word of a mail. Paragraphs are separated by an empty line; `**…**` is bold. */
export type MailWords = { subject: string; opening: string; closing: string };

export const MAIL_PARTS = ["subject", "opening", "closing"] as const satisfies readonly (keyof MailWords)[];

/** A mail that clients or therapists get: our words for it, and the facts that may stand in braces. */
export type MailText = { title: string; about: string; words: MailWords; facts: readonly string[] };

/** By mail, what differs from our words. `version`: the number of saves. */
export const mailWords = z.record(
  z.string(),
  z.object({
    version: z.number(),
    subject: z.string().optional(),
    opening: z.string().optional(),
    closing: z.string().optional(),
  }),
);

export type StoredMailWords = z.output<typeof mailWords>;

/** Other people can read a lock screen: no subject tells what was booked, or by whom. */
const NOT_IN_SUBJECT = ["service", "client"];

export function factsFor(part: keyof MailWords, { facts }: Pick<MailText, "facts">): readonly string[] {
  return part === "subject" ? facts.filter((fact) => !NOT_IN_SUBJECT.includes(fact)) : facts;
}

/** The words that a mail is written with: the practice's own, and ours for the rest. */
export function wordsOfMail(stored: StoredMailWords, id: string, { words }: Pick<MailText, "words">): MailWords {
  const own = Object.hasOwn(stored, id) ? stored[id] : undefined;
  return {
    subject: own?.subject ?? words.subject,
    opening: own?.opening ?? words.opening,
    closing: own?.closing ?? words.closing,
  };
}

/** What has to be stored of these words: ours need not be, so that a better wording of ours still arrives. */
export function ownPart(typed: MailWords, { words }: Pick<MailText, "words">): Partial<MailWords> {
  return Object.fromEntries(
    MAIL_PARTS.filter((part) => typed[part] !== words[part]).map((part) => [part, typed[part]]),
  );
}

export type MailFactsByName = Readonly<Record<string, string>>;

const SENTENCE_END = /(?<=[.!?]["”)]?)\s+/u;

/** A text with the facts in it. A fact that is not there takes the space before it along: `Hello {name},`. */
export function filledLine(text: string, facts: MailFactsByName): string {
  return text.replace(/( ?)\{(\w+)\}/g, (all, space: string, name: string) => {
    if (!Object.hasOwn(facts, name)) return all;
    return facts[name] ? `${space}${facts[name]}` : "";
  });
}

/**
 * The paragraphs of a text. A sentence that names a fact the practice does not have, such as its telephone, is left
 * out; a greeting without a name stays.
 */
export function paragraphsOfMail(text: string, facts: MailFactsByName): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => (namesNothing(paragraph, facts) ? withoutSentences(paragraph, facts) : paragraph).trim())
    .filter(Boolean);
}

function withoutSentences(paragraph: string, facts: MailFactsByName): string {
  const sentences = paragraph.split(SENTENCE_END);
  return sentences.filter((sentence) => !namesNothing(sentence, facts)).join(" ");
}

function namesNothing(text: string, facts: MailFactsByName): boolean {
  return [...text.matchAll(/\{(\w+)\}/g)].some(([, name = ""]) => name !== "name" && facts[name] === "");
}

const LONGEST_SUBJECT = 120;
const LONGEST_TEXT = 2000;

export const MAIL_LABELS: Record<keyof MailWords, string> = {
  subject: "Subject",
  opening: "Opening",
  closing: "Closing",
};

/** What may be typed for this mail. A subject is one line: a break in it would begin another header. */
export function mailWordsForm(text: Pick<MailText, "facts">) {
  const known = (part: keyof MailWords, typed: z.ZodType<string, string | undefined>) =>
    typed.superRefine((words, context) => {
      const facts = factsFor(part, text);
      const unknown = unknownPlaceholder(words, facts);
      if (unknown) context.addIssue({ code: "custom", message: placeholderError(MAIL_LABELS[part], unknown, facts) });
    });
  const subject = requiredText("a subject", LONGEST_SUBJECT).refine(
    (words) => !/[\r\n\t\u2028\u2029]/.test(words),
    "Write the subject in one line",
  );
  return z.object({
    subject: known("subject", subject),
    opening: known("opening", optionalText("the opening", LONGEST_TEXT)),
    closing: known("closing", optionalText("the closing", LONGEST_TEXT)),
  });
}

import { z } from "zod";
import { placeholderError, unknownPlaceholder } from "#app/platform/placeholders.ts";
import { optionalText, requiredText } from "#app/platform/typed.ts";
import { factsFor, type MailText, type MailWords } from "#app/settings/mail-words.ts";

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

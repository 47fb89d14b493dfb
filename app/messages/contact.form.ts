import { z } from "zod";
import { requiredText, typedAddress, typedLine } from "#app/platform/form-schemas.ts";
import { withoutBidi } from "#app/platform/text.ts";

const CONTROL = /\p{Cc}/u;
const CONTROL_IN_TEXT = /[^\P{Cc}\n\t]/u;

/** One required line; `message` is the error. */
export const line = (message: string, longest: number) =>
  typedLine(message)
    .min(1, message)
    .max(longest, `${message} of ${longest} characters or fewer`)
    .refine((text) => !CONTROL.test(text), message);

type Paragraphs = { missing: string; longest: number; tooLong: string; optional?: boolean };

/** A text of several lines, with the errors for one that is missing or too long. */
export const paragraphs = ({ missing, longest, tooLong, optional = false }: Paragraphs) =>
  (optional ? z.string({ error: missing }).default("") : z.string({ error: missing }))
    .transform((text) => withoutBidi(text.replaceAll("\r\n", "\n")).trim())
    .refine((text) => optional || text !== "", missing)
    .refine((text) => text.length <= longest, tooLong)
    .refine((text) => !CONTROL_IN_TEXT.test(text), `${missing} without control characters`);

/** The contact form; every field is required (specification sections 3 and 5). */
export const contactForm = z
  .object({
    user_firstName: line("Enter your first name", 60),
    user_lastName: line("Enter your last name", 60),
    user_email: typedAddress(line("Enter your email address", 254)),
    user_subject: line("Enter a subject", 120),
    user_message: paragraphs({
      missing: "Enter a message",
      longest: 2000,
      tooLong: "Your message must be 2,000 characters or fewer",
    }),
  })
  .transform((typed) => ({
    firstName: typed.user_firstName,
    lastName: typed.user_lastName,
    email: typed.user_email,
    subject: typed.user_subject,
    message: typed.user_message,
  }));

export type ContactInput = z.output<typeof contactForm>;

const LONGEST_REPLY = 4000;

export const replyForm = z.object({
  text: requiredText("your reply", LONGEST_REPLY),
  waits: z.literal("on").optional(),
});

import { z } from "zod";

export const EMAIL_WRONG = "Enter an e-mail address in the correct format, like name@example.com";

// One address, plain ASCII: a comma or an angle bracket would reach a second mailbox.
export const ONE_ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;
const CONTROL = /\p{Cc}/u;
const CONTROL_IN_TEXT = /[^\P{Cc}\n\t]/u;

/** One line that has to be there; `message` says so. */
export const line = (message: string, longest: number) =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(longest, `${message} of ${longest} characters or fewer`)
    .refine((text) => !CONTROL.test(text), message);

/** A text of several lines that has to be there, with what to say when it is not or when it is too long. */
export const paragraphs = ({ missing, longest, tooLong }: { missing: string; longest: number; tooLong: string }) =>
  z
    .string({ error: missing })
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .refine((text) => text !== "", missing)
    .refine((text) => text.length <= longest, tooLong)
    .refine((text) => !CONTROL_IN_TEXT.test(text), `${missing} without control characters`);

/** The contact form, all of it required (specification sections 3 and 5). */
export const contactForm = z
  .object({
    user_firstName: line("Enter your first name", 60),
    user_lastName: line("Enter your last name", 60),
    user_email: line("Enter your e-mail address", 254).regex(ONE_ADDRESS, EMAIL_WRONG),
    user_subject: line("Enter a subject", 120),
    user_message: paragraphs({
      missing: "Enter a message",
      longest: 2000,
      tooLong: "Your message must be 2,000 characters or fewer",
    }),
  })
  .transform((typed) => ({
    ...{ firstName: typed.user_firstName, lastName: typed.user_lastName, email: typed.user_email },
    ...{ subject: typed.user_subject, message: typed.user_message },
  }));

/** What was typed into it. */
export type Letter = z.output<typeof contactForm>;

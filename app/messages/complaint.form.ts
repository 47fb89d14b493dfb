import { z } from "zod";
import { ABOUT } from "#app/messages/complaint.ts";
import { line, paragraphs } from "#app/messages/contact.form.ts";
import { addressError, ONE_ADDRESS, withServerDomain } from "#app/platform/email-address.ts";

const HOW = "Enter where to reply: an email address, a phone number or a postal address";

/** The fields of the contact form; a name in one piece is enough, and the reply may go another way. */
export const complaintForm = z
  .object({
    user_firstName: line("Enter your name", 100),
    user_lastName: line("Enter your last name", 60).or(z.literal("")).default(""),
    user_subject: z.enum(ABOUT, { error: "Choose what it is about" }),
    user_email: line(HOW, 254)
      .overwrite(withServerDomain)
      .refine((text) => !text.includes("@") || ONE_ADDRESS.test(text), { error: ({ input }) => addressError(input) }),
    user_message: paragraphs({
      missing: "Enter what happened",
      longest: 4000,
      tooLong: "Shorten what happened to 4,000 characters or fewer",
    }),
    wanted: paragraphs({
      missing: "Enter what would put it right",
      optional: true,
      longest: 2000,
      tooLong: "Shorten what would put it right to 2,000 characters or fewer",
    }),
  })
  .transform(({ user_firstName, user_lastName, user_subject, user_email: reply, user_message, wanted: remedy }) => ({
    about: user_subject,
    name: `${user_firstName} ${user_lastName}`.trim(),
    reply,
    happened: user_message,
    remedy,
    email: ONE_ADDRESS.test(reply) ? reply : null,
  }));

/** `email`: where to send an acknowledgement; null if they prefer another way. */
export type ComplaintInput = z.output<typeof complaintForm>;

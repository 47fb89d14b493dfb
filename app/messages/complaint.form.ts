import { z } from "zod";
import { ABOUT } from "#app/messages/complaint.ts";
import { line, paragraphs } from "#app/messages/contact.form.ts";
import { addressError, ONE_ADDRESS, withServerDomain } from "#app/platform/email-address.ts";

const HOW = "Enter where to reply: an e-mail address, a phone number or a postal address";

export const complaintForm = z
  .object({
    about: z.enum(ABOUT, { error: "Choose what it is about" }),
    name: line("Enter your name", 100),
    reply: line(HOW, 254)
      .overwrite(withServerDomain)
      .refine((text) => !text.includes("@") || ONE_ADDRESS.test(text), { error: ({ input }) => addressError(input) }),
    happened: paragraphs({
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
  .transform((typed) => ({ ...typed, email: ONE_ADDRESS.test(typed.reply) ? typed.reply : null }));

/** `email`: where to send an acknowledgement; null if they prefer another way. */
export type ComplaintInput = z.output<typeof complaintForm>;

import { z } from "zod";
import { ABOUT } from "#app/enquiries/complaints/complaint.ts";
import { EMAIL_WRONG, line, ONE_ADDRESS, paragraphs } from "#app/enquiries/forms.ts";

const HOW = "Enter how we should reply: an e-mail address, a phone number or a postal address";

/** Either of the two complaint forms. */
export const complaintForm = z
  .object({
    about: z.enum(ABOUT, { error: "Use one of the two forms" }),
    name: line("Enter your name", 100),
    reply: line(HOW, 254).refine((text) => !text.includes("@") || ONE_ADDRESS.test(text), EMAIL_WRONG),
    happened: paragraphs({
      missing: "Enter what happened",
      longest: 4000,
      tooLong: "Shorten what happened to 4,000 characters or fewer",
    }),
    wanted: paragraphs({
      missing: "Enter what would put it right",
      longest: 2000,
      tooLong: "Shorten what would put it right to 2,000 characters or fewer",
    }),
  })
  .transform((typed) => ({ ...typed, email: ONE_ADDRESS.test(typed.reply) ? typed.reply : null }));

/** What was typed into it. `email`: where an acknowledgement can go; null when they want another way. */
export type Grievance = z.output<typeof complaintForm>;

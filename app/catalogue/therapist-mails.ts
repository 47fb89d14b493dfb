import { z } from "zod";
import { emailAddress, optionalText, tickBox } from "#app/platform/form-schemas.ts";

export const MAIL_CHOICES = ["none", "each", "evening"] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

/**
 * Which mails a therapist has about their own appointments: each one, or one in the evening with tomorrow's. An empty
 * address gets none. `whenEmpty`: in the evening also when nothing is booked.
 */
export type TherapistMails = { address: string; choice: MailChoice; whenEmpty: boolean };

const ADDRESS = "the email address";

export const therapistMailsForm = z
  .object({
    address: emailAddress(ADDRESS, optionalText(ADDRESS, 254)),
    choice: z.enum(MAIL_CHOICES, { error: "Choose which emails" }),
    whenEmpty: tickBox(),
  })
  .refine(({ address, choice }) => choice === "none" || address !== "", {
    path: ["address"],
    message: "Enter the email address for these emails, or choose none",
  });

import { z } from "zod";
import { MAIL_CHOICES } from "#app/catalogue/therapist-mails.ts";
import { emailAddress, optionalText, tickBox } from "#app/platform/typed.ts";

const ADDRESS = "the e-mail address";

export const therapistMailsForm = z
  .object({
    address: emailAddress(ADDRESS, optionalText(ADDRESS, 254)),
    choice: z.enum(MAIL_CHOICES, { error: "Choose which mails" }),
    whenEmpty: tickBox(),
  })
  .refine(({ address, choice }) => choice === "none" || address !== "", {
    path: ["address"],
    message: "Enter the e-mail address to which these mails go, or choose none",
  });

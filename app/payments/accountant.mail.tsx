import { z } from "zod";
import { defineMail, EXAMPLE_CLIENT } from "#app/mail/define-mail.server.ts";
import { dateWords } from "#app/platform/date-words.ts";
import { addDays } from "#app/platform/zoned-time.ts";
import { MailButton, MailText } from "#app/ui/mail-frame.tsx";

/** To each bookkeeper on the 1st. Nothing of the month is in it: the link asks them to sign in. */
export const accountantMonth = defineMail({
  id: "accountant-month",
  title: "A month’s payments",
  data: z.object({ to: z.string(), month: z.string() }),
  words: {
    "accountant-month": {
      about: "To your bookkeepers on the 1st, if you have switched it on under Payments.",
      words: {
        subject: "{month}: the payments of {practice}",
        opening: "Hello,\n\nThe payments of {month} are ready for you.",
        closing: "",
      },
      facts: ["month", "practice", "phone"],
    },
  },
  load: async ({ db }, { to, month }) => {
    const user = await db
      .selectFrom("users")
      .innerJoin("staff", "staff.user_id", "users.id")
      .select("users.email")
      .where("users.id", "=", to)
      .where("staff.state", "=", "active")
      .where("staff.parts", "like", KEEPS_BOOKS)
      .executeTakeFirst();
    return user ? { to: { name: "", address: user.email }, month } : null;
  },
  body: ({ month }, { sender, siteUrl }) => ({
    why: `You got this because you keep the books of ${sender.name}.`,
    named: { practice: sender.name, phone: sender.phone, month: monthInWords(month) },
    children: (
      <>
        <MailButton href={siteUrl + accountantPath(month)}>See and download them</MailButton>
        <MailText>The link asks you to sign in. No figures are sent by email.</MailText>
      </>
    ),
  }),
  example: () => ({ to: EXAMPLE_CLIENT, month: "2026-10" }),
});

/** The bookkeeper's role in the JSON of a person's roles. */
export const KEEPS_BOOKS = '%"bookkeeper"%';

/** `October 2026`. */
export function monthInWords(month: string): string {
  return dateWords(`${month}-01`, "en-GB", { month: "long", year: "numeric" });
}

function accountantPath(month: string): string {
  const last = addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1);
  return `/admin/money/accountant?from=${month}-01&to=${last}`;
}

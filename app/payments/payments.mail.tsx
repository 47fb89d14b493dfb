import { z } from "zod";
import { defineMail, EXAMPLE_CLIENT, type MailContext } from "#app/mail/define-mail.server.ts";
import {
  type Paper,
  type ReceiptFacts,
  receiptPaper,
  type StatementFacts,
  statementPaper,
} from "#app/payments/receipts-and-statements.ts";
import { addDays, dateWords } from "#app/platform/date-time.ts";
import { MailButton, MailFact, MailRule, MailSmall, MailText } from "#app/ui/mail-frame.tsx";

/** A receipt or a statement, as it was frozen: the mail is the paper, with nothing attached. */
export const receiptByMail = defineMail({
  id: "receipt-client",
  title: "Receipt or statement",
  data: z.object({ id: z.string(), to: z.string(), forPlan: z.boolean() }),
  words: {
    receipt: {
      about: "When you send someone a receipt or a statement.",
      words: { subject: "{paper} from {practice}", opening: "Hello,", closing: "" },
      facts: ["paper", "practice", "phone"],
    },
  },
  load: async (context, { id, to, forPlan }) => {
    const paper = await readPaper(context, id, forPlan);
    return paper && { to: { name: "", address: to }, paper };
  },
  body: ({ paper }, { sender }) => ({
    why: `You got this email because you paid ${sender.name}.`,
    named: { practice: sender.name, phone: sender.phone, paper: paper.title },
    children: <PaperInMail paper={paper} />,
  }),
  example: () => ({ to: EXAMPLE_CLIENT, paper: receiptPaper(EXAMPLE, EXAMPLE_CLIENT.name) }),
});

const EXAMPLE: ReceiptFacts = {
  ...{ number: "LY-2026-0412", day: "2026-11-24" },
  seller: { name: "Your legal name", address: "Your address", vatNumber: "" },
  treated: { day: "2026-11-24", by: "Imogen Hartley", role: "Sports massage therapist" },
  items: [{ text: "Deep Tissue Massage, 45 min", pence: 4800 }],
  payments: [{ day: "2026-11-24", words: "£48.00 by card" }],
  ...{ totalPence: 4800, paidPence: 4800, vat: null, appointmentId: null },
};

async function readPaper({ db }: MailContext, id: string, forPlan: boolean): Promise<Paper | null> {
  const receipt = await db.selectFrom("receipts").select(["facts", "name"]).where("id", "=", id).executeTakeFirst();
  if (receipt) return receiptPaper(JSON.parse(receipt.facts) as ReceiptFacts, receipt.name, { forPlan });
  const statement = await db.selectFrom("statements").select("facts").where("id", "=", id).executeTakeFirst();
  return statement ? statementPaper(JSON.parse(statement.facts) as StatementFacts, { forPlan }) : null;
}

function PaperInMail({ paper: { title, seller, facts, rows, total, vat, payments, left, notes } }: { paper: Paper }) {
  return (
    <>
      <MailFact>{title}</MailFact>
      <MailText>
        {[seller.name, ...seller.lines].map((line) => (
          <span key={line}>
            {line}
            <br />
          </span>
        ))}
      </MailText>
      <MailText>
        {facts.map(([term, value]) => (
          <span key={term}>
            {term}: {value}
            <br />
          </span>
        ))}
      </MailText>
      <MailRule />
      {rows.map(({ text, detail, amount }, nth) => (
        <MailText key={nth}>
          {text}: {amount}
          {detail && (
            <>
              <br />
              {detail}
            </>
          )}
        </MailText>
      ))}
      <MailFact>
        {total[0]}: {total[1]}
      </MailFact>
      {vat.map((line) => (
        <MailText key={line}>{line}</MailText>
      ))}
      {payments.map(({ words, day }, nth) => (
        <MailText key={nth}>
          {words}, {day}
        </MailText>
      ))}
      {left && (
        <MailText>
          {left[0]}: {left[1]}
        </MailText>
      )}
      {notes.map((note) => (
        <MailSmall key={note}>{note}</MailSmall>
      ))}
    </>
  );
}

/** To each bookkeeper on the 1st. Nothing of the month is in it: the link asks them to sign in. */
export const accountantMonth = defineMail({
  id: "accountant-month",
  title: "A month’s payments",
  data: z.object({ to: z.string(), month: z.string() }),
  words: {
    "accountant-month": {
      about: "To your bookkeepers on the 1st, if you have switched it on under Payments.",
      words: {
        subject: "{month}: payments for {practice}",
        opening: "Hello,\n\nThe payments for {month} are ready for you.",
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
    why: `You got this email because you keep the books of ${sender.name}.`,
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

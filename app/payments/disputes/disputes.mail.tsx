import { z } from "zod";
import { defineMail, EXAMPLE_CLIENT } from "#app/mail/define-mail.server.ts";
import { isToAnswer, moneyInWords, reasonInWords } from "#app/payments/disputes/dispute.ts";
import { type DisputeMove, PROVIDERS } from "#app/payments/online/provider.ts";
import { shortMoment } from "#app/platform/date-time.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { MailButton, MailFact, MailText } from "#app/ui/mail-frame.tsx";

/** To whoever's money it is, once. Says how much and until when, and not whose payment it was: others may read the inbox. */
export const disputeMail = defineMail({
  id: "dispute-practice",
  title: "A bank disputes a payment",
  data: z.object({ disputeId: z.string(), to: z.string() }),
  load: async ({ db }, { disputeId, to }) => {
    const user = await db.selectFrom("users").select("email").where("id", "=", to).executeTakeFirst();
    const row = await db.selectFrom("disputes").selectAll().where("id", "=", disputeId).executeTakeFirst();
    if (!user || !row) return null;
    const { pence, state, reason, due_at: dueAt, taken_pence: takenPence } = row;
    const provider: string = PROVIDERS[row.provider];
    const moves = JSON.parse(row.moves) as DisputeMove[];
    return {
      to: { name: "", address: user.email },
      ...{ id: disputeId, pence, provider, why: reasonInWords(reason, provider) },
      money: moneyInWords({ state, pence, takenPence, moves }, provider),
      dueAt: isToAnswer(state) ? dueAt : null,
      isToAnswer: isToAnswer(state),
    };
  },
  body: ({ id, pence, provider, why, money, dueAt, isToAnswer: answers }, { sender, zone, siteUrl }) => ({
    subject: dueAt
      ? `Answer by ${shortMoment(dueAt, zone)}: a bank disputes ${priceInFull(pence)}`
      : `A bank disputes ${priceInFull(pence)}`,
    why: `You got this email because you look after the online payments of ${sender.name}.`,
    children: (
      <>
        <MailFact>{priceInFull(pence)} is disputed</MailFact>
        <MailText>{why}</MailText>
        <MailText>{money}</MailText>
        {answers && (
          <MailText>
            {dueAt ? `Answer on ${provider}’s site by ${shortMoment(dueAt, zone)}.` : `Answer on ${provider}’s site.`}{" "}
            The page below has everything about the booking as one PDF to send with your answer.
          </MailText>
        )}
        <MailButton href={`${siteUrl}/admin/money/disputes/${id}`}>See the dispute</MailButton>
        <MailText>The link asks you to sign in. This email does not name the client.</MailText>
      </>
    ),
  }),
  example: ({ now }) => ({
    ...{ to: EXAMPLE_CLIENT, id: "example", pence: 4800, provider: "Stripe", isToAnswer: true },
    why: reasonInWords("product_not_received", "Stripe"),
    money: moneyInWords(
      { state: "open", pence: 4800, takenPence: 4800, moves: [{ pence: -4800, feePence: 2000 }] },
      "Stripe",
    ),
    dueAt: now + 9 * 86_400_000,
  }),
});

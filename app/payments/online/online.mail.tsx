import { z } from "zod";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { alternativeTimes } from "#app/appointments/booking/free-times/near-times.server.ts";
import { defineMail, EXAMPLE_CLIENT } from "#app/mail/define-mail.server.ts";
import { getLink, listDue, payUrlOf, recipientOf, sumOf } from "#app/payments/online/pay-links.db.server.ts";
import { getPrepaid, readPaidBooking } from "#app/payments/online/prepaid.server.ts";
import { CARD_WAIT } from "#app/payments/online/provider.ts";
import { dateFormat, localeMoment } from "#app/platform/date-time.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { MailButton, MailFact, MailLink, MailText } from "#app/ui/mail-frame.tsx";

/** Says how much and to whom, and no treatment: the address may be read by others. */
export const payLinkMail = defineMail({
  id: "pay-link-client",
  title: "Link to pay",
  data: z.object({ linkId: z.string() }),
  words: {
    "pay-link": {
      about: "When you email someone a link to pay.",
      words: { subject: "Your link to pay {practice}", opening: "Hello,\n\nYou can pay by card online.", closing: "" },
      facts: ["practice", "phone"],
    },
    "card-link": {
      title: "Link to keep a card",
      about: "When you email someone a link to keep a card for a booking.",
      words: {
        subject: "Add a card to your booking at {practice}",
        opening: "Hello,\n\nYou pay nothing now. Your card is kept for your booking.",
        closing: "",
      },
      facts: ["practice", "phone"],
    },
  },
  load: async ({ app, db, zone }, { linkId }) => {
    const link = await getLink(db, linkId);
    const to = link && (await recipientOf(db, link));
    if (!link || !to || link.withdrawn_at !== null) return null;
    const owed = sumOf(await listDue(db, link));
    const seller = db.selectFrom("sellers").select("legal_name").where("id", "=", link.seller_id);
    const kept = link.pence === null ? null : await readPaidBooking(db, { linkId }, app.clock.now());
    const keepsCard = kept?.kind === "card";
    if (keepsCard ? !kept.isKept : owed === 0) return null;
    const { start = 0 } = kept?.appointment ?? {};
    const until = kept?.isKept ? kept.until : null;
    return {
      ...{ to, owed, seller: (await seller.executeTakeFirst())?.legal_name ?? "", url: payUrlOf(app, linkId) },
      wording: keepsCard ? "card-link" : "pay-link",
      agreement: keepsCard ? kept.words : null,
      kept: until && { start: localeMoment(start, zone, "en-GB"), until: localeMoment(until, zone, "en-GB") },
    };
  },
  body: ({ owed, seller, url, kept, agreement }, { sender }) => ({
    why: `You got this email because ${sender.name} sent you a link ${agreement ? "to keep a card" : "to pay"}.`,
    named: { practice: sender.name, phone: sender.phone },
    children: (
      <>
        {agreement === null && (
          <MailFact>
            {priceInFull(owed)} to {seller || sender.name}
          </MailFact>
        )}
        {kept && (
          <MailText>
            Your appointment on {kept.start} is kept for you until {kept.until}. It is booked once{" "}
            {agreement ? "your card is kept" : "this is paid"}.
          </MailText>
        )}
        {agreement && <MailText>{agreement}</MailText>}
        <MailButton href={url}>
          {agreement ? "See what it is for, and keep your card" : "See what it is for, and pay"}
        </MailButton>
        {!kept && <MailText>You can also pay at the practice. If you do, ignore the link.</MailText>}
      </>
    ),
  }),
  example: ({ siteUrl }, wording) => ({
    to: EXAMPLE_CLIENT,
    wording,
    agreement: wording === "card-link" ? CARD_EXAMPLE : null,
    owed: 4800,
    seller: "Your legal name",
    url: `${siteUrl}/pay/example`,
    kept: null,
  }),
});

const CARD_EXAMPLE =
  "Cancel in time, and nothing is charged. After that up to £24.00 may be charged to your card if you cancel or don’t come, once.";

/** Once the provider has taken the refund: what goes back, and how long a bank may take to show it. */
export const refundSent = defineMail({
  id: "refund-sent-client",
  title: "Refund to a card",
  data: z.object({ refundId: z.string() }),
  words: {
    "refund-sent": {
      about: "When an online payment is refunded to its card.",
      words: { subject: "{amount} refunded to your card", opening: "Hello,", closing: "" },
      facts: ["amount", "practice", "phone"],
    },
  },
  load: async ({ app, db, zone }, { refundId }) => {
    const row = await db
      .selectFrom("online_refunds")
      .innerJoin("pay_pages", "pay_pages.id", "online_refunds.page_id")
      .select(["online_refunds.amount", "online_refunds.done_at", "pay_pages.link_id", "pay_pages.paid_currency"])
      .where("online_refunds.id", "=", refundId)
      .where("online_refunds.state", "=", "done")
      .executeTakeFirst();
    const link = row && (await getLink(db, row.link_id));
    const to = link && (await recipientOf(db, link));
    if (!row || !to || row.paid_currency !== "gbp") return null;
    const prepaid = await getPrepaid(db, { linkId: row.link_id });
    const gone = prepaid?.state === "returned" ? await getAppointment(db, prepaid.appointment_id) : null;
    const times = gone && gone.start > app.clock.now() ? await alternativeTimes(app, { appointment: gone, zone }) : [];
    return { to, amount: row.amount, at: row.done_at ?? 0, cameLate: gone !== null, times };
  },
  body: ({ amount, at, cameLate, times }, { sender, zone: timeZone }) => ({
    why: `You got this email because you paid ${sender.name} online.`,
    named: { practice: sender.name, phone: sender.phone, amount: priceInFull(amount) },
    children: (
      <>
        <MailText>
          {priceInFull(amount)} went back to the card that you paid with on{" "}
          {dateFormat("en-GB", { dateStyle: "long", timeZone }).format(at)}. {CARD_WAIT}
        </MailText>
        {cameLate && (
          <MailText>The time you chose was gone when your payment arrived, so nothing is booked for you.</MailText>
        )}
        {times.length > 0 && <MailText>These times are close to it:</MailText>}
        {times.map(({ label, href }) => (
          <MailText key={href}>
            <MailLink href={href}>{label}</MailLink>
          </MailText>
        ))}
      </>
    ),
  }),
  example: ({ now }) => ({ to: EXAMPLE_CLIENT, amount: 4800, at: now, cameLate: false, times: [] }),
});

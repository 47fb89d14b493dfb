import { z } from "zod";
import { defineMail, EXAMPLE_CLIENT } from "#app/mail/define-mail.server.ts";
import { messageInMail, nameInMail } from "#app/mail/mail.ts";
import { getLink, orderUrlOf } from "#app/payments/online/pay-links.db.server.ts";
import { getPaidOrder, giftUrlOf, lastReturnDay } from "#app/payments/shop/orders.db.server.ts";
import { leftInWords, paysOn } from "#app/payments/shop/vouchers.ts";
import { dayInWords, localDateOf } from "#app/platform/date-time.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { MailButton, MailFact, MailSmall, MailText } from "#app/ui/mail-frame.tsx";

/** At once to whoever paid: all that they read before the button, and the page where they change things. */
export const voucherBought = defineMail({
  id: "voucher-bought-client",
  title: "Gift voucher bought",
  data: z.object({ orderId: z.string() }),
  words: {
    "voucher-bought": {
      about: "When someone has bought a gift voucher on the website.",
      words: {
        subject: "Your gift voucher: {amount} paid",
        opening: "Hello {name},\n\nThank you. Your payment has arrived.",
        closing: "",
      },
      facts: ["name", "amount", "practice", "phone"],
    },
  },
  load: async ({ app, db, zone }, { orderId }) => {
    const found = await getPaidOrder(db, { id: orderId });
    const link = found && (await getLink(db, found.order.link_id));
    if (!found || !link || found.order.buyer_email === "") return null;
    const { order, voucher } = found;
    const seller = db.selectFrom("sellers").select(["legal_name", "address", "vat_number"]);
    const known = await seller.where("id", "=", order.seller_id).executeTakeFirst();
    const rate = voucher.vatKind === "single" ? voucher.vatRate : null;
    return {
      to: { name: nameInMail(order.buyer_name), address: order.buyer_email },
      ...{ title: voucher.title, pence: order.pence, recipient: nameInMail(order.recipient_name) },
      paidOn: localDateOf(order.paid_at ?? 0, zone),
      ...{ expiresOn: voucher.expiresOn, returnBy: lastReturnDay(order, zone), sendOn: order.send_on },
      isPrinted: order.recipient_email === null,
      seller: [known?.legal_name, known?.address.replaceAll("\n", ", ")].filter(Boolean).join(", "),
      vat: rate === null ? null : `Includes ${rate / 100}% VAT. VAT number ${known?.vat_number}.`,
      url: orderUrlOf(app, link.id),
    };
  },
  body: (facts, { sender }) => ({
    why: `You got this email because you bought a gift voucher from ${sender.name}.`,
    named: {
      name: facts.to.name,
      practice: sender.name,
      phone: sender.phone,
      amount: priceInFull(facts.pence),
    },
    children: (
      <>
        <MailFact>
          {facts.title.includes(priceInFull(facts.pence)) ? facts.title : `${facts.title}, ${priceInFull(facts.pence)}`}
        </MailFact>
        <MailText>
          For {facts.recipient}.{" "}
          {facts.isPrinted
            ? "Open it on its page and print it."
            : facts.sendOn
              ? `They get it by email on ${dayInWords(facts.sendOn, { year: true })}.`
              : "They get it by email now."}
        </MailText>
        <MailText>
          It is valid until {dayInWords(facts.expiresOn, { year: true })}. You can return it until{" "}
          {dayInWords(facts.returnBy, { year: true })} if none of it has been spent.
        </MailText>
        <MailButton href={facts.url}>See your voucher</MailButton>
        <MailText>On that page you can send it again, change who gets it, or return it.</MailText>
        <MailSmall>
          Paid by card on {dayInWords(facts.paidOn, { year: true })} to {facts.seller || sender.name}. {facts.vat}
        </MailSmall>
      </>
    ),
  }),
  example: ({ siteUrl }) => ({
    to: EXAMPLE_CLIENT,
    ...{ title: "Voucher for £50.00", pence: 5000, recipient: "Alex" },
    ...{ paidOn: "2027-05-04", expiresOn: "2029-05-04", returnBy: "2027-05-18", sendOn: "2027-06-01" },
    ...{ isPrinted: false, seller: "Your legal name, your address", vat: null },
    url: `${siteUrl}/vouchers/order/example`,
  }),
});

/** At once to whoever bought a course: all that they read before the button, and where they see what is left. */
export const courseBought = defineMail({
  id: "course-bought-client",
  title: "Course bought",
  data: z.object({ orderId: z.string() }),
  words: {
    "course-bought": {
      about: "When someone has bought a course on the website.",
      words: {
        subject: "Your course: {amount} paid",
        opening: "Hello {name},\n\nThank you. Your payment has arrived.",
        closing: "",
      },
      facts: ["name", "amount", "practice", "phone"],
    },
  },
  load: async ({ app, db, zone }, { orderId }) => {
    const found = await getPaidOrder(db, { id: orderId });
    const link = found && (await getLink(db, found.order.link_id));
    if (!found || !link || found.order.buyer_email === "") return null;
    const { order, voucher } = found;
    return {
      to: { name: nameInMail(order.buyer_name), address: order.buyer_email },
      ...{ title: voucher.title, pence: order.pence, sessions: voucher.sessions ?? 0 },
      ...{ expiresOn: voucher.expiresOn, returnBy: lastReturnDay(order, zone), url: orderUrlOf(app, link.id) },
    };
  },
  body: ({ to, title, pence, sessions, expiresOn, returnBy, url }, { sender }) => ({
    why: `You got this email because you bought a course from ${sender.name}.`,
    named: { name: to.name, practice: sender.name, phone: sender.phone, amount: priceInFull(pence) },
    children: (
      <>
        <MailFact>
          {title}, {priceInFull(pence)}
        </MailFact>
        <MailText>
          It is in your name. Each of its {sessions} sessions pays for one appointment until{" "}
          {dayInWords(expiresOn, { year: true })}. Choose it when you book online while signed in, or tell the practice
          that you would like to use it.
        </MailText>
        <MailText>
          You can return it until {dayInWords(returnBy, { year: true })} if none of it has been used. Your receipt
          follows.
        </MailText>
        <MailButton href={url}>See your course</MailButton>
      </>
    ),
  }),
  example: ({ siteUrl }) => ({
    to: EXAMPLE_CLIENT,
    ...{ title: "Course of 6, 45 min", pence: 24000, sessions: 6, expiresOn: "2028-05-04", returnBy: "2027-05-18" },
    url: `${siteUrl}/vouchers/order/example`,
  }),
});

/** On its day to whoever it is for. The code stands on its page, so that a change of recipient leaves nothing behind. */
export const giftVoucher = defineMail({
  id: "gift-voucher-client",
  title: "A gift voucher for someone",
  data: z.object({ orderId: z.string(), issue: z.number().int() }),
  words: {
    "gift-voucher": {
      about: "When a gift voucher goes to the person it is for.",
      words: {
        subject: "A gift voucher for you from {from}",
        opening: "Hello {name},\n\n{from} has given you a voucher for {practice}.",
        closing: "",
      },
      facts: ["name", "from", "practice", "phone"],
    },
  },
  load: async ({ app, db, now, zone }, { orderId, issue }) => {
    const found = await getPaidOrder(db, { id: orderId });
    const { order, voucher } = found ?? {};
    if (!order?.recipient_email || !voucher || order.issue !== issue) return null;
    if (!paysOn(voucher, localDateOf(now, zone))) return null;
    return {
      to: { name: nameInMail(order.recipient_name), address: order.recipient_email },
      // Blank once its buyer has been erased.
      ...{
        from: nameInMail(order.from_name) || "someone",
        message: messageInMail(order.message),
        title: voucher.title,
      },
      ...{ expiresOn: voucher.expiresOn, url: giftUrlOf(app, order) },
    };
  },
  body: ({ to, from, message, title, expiresOn, url }, { sender }) => ({
    why: `You got this email because ${from} bought you a gift voucher from ${sender.name}.`,
    named: { name: to.name, from, practice: sender.name, phone: sender.phone },
    children: (
      <>
        <MailFact>{title}</MailFact>
        {message && <MailText>“{message}”</MailText>}
        <MailButton href={url}>Open your voucher</MailButton>
        <MailText>
          That page has its code, and a version to print. It is valid until {dayInWords(expiresOn, { year: true })}.
        </MailText>
      </>
    ),
  }),
  example: ({ siteUrl }) => ({
    to: { name: "Alex", address: "alex@example.com" },
    ...{ from: EXAMPLE_CLIENT.name, message: "Happy birthday", title: "Voucher for £50.00", expiresOn: "2029-05-04" },
    url: `${siteUrl}/vouchers/gift/example`,
  }),
});

/** 60 days before its last day, once, to whoever it is for, or else to its buyer. */
export const voucherEnds = defineMail({
  id: "voucher-ends-client",
  title: "Gift voucher ends soon",
  data: z.object({ orderId: z.string() }),
  words: {
    "voucher-ends": {
      about: "60 days before a gift voucher that was bought online ends.",
      words: {
        subject: "Your voucher for {practice} ends on {date}",
        opening: "Hello {name},\n\nYou have not spent all of your voucher.",
        closing: "",
      },
      facts: ["name", "date", "practice", "phone"],
    },
    "course-ends": {
      title: "Course ends soon",
      about: "60 days before a course that was bought online ends.",
      words: {
        subject: "Your course at {practice} ends on {date}",
        opening: "Hello {name},\n\nYou still have sessions on your course.",
        closing: "",
      },
      facts: ["name", "date", "practice", "phone"],
    },
  },
  load: async ({ db, now, zone }, { orderId }) => {
    const found = await getPaidOrder(db, { id: orderId });
    if (!found || !paysOn(found.voucher, localDateOf(now, zone))) return null;
    const { order, voucher } = found;
    const isTheirs = order.recipient_email !== null && order.opened_at !== null;
    const address = isTheirs ? (order.recipient_email ?? "") : order.buyer_email;
    if (address === "") return null;
    return {
      to: { name: nameInMail(isTheirs ? order.recipient_name : order.buyer_name), address },
      ...{ left: leftInWords(voucher), title: voucher.title, expiresOn: voucher.expiresOn },
      recipient: isTheirs || voucher.kind === "course" ? null : nameInMail(order.recipient_name),
      wording: voucher.kind === "course" ? "course-ends" : "voucher-ends",
    };
  },
  body: ({ to, left, title, recipient, expiresOn, wording }, { sender, siteUrl }) => ({
    why: `You got this email because of a ${wording === "course-ends" ? "course" : "gift voucher"} from ${sender.name}.`,
    named: { name: to.name, date: dayInWords(expiresOn, { year: true }), practice: sender.name, phone: sender.phone },
    children: (
      <>
        <MailFact>
          {title}: {left}
        </MailFact>
        {recipient && <MailText>You bought it for {recipient}, who has not opened it online yet.</MailText>}
        <MailText>You can use it until {dayInWords(expiresOn, { year: true })}, and not after that.</MailText>
        <MailButton href={`${siteUrl}/book`}>Book an appointment</MailButton>
      </>
    ),
  }),
  example: (_context, wording) => ({
    ...{ to: EXAMPLE_CLIENT, expiresOn: "2029-05-04", recipient: null, wording },
    ...(wording === "course-ends"
      ? { left: "4 of 6 left", title: "Course of 6, 45 min" }
      : { left: "£50 left", title: "Voucher for £50.00" }),
  }),
});

import { z } from "zod";
import { emailAddress, optionalText } from "#app/platform/form-schemas.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { whereLine } from "#app/settings/location.ts";
import { type Business, nameOf } from "#app/settings/schemas/business.ts";
import { legalLine } from "#app/settings/schemas/legal.ts";

/** How the practice's mails are signed. What is empty is the practice's name and address. */
export const sender = z.object({
  name: z.string().default(""),
  address: z.string().default(""),
  replyTo: z.string().default(""),
});

export type Sender = z.output<typeof sender>;

const senderName = optionalText("the name", 60).refine(
  (typed) => !/[\r\n\t\u2028\u2029]/.test(typed),
  "Write the name in one line",
);

const senderAddress = (what: string) => emailAddress(what, optionalText(what, 254));

export const senderForm = z.object({
  name: senderName,
  address: senderAddress("the sender’s address"),
  replyTo: senderAddress("the address for replies"),
});

/** The practice's details, shown under every mail. */
export type MailSender = {
  name: string;
  siteUrl: string;
  phone: string;
  phoneHref: string;
  address: string;
  /** `Limber Yard Therapies Ltd, registered in England and Wales, number 00000000`. */
  company: string;
};

export function mailSender(business: Business, siteUrl: string): MailSender {
  return {
    name: nameOf(business, siteUrl),
    siteUrl,
    phone: business.phone && readablePhone(business.phone),
    phoneHref: `tel:${business.phone}`,
    address: whereLine(business),
    company: legalLine(business),
  };
}

type Mailbox = { name: string; address: string };

/** What the environment says of the sender; it outranks the settings. */
type SenderOfEnvironment = {
  publicUrl: string;
  mailFrom: string | null;
  mailName: string | null;
  mailReplyTo: string | null;
};

/**
 * Whom the practice's mails are from, where replies go, and where it reads its own mail (`inbox`); before it has an
 * address, one that nobody reads.
 */
export function mailboxesOf(
  { business, sender }: { business: Business; sender: Sender },
  { publicUrl, mailFrom, mailName, mailReplyTo }: SenderOfEnvironment,
): { from: Mailbox; replyTo: Mailbox; inbox: Mailbox } {
  const own = nameOf(business, publicUrl);
  const inbox = { name: own, address: business.email || `no-reply@${new URL(publicUrl).hostname}` };
  const name = mailName ?? (sender.name || own);
  return {
    inbox,
    from: { name, address: mailFrom ?? (sender.address || inbox.address) },
    replyTo: { name, address: mailReplyTo ?? (sender.replyTo || inbox.address) },
  };
}

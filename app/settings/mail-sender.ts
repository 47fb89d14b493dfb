import { readablePhone } from "#app/platform/phone-number.ts";
import { type Business, nameOf, whereLine } from "#app/settings/business.ts";
import { legalLine } from "#app/settings/legal-form.ts";
import type { Sender } from "#app/settings/sender.ts";

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
export type SenderOfEnvironment = {
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

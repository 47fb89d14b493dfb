import { readablePhone } from "#app/platform/phone-number.ts";
import { addressLine, type Business } from "#app/settings/business.ts";
import { legalLine } from "#app/settings/legal-form.ts";

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
    name: business.name,
    siteUrl,
    phone: business.phone && readablePhone(business.phone),
    phoneHref: `tel:${business.phone}`,
    address: addressLine(business),
    company: legalLine(business),
  };
}

/** Where the practice reads its mail; before it has an address, one that nobody reads. */
export function practiceMailbox(business: Business, siteUrl: string): { name: string; address: string } {
  return { name: business.name, address: business.email || `no-reply@${new URL(siteUrl).hostname}` };
}

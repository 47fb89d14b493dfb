import { readablePhone } from "#app/platform/phone-number.ts";
import { addressLine, type Business } from "#app/settings/business.ts";

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
  const { name, registeredIn, number } = business.company;
  return {
    name: business.name,
    siteUrl,
    phone: readablePhone(business.phone),
    phoneHref: `tel:${business.phone}`,
    address: addressLine(business),
    company: `${name}, registered in ${registeredIn}, number ${number}`,
  };
}

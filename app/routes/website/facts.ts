import type { Facts } from "#app/content/facts.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { addressLine } from "#app/settings/business.ts";
import type { Settings } from "#app/settings/settings.ts";

export type FactualSettings = Pick<Settings, "business" | "bookingRules" | "messages">;

/** The values for `{phone}` and other placeholders in the pages' words. */
export function factsOf({ business, bookingRules, messages }: FactualSettings): Facts {
  const { name, email, privacyEmail, company } = business;
  return {
    name,
    email,
    privacyEmail,
    company: company.name,
    ico: company.ico,
    phone: readablePhone(business.phone),
    mobile: readablePhone(business.mobile),
    town: business.address.town,
    address: addressLine(business),
    changeHours: String(Math.round(bookingRules.changeNotice / 60)),
    messageMonths: String(messages.keptMonths),
  };
}

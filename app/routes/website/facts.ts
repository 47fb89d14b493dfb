import type { Facts } from "#app/content/facts.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { addressLine } from "#app/settings/business.ts";
import type { Settings } from "#app/settings/settings.ts";

/** The settings that facts are taken from. */
export type FactualSettings = Pick<Settings, "business" | "bookingRules" | "messages">;

/** What stands for `{phone}` and its like in the words of a page. */
export function factsOf({ business, bookingRules, messages }: FactualSettings): Facts {
  const { name, email, privacyEmail, company } = business;
  return {
    ...{ name, email, privacyEmail, company: company.name, ico: company.ico },
    ...{ phone: readablePhone(business.phone), mobile: readablePhone(business.mobile) },
    ...{ town: business.address.town, address: addressLine(business) },
    changeHours: String(Math.round(bookingRules.changeNotice / 60)),
    messageMonths: String(messages.keptMonths),
  };
}

import { readablePhone } from "#app/platform/phone-number.ts";
import { typographic } from "#app/platform/typographic.ts";
import type { Business } from "#app/settings/business.ts";

/** The practice's contact details, ready for a page: phone link, e-mail address and lines of the postal address. */
export type Reach = { phone: { href: string; label: string }; email: string; addressLines: string[] };

export function reachOf({ phone, email, address }: Pick<Business, "phone" | "email" | "address">): Reach {
  const { street, locality, town, postcode } = address;
  return {
    phone: { href: `tel:${phone}`, label: readablePhone(phone) },
    email,
    addressLines: [street, locality, `${town} ${postcode}`.trim()].filter(Boolean).map(typographic),
  };
}

import { readablePhone } from "#app/platform/phone-number.ts";
import { typographic } from "#app/platform/typographic.ts";
import type { Business } from "#app/settings/business.ts";

/** The practice's contact details, ready for a page. What it has not given yet is empty, the phone's label too. */
export type Reach = { phone: { href: string; label: string }; email: string; addressLines: string[] };

export function reachOf({ phone, email, address }: Pick<Business, "phone" | "email" | "address">): Reach {
  const { street, locality, town, postcode } = address;
  return {
    phone: { href: `tel:${phone}`, label: labelOf(phone) },
    email,
    addressLines: [street, locality, `${town} ${postcode}`.trim()].filter(Boolean).map(typographic),
  };
}

// The practice's own number stands on every page; formatting it takes as long as reading all settings.
let last = { phone: "", label: "" };

function labelOf(phone: string): string {
  if (phone !== last.phone) last = { phone, label: readablePhone(phone) };
  return last.label;
}

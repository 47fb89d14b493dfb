import { readablePhone } from "#app/platform/phone-number.ts";
import { typographic } from "#app/platform/text.ts";
import { servingLine } from "#app/settings/location.ts";
import type { Business } from "#app/settings/schemas/business.ts";

/** The practice's contact details, ready for a page. What it has not given yet is empty, the phone's label too. */
export type ContactLinks = {
  phone: { href: string; label: string };
  email: string;
  addressLines: string[];
  /** Clients come to it. */
  hasPremises: boolean;
};

export function getContactLinks(business: Pick<Business, "phone" | "email" | "address" | "area">): ContactLinks {
  const { phone, email, address } = business;
  const { street, locality, town, postcode } = address;
  const lines = [street, locality, `${town} ${postcode}`.trim()].filter(Boolean);
  return {
    phone: { href: `tel:${phone}`, label: labelOf(phone) },
    email,
    hasPremises: street !== "",
    addressLines: (lines.length > 0 ? lines : [servingLine(business)].filter(Boolean)).map(typographic),
  };
}

// The practice's own number stands on every page; formatting it takes as long as reading all settings.
let last = { phone: "", label: "" };

function labelOf(phone: string): string {
  if (phone !== last.phone) last = { phone, label: readablePhone(phone) };
  return last.label;
}

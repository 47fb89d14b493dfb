import { LRUCache } from "lru-cache";
import { readablePhone } from "#app/platform/phone-number.ts";
import { typographic } from "#app/platform/typographic.ts";
import type { Business } from "#app/settings/business.ts";

// The practice's own number stands on every page; formatting it took as long as reading all settings.
const labels = new LRUCache<string, string>({ max: 4, memoMethod: readablePhone });

/** The practice's contact details, ready for a page. What it has not given yet is empty, the phone's label too. */
export type Reach = { phone: { href: string; label: string }; email: string; addressLines: string[] };

export function reachOf({ phone, email, address }: Pick<Business, "phone" | "email" | "address">): Reach {
  const { street, locality, town, postcode } = address;
  return {
    phone: { href: `tel:${phone}`, label: phone && labels.memo(phone) },
    email,
    addressLines: [street, locality, `${town} ${postcode}`.trim()].filter(Boolean).map(typographic),
  };
}

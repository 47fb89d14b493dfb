import { z } from "zod";
import { legal } from "#app/settings/legal-form.ts";

const text = z.string().default("");

/** Who the practice is and how to reach it. What it has not said is empty. */
export const business = z.object({
  name: text,
  fullName: text,
  blurb: text,
  phone: text,
  mobile: text,
  email: text,
  privacyEmail: text,
  chatUrl: text,
  address: z.object({ street: text, locality: text, town: text, postcode: text }).prefault({}),
  /** Where a practice without premises visits its clients: `Leeds and Harrogate`. */
  area: text,
  /** Coordinates for maps and search; null: not given. */
  geo: z
    .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
    .nullable()
    .default(null),
  directions: text,
  legal,
  socials: z.array(z.object({ label: z.string(), url: z.string() })).default([]),
});

export type Business = z.output<typeof business>;

/** What may be left blank, as it is shown: the full name is the name, and the address for privacy is the address. */
export function filledIn(facts: Business): Business {
  const { name, fullName, email, privacyEmail } = facts;
  return { ...facts, fullName: fullName || name, privacyEmail: privacyEmail || email };
}

/** What the practice is called where there must be a name; before it has one, its site's host. */
export function nameOf({ name }: Pick<Business, "name">, publicUrl: string): string {
  return name || new URL(publicUrl).hostname;
}

/** The address, or of a practice without premises the area that it serves. */
export function whereLine(business: Pick<Business, "address" | "area">): string {
  return addressLine(business) || servingLine(business);
}

/** `Serving Leeds and Harrogate`; empty for a practice that has not said so. */
export function servingLine({ area }: Pick<Business, "area">): string {
  return area && `Serving ${area}`;
}

export function addressLine({ address }: Pick<Business, "address">): string {
  return [address.street, address.locality, address.town, address.postcode].filter(Boolean).join(", ");
}

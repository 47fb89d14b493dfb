import { z } from "zod";
import { emailAddress, optionalText, requiredText, webAddress } from "#app/platform/form-schemas.ts";
import { legal } from "#app/settings/schemas/legal.ts";

export const SOCIAL_ROWS = 3;

// Shown as the practice typed it; stored as E.164, so that a link works from anywhere.
const phone = (what: string, typed = requiredText(what, 40)) =>
  typed
    .transform((typed) =>
      typed
        .replace(/[\s().-]/g, "")
        .replace(/^00/, "+")
        .replace(/^0/, "+44"),
    )
    .refine(
      (number) => number === "" || /^\+[1-9]\d{6,14}$/.test(number),
      `Enter ${what}, like 01632 960 001 or +44 808 157 0192`,
    );

const NO_ADDRESS = "Enter the street, or leave the address blank and enter the area you serve";

function hasAddress({ value }: { value: unknown }): boolean {
  const { address, area } = value as { address?: Record<string, unknown>; area?: unknown };
  const typed = [address?.street, address?.town, address?.postcode, area];
  return typed.every((each) => typeof each === "string");
}

export const businessForm = z
  .object({
    name: requiredText("the name", 60),
    fullName: optionalText("the full name", 100),
    blurb: optionalText("the line about the practice", 300),
    phone: phone("the phone number"),
    mobile: phone("the mobile number", optionalText("the mobile number", 40)),
    email: emailAddress("the email address"),
    privacyEmail: emailAddress("the email address for privacy", optionalText("the email address for privacy", 254)),
    address: z.object({
      street: optionalText("the street", 100),
      locality: optionalText("the locality", 100),
      town: optionalText("the town", 60),
      postcode: optionalText("the postcode", 10),
    }),
    area: optionalText("the area you serve", 120),
    geo: optionalText("the place on a map", 60).transform((typed, context) => {
      const place = placeFrom(typed);
      if (place === "unreadable") context.addIssue({ code: "custom", message: "Enter it like 54.9783, -1.6178" });
      return place === "unreadable" ? null : place;
    }),
    directions: optionalText("the directions", 300),
  })
  // With the other errors, not after them.
  .refine(({ address, area }) => Boolean(address.street || area), {
    path: ["address", "street"],
    error: NO_ADDRESS,
    when: hasAddress,
  })
  .refine(({ address }) => !address.street || address.town !== "", {
    path: ["address", "town"],
    error: "Enter the town",
    when: hasAddress,
  })
  .refine(({ address }) => !address.street || address.postcode !== "", {
    path: ["address", "postcode"],
    error: "Enter the postcode",
    when: hasAddress,
  });

export function businessFormOf({ geo, chatUrl, socials, legal, ...business }: Business): object {
  return { ...business, geo: geo ? `${geo.latitude}, ${geo.longitude}` : "" };
}

/** Latitude and longitude in degrees, as maps copy them; null for empty input. */
function placeFrom(typed: string): Business["geo"] | "unreadable" {
  if (typed === "") return null;
  const [latitude = Number.NaN, longitude = Number.NaN, ...more] = typed.split(",").map((part) => numberFrom(part));
  const there = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return there && more.length === 0 ? { latitude, longitude } : "unreadable";
}

function numberFrom(text: string): number {
  return /^\s*-?\d{1,3}(\.\d{1,12})?\s*$/.test(text) ? Number(text) : Number.NaN;
}

const social = z
  .object({ label: optionalText("the name of the profile", 60), url: webAddress("the profile") })
  .refine(({ label, url }) => (label === "") === (url === ""), {
    message: "Enter both a name and an address, or neither",
    path: ["label"],
  });

export const linksForm = z.object({
  chatUrl: webAddress("the chat link"),
  socials: z
    .record(z.string(), social)
    .default({})
    .transform((rows) => Object.values(rows).filter(({ url }) => url !== "")),
});

export function linksFormOf({ chatUrl, socials }: Business): object {
  return { chatUrl, socials };
}

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

/** As it is stored: a process of 0.2.0 takes a legal form of null for a damaged row, and one that is missing for none. */
export function storedBusiness(facts: Business): object {
  const { legal, ...rest } = facts;
  return Object.values(legal).some(Boolean) ? facts : rest;
}

/** What the practice is called where there must be a name; before it has one, its site's host. */
export function nameOf({ name }: Pick<Business, "name">, publicUrl: string): string {
  return name || new URL(publicUrl).hostname;
}

import { z } from "zod";
import {
  emailAddress,
  optionalText,
  requiredText,
  rowsOf,
  tickBox,
  webAddress,
  wholeNumber,
} from "#app/platform/typed.ts";
import { type BookingRules, MOST_DAYS_AHEAD } from "#app/settings/booking-rules.ts";
import type { Business } from "#app/settings/business.ts";
import type { MessageRules } from "#app/settings/messages.ts";
import { lengthFrom, lengthOf } from "#app/settings/video-length.ts";
import { videoSource } from "#app/settings/video-source.ts";
import type { Video } from "#app/settings/videos.ts";

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
    email: emailAddress("the e-mail address"),
    privacyEmail: emailAddress("the e-mail address for privacy", optionalText("the e-mail address for privacy", 254)),
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

const prefix = requiredText("the letters", 10)
  .transform((typed) => typed.toUpperCase())
  .refine((letters) => /^[A-Z]{2,4}$/.test(letters), "Enter two to four letters, A to Z")
  .refine((letters) => !/[IO]/.test(letters), "Choose letters other than I and O: they are read as 1 and 0");

// Sixty days.
const MOST_NOTICE_HOURS = 1440;

/** When a visitor may book. The form takes hours and days; the rules count in minutes. */
export const rulesForm = z.object({
  slotInterval: wholeNumber("the time between starts", { least: 5, most: 240, unit: "minutes", step: 5 }),
  notice: wholeNumber("the notice", { least: 0, most: MOST_NOTICE_HOURS, unit: "hours" }).transform(
    (hours) => hours * 60,
  ),
  horizonDays: wholeNumber("how far ahead clients can book", { least: 1, most: MOST_DAYS_AHEAD, unit: "days" }),
  changeNotice: wholeNumber("the notice for changes", { least: 0, most: 336, unit: "hours" }).transform(
    (hours) => hours * 60,
  ),
  chargesLate: tickBox(),
  reminderHours: wholeNumber("the time between reminder and start", { least: 0, most: 336, unit: "hours" }),
  waitsForConfirmation: tickBox(),
  openPerEmail: wholeNumber("the limit for one email address", { least: 1, most: 1000, unit: "bookings" }),
  openPerPhone: wholeNumber("the limit for one phone number", { least: 1, most: 1000, unit: "bookings" }),
  bookingsPerOrigin: wholeNumber("the daily limit for one connection", { least: 1, most: 1000, unit: "bookings" }),
  burstPerHour: wholeNumber("the limit for an hour", { least: 1, most: 1000, unit: "bookings" }),
  burstPerDay: wholeNumber("the limit for a day", { least: 1, most: 1000, unit: "bookings" }),
  unprovenPercent: wholeNumber("the share of free time", { least: 1, most: 100, unit: "percent" }),
  referencePrefix: prefix,
});

export function rulesFormOf({ notice, changeNotice, ...rules }: BookingRules): object {
  const { slotInterval, horizonDays, chargesLate, reminderHours, waitsForConfirmation, ...others } = rules;
  const { referencePrefix } = others;
  const { openPerEmail, openPerPhone, bookingsPerOrigin, burstPerHour, burstPerDay, unprovenPercent } = others;
  const hours = { notice: Math.round(notice / 60), changeNotice: Math.round(changeNotice / 60), reminderHours };
  const limits = { openPerEmail, openPerPhone, bookingsPerOrigin, burstPerHour, burstPerDay, unprovenPercent };
  return { slotInterval, horizonDays, ...hours, chargesLate, waitsForConfirmation, referencePrefix, ...limits };
}

const video = z
  .object({
    title: optionalText("the title", 80),
    address: optionalText("the address", 200).refine(
      (address) => address === "" || videoSource(address) !== null,
      "Enter the address of a film on YouTube or Vimeo, or leave it empty",
    ),
    length: optionalText("the length", 10).refine(
      (typed) => typed === "" || lengthFrom(typed) !== null,
      "Enter minutes and seconds, like 2:31, or leave it empty",
    ),
    lines: optionalText("the lines", 2000).transform((text) => text.split("\n").flatMap((line) => line.trim() || [])),
  })
  // A film at an address brings a title of its own.
  .refine(({ title, address }) => title !== "" || address !== "", { message: "Enter a title", path: ["title"] })
  .transform(({ length, ...typed }) => ({ ...typed, seconds: typed.address === "" ? null : lengthFrom(length) }));

export const videosForm = z.object({ videos: rowsOf(video) });

export function videosFormOf(stored: readonly Video[]): object {
  return {
    videos: stored.map(({ title, address, seconds, lines }) => ({
      title,
      address,
      length: lengthOf(seconds),
      lines: lines.join("\n"),
    })),
  };
}

export const messagesForm = z.object({
  blocked: optionalText("the list", 40_000).transform((text) => [
    ...new Set(text.split("\n").flatMap((line) => line.trim() || [])),
  ]),
  keptMonths: wholeNumber("how long messages are kept", { least: 1, most: 120, unit: "months" }),
});

export function messagesFormOf({ blocked, keptMonths }: MessageRules): object {
  return { blocked: blocked.join("\n"), keptMonths };
}

const senderName = optionalText("the name", 60).refine(
  (typed) => !/[\r\n\t\u2028\u2029]/.test(typed),
  "Write the name in one line",
);

const senderAddress = (what: string) => emailAddress(what, optionalText(what, 254));

export const senderForm = z.object({
  name: senderName,
  address: senderAddress("the sender’s address"),
  replyTo: senderAddress("the address for replies"),
});

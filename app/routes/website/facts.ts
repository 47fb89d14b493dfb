import type { Facts } from "#app/content/facts.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { filmPlacesOf } from "#app/routes/website/home/film-place.ts";
import { addressLine } from "#app/settings/business.ts";
import { UNNAMED } from "#app/settings/invented.ts";
import { partyOf } from "#app/settings/legal-form.ts";
import type { Settings } from "#app/settings/settings.ts";

type FactualSettings = Pick<Settings, "business" | "bookingRules" | "messages" | "videos" | "demo" | "goLive">;

const NUMBERS = [
  "No",
  "One",
  "Two",
  "Three",
  "Four",
  "Five",
  "Six",
  "Seven",
  "Eight",
  "Nine",
  "Ten",
  "Eleven",
  "Twelve",
];

/** The values for `{phone}` and other placeholders in the pages' words. */
export function factsOf(settings: FactualSettings, services: number): Facts {
  const { business, bookingRules, messages } = settings;
  const { name, email, privacyEmail, legal } = business;
  return {
    name: name === UNNAMED ? "" : name,
    email,
    privacyEmail,
    company: partyOf(business),
    ico: legal.ico,
    phone: business.phone && readablePhone(business.phone),
    mobile: business.mobile && readablePhone(business.mobile),
    town: business.address.town,
    address: addressLine(business),
    changeHours: String(Math.round(bookingRules.changeNotice / 60)),
    messageMonths: String(messages.keptMonths),
    ways: counted(services, "way"),
    films: counted(shownFilms(settings), "short film"),
  };
}

/** `Nine ways`, to begin a sentence; empty for none. */
function counted(count: number, noun: string): string {
  return count === 0 ? "" : `${NUMBERS[count] ?? count} ${noun}${count === 1 ? "" : "s"}`;
}

function shownFilms({ videos, demo, goLive }: FactualSettings): number {
  return filmPlacesOf(videos, { ours: demo.shown || goLive.showsFilms }).length;
}

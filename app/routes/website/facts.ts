import type { Facts } from "#app/content/facts.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { filmPlacesOf } from "#app/routes/website/home/film-place.ts";
import { whereLine } from "#app/settings/business.ts";
import { partyOf } from "#app/settings/legal-form.ts";
import { openingStateOf } from "#app/settings/opening.ts";
import { type PracticeFacts, replyTime, waysToPay } from "#app/settings/practice-facts.ts";
import type { Settings } from "#app/settings/settings.ts";

type FactualSettings = Pick<
  Settings,
  | "business"
  | "bookingRules"
  | "messages"
  | "videos"
  | "goLive"
  | "practiceFacts"
  | "operationHours"
  | "opening"
  | "demo"
>;

/** How many ways of treatment are shown, and how many people give them; whether any is given at the client’s address. */
type Offered = { ways: number; therapists: number; visits: boolean };

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
export function factsOf(settings: FactualSettings, { ways, therapists, visits }: Offered): Facts {
  const { business, bookingRules, messages } = settings;
  const { name, email, privacyEmail, legal } = business;
  return {
    name,
    email,
    privacyEmail,
    company: partyOf(business),
    ico: legal.ico,
    phone: business.phone && readablePhone(business.phone),
    mobile: business.mobile && readablePhone(business.mobile),
    town: business.address.town || business.area,
    address: whereLine(business),
    changeHours: String(Math.round(bookingRules.changeNotice / 60)),
    messageMonths: String(messages.keptMonths),
    ways: counted(ways, "way"),
    films: counted(shownFilms(settings), "short film"),
    team: gate(therapists > 1),
    online: gate(openingStateOf(settings) !== "phone-only"),
    homeVisits: gate(visits),
    phoneHours: gate(settings.operationHours.length > 0),
    ...statedOf(settings.practiceFacts),
  };
}

/** What only the owner knows, as words name it; empty while it is not stated. */
function statedOf(stated: PracticeFacts) {
  const { isInsured, insurer, years } = stated;
  return {
    insurance: isInsured ? `Insured${insurer && ` by ${insurer}`}` : "",
    qualifications: stated.qualifications,
    registers: stated.registers,
    years: years === null ? "" : `${years} ${years === 1 ? "year" : "years"}`,
    pay: waysToPay(stated),
    reply: replyTime(stated),
    parking: stated.parking,
    stepFree: stated.stepFree,
    wholePrice: gate(stated.isWholePrice),
    receipts: gate(stated.givesReceipts),
    anyHour: gate(stated.isAnyHour),
    talk: gate(stated.startsWithTalk),
    notes: gate(stated.keepsNotes),
    oil: gate(stated.hasPlainOil),
    companion: gate(stated.allowsCompany),
    children: gate(stated.treatsChildren),
    pregnancy: gate(stated.treatsInPregnancy),
    changingRoom: gate(stated.hasChangingRoom),
    showers: gate(stated.hasShowers),
    dogs: gate(stated.allowsDogs),
  };
}

function gate(isStated: boolean): string {
  return isStated ? "yes" : "";
}

/** `Nine ways`, to begin a sentence; empty for none. */
function counted(count: number, noun: string): string {
  return count === 0 ? "" : `${NUMBERS[count] ?? count} ${noun}${count === 1 ? "" : "s"}`;
}

function shownFilms({ videos, goLive }: FactualSettings): number {
  return filmPlacesOf(videos, { ours: goLive.showsFilms }).length;
}

import type { Service } from "#app/catalogue/service.ts";
import { usesFlags } from "#app/payments/online/flags.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { isOnePerson } from "#app/practice/voice.ts";
import { filmPlacesOf } from "#app/routes/website/home/film-place.ts";
import { keptFor } from "#app/settings/health.ts";
import { whereLine } from "#app/settings/location.ts";
import { partyOf } from "#app/settings/schemas/legal.ts";
import { openingStateOf } from "#app/settings/schemas/opening.ts";
import { type PracticeFacts, replyTime, waysToPay } from "#app/settings/schemas/practice-facts.ts";
import type { Settings } from "#app/settings/settings.ts";
import { type Facts, withFacts } from "#app/site/facts.ts";
import { inOneVoice } from "#app/site/one-voice.ts";
import { ownWords } from "#app/site/own-words.ts";
import { DEFAULT_WORDS, type PageKey, type WordsOf } from "#app/site/page-words.ts";
import type { TextTree } from "#app/site/text-tree.ts";
import { getWords } from "#app/site/words.server.ts";

/** What a page says to visitors, with the facts in place of their names. One person says "I". */
export async function wordsOf<Key extends PageKey>(
  app: AppContext,
  page: Key,
  settings: Settings,
): Promise<WordsOf<Key>> {
  const offered = offeredIn((await readPractice(app)).services);
  const facts = factsOf(settings, offered);
  const words = await inOwnVoice(app, settings, {
    words: await getWords(app.db.kysely, page),
    shipped: DEFAULT_WORDS[page],
  });
  return withFacts(ownWords(words, facts), facts);
}

/** Words of ours as this practice says them, "I" or "we"; what it has written itself stays. */
export async function inOwnVoice<Tree extends TextTree>(
  app: AppContext,
  settings: Settings,
  { words, shipped }: { words: Tree; shipped: TextTree },
): Promise<Tree> {
  const { services } = await readPractice(app);
  return isOnePerson({ settings, services }) ? inOneVoice(words, shipped) : words;
}

/** The facts that words may name; those that count follow the catalogue. */
export async function getFacts(app: AppContext, settings: Settings): Promise<Facts> {
  return factsOf(settings, offeredIn((await readPractice(app)).services));
}

function offeredIn(services: readonly Service[]): { ways: number; therapists: number; goesToClients: boolean } {
  const ways = services.filter(({ place }) => place === "grid").length || services.length;
  const therapists = new Set(services.flatMap(({ therapistIds }) => therapistIds)).size;
  return { ways, therapists, goesToClients: services.some(({ venue }) => venue === "client") };
}

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
  | "waitingList"
  | "health"
  | "payments"
  | "prepayment"
>;

/** How many ways of treatment are shown, and how many people give them; whether any is given at the client’s address. */
type Offered = { ways: number; therapists: number; goesToClients: boolean };

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
function factsOf(settings: FactualSettings, { ways, therapists, goesToClients }: Offered): Facts {
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
    films: counted(countFilms(settings), "short film"),
    team: gate(therapists > 1),
    online: gate(openingStateOf(settings) !== "phone-only"),
    homeVisits: gate(goesToClients),
    waits: gate(settings.waitingList.on),
    health: gate(settings.health.on),
    noHealth: gate(!settings.health.on),
    flags: gate(usesFlags(settings)),
    noFlags: gate(!usesFlags(settings)),
    healthYears: String(keptFor(settings.health).adultYears),
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

function countFilms({ videos, goLive }: FactualSettings): number {
  return filmPlacesOf(videos, { ours: goLive.showsFilms }).length;
}

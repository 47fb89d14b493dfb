import { subtract } from "#app/availability/interval.ts";
import { closedRanges, type DayException, openRanges, type WallRange } from "#app/availability/opening-hours.ts";
import type { AlternateDay } from "#app/availability/week-cycle.ts";
import { isBookable, pricesNow, type Service } from "#app/catalogue/service.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";
import { addDays } from "#app/platform/date-time.ts";
import { priceInProse } from "#app/platform/money-words.ts";
import { lookOf } from "#app/routes/website/look-of.ts";
import type { DayHours } from "#app/settings/schemas/hours.ts";
import { openingStateOf } from "#app/settings/schemas/opening.ts";
import type { Settings } from "#app/settings/settings.ts";
import { sharePicture } from "#app/ui/shell/share-picture.ts";

export function websiteNode({ origin, settings }: SiteFacts): Node {
  return {
    "@type": "WebSite",
    "@id": websiteId(origin),
    url: `${origin}/`,
    name: settings.business.name || undefined,
    inLanguage: "en-GB",
    publisher: { "@id": businessId(origin) },
  };
}

/** The practice and its contact details, for a page about something else. */
export function businessNode({ origin, settings, services }: SiteFacts): Node {
  const { business } = settings;
  return {
    "@type": "HealthAndBeautyBusiness",
    "@id": businessId(origin),
    name: business.name || undefined,
    url: `${origin}/`,
    image: origin + sharePicture(business.name, "home"),
    telephone: business.phone || undefined,
    email: business.email || undefined,
    address: business.address.street ? addressNode(business.address) : undefined,
    priceRange: priceRange(services) ?? undefined,
  };
}

/** The whole practice: hours, services, and how to book. */
export function wholeBusinessNode(facts: SiteFacts): Node {
  const { origin, settings, services, exceptions, today } = facts;
  const { business, operationHours } = settings;
  const { weekly, openings } = weeklyAndDated(settings.openingHours, facts.alternate);
  return {
    ...businessNode(facts),
    alternateName: business.fullName,
    legalName: business.legal.name || undefined,
    description: business.blurb || undefined,
    logo: origin + (lookOf(settings).icons?.at(-1)?.src ?? "/icon-512.png"),
    ...(business.geo && { geo: { "@type": "GeoCoordinates", ...business.geo } }),
    currenciesAccepted: "GBP",
    areaServed: areaNode(business),
    sameAs: business.socials.map(({ url }) => url),
    openingHoursSpecification: hoursNodes(weekly),
    specialOpeningHoursSpecification: specialHoursNodes(weekly, [...exceptions, ...openings], today),
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "customer service",
      telephone: business.phone || undefined,
      email: business.email || undefined,
      availableLanguage: "en-GB",
      hoursAvailable: hoursNodes(operationHours),
    },
    hasOfferCatalog: {
      "@type": "OfferCatalog",
      name: "Our Services",
      itemListElement: services.map(({ slug, title }) => ({
        "@type": "Offer",
        itemOffered: {
          "@type": "Service",
          "@id": serviceId(origin, slug),
          name: title,
          url: `${origin}/services/${slug}`,
        },
      })),
    },
    ...reserveAction(facts),
  };
}

/** Nothing while bookings are taken by phone. */
export function reserveAction({ origin, settings }: SiteFacts): { potentialAction?: Node } {
  if (openingStateOf(settings) !== "open") return {};
  const target = { "@type": "EntryPoint", urlTemplate: `${origin}/book` };
  const result = { "@type": "Reservation", name: "Appointment" };
  return { potentialAction: { "@type": "ReserveAction", target, result } };
}

/** The area that a practice without premises names, or its town. */
export function areaNode({ area, address }: SiteFacts["settings"]["business"]): Node | undefined {
  if (area) return { "@type": "Place", name: area };
  return address.town ? { "@type": "City", name: address.town } : undefined;
}

function addressNode({ street, locality, town, postcode }: SiteFacts["settings"]["business"]["address"]): Node {
  return {
    "@type": "PostalAddress",
    streetAddress: [street, locality].filter(Boolean).join(", "),
    addressLocality: town,
    postalCode: postcode,
    addressCountry: "GB",
  };
}

/** `£34 to £82`, of the services that can be booked. */
function priceRange(services: readonly Service[]): string | null {
  const prices = services.filter(isBookable).flatMap(pricesNow);
  if (prices.length === 0) return null;
  const lowest = Math.min(...prices.map((price) => price.lowest));
  const highest = Math.max(...prices.map((price) => price.highest));
  return lowest === highest ? priceInProse(lowest) : `${priceInProse(lowest)} to ${priceInProse(highest)}`;
}

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const LONGEST_CLOSURE = 60;
/** How many days of alternate weeks have dates. */
const TURNS = 8;

/** Days with the same range are grouped. A missing day is closed. */
export function hoursNodes(timetable: readonly DayHours[]): Node[] {
  const byRange = Map.groupBy(timetable, ({ fromMinute, toMinute }) => `${fromMinute} ${toMinute}`);
  return [...byRange.values()].map((days) => ({
    "@type": "OpeningHoursSpecification",
    dayOfWeek: days.map(({ weekday }) => DAYS[weekday - 1]),
    ...times(days[0] as DayHours),
  }));
}

/** schema.org knows no alternate weeks: their days are openings with a date, for some months. */
export function weeklyAndDated(timetable: readonly DayHours[], alternate: readonly AlternateDay[]) {
  const nextOn = new Map(alternate.map(({ weekday, next }) => [weekday, next]));
  const openings = timetable.flatMap(({ weekday, fromMinute, toMinute }): DayException[] => {
    const next = nextOn.get(weekday);
    if (next === undefined) return [];
    return Array.from({ length: TURNS }, (_, turn) => addDays(next, 14 * turn)).map((date) => ({
      ...{ kind: "opening", firstDay: date, lastDay: date, fromMinute, toMinute, publicNote: null },
    }));
  });
  return { weekly: timetable.filter(({ weekday }) => !nextOn.has(weekday)), openings };
}

/** Dates with exceptions to the weekly hours: closed, or with other hours. */
export function specialHoursNodes(
  weekly: readonly DayHours[],
  exceptions: readonly DayException[],
  today: string,
): Node[] {
  const dates = new Set(exceptions.flatMap((exception) => datesOf(exception, today)));
  return [...dates].sort().flatMap((date) => dayNodes({ weekly, exceptions }, date));
}

function dayNodes(hours: { weekly: readonly DayHours[]; exceptions: readonly DayException[] }, date: string): Node[] {
  const cuts = closedRanges(hours, date).map(intervalOf);
  const open = openRanges(hours, date).flatMap((range) => subtract(intervalOf(range), cuts));
  const day = { "@type": "OpeningHoursSpecification", validFrom: date, validThrough: date };
  // schema.org's form for a closed day: opens and closes at midnight.
  if (open.length === 0) return [{ ...day, opens: "00:00", closes: "00:00" }];
  return open.map(({ start, end }) => ({ ...day, ...times({ fromMinute: start, toMinute: end }) }));
}

function datesOf({ firstDay, lastDay }: DayException, today: string): string[] {
  const first = firstDay < today ? today : firstDay;
  const dates: string[] = [];
  for (let date = first; date <= lastDay && dates.length < LONGEST_CLOSURE; date = addDays(date, 1)) dates.push(date);
  return dates;
}

function intervalOf({ fromMinute, toMinute }: WallRange) {
  return { start: fromMinute, end: toMinute };
}

function times({ fromMinute, toMinute }: WallRange) {
  return { opens: clock(fromMinute), closes: clock(Math.min(toMinute, 1439)) };
}

function clock(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** The source of all structured data: what the pages themselves show. */
export type SiteFacts = {
  /** The site's origin: `https://…` without a path. */
  origin: string;
  settings: Pick<Settings, "business" | "openingHours" | "operationHours" | "look" | "opening" | "demo">;
  services: readonly Service[];
  therapists: readonly Therapist[];
  today: string;
  exceptions: readonly DayException[];
  /** Weekdays that are open every second week only. */
  alternate: readonly AlternateDay[];
};

export type Node = { "@type": string; "@id"?: string; [property: string]: unknown };

export type Graph = { "@context": "https://schema.org"; "@graph": Node[] };

/** The nodes of one page; each has the same `@id` on every page. */
export function graphOf(nodes: readonly Node[]): Graph {
  return { "@context": "https://schema.org", "@graph": [...nodes] };
}

export const businessId = (origin: string) => `${origin}/#business`;
export const websiteId = (origin: string) => `${origin}/#website`;
export const serviceId = (origin: string, slug: string) => `${origin}/services/${slug}#service`;

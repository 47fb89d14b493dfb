import { priceInProse } from "#app/catalogue/price.ts";
import { isBookable, pricesNow, type Service } from "#app/catalogue/service.ts";
import { lookOf } from "#app/routes/website/look-of.ts";
import {
  businessId,
  type Node,
  type SiteFacts,
  serviceId,
  websiteId,
} from "#app/routes/website/structured-data/graph.ts";
import { hoursNodes, specialHoursNodes, weeklyAndDated } from "#app/routes/website/structured-data/hours-nodes.ts";
import { openingStateOf } from "#app/settings/opening.ts";
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

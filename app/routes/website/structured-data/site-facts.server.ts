import { NOW, pricesOn } from "#app/catalogue/quote.ts";
import { isBookable, type Service } from "#app/catalogue/service.ts";
import { imageOf } from "#app/media/picture.ts";
import type { AppContext, Database } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { getContentVersion } from "#app/platform/http/content-version.server.ts";
import { priceInPounds } from "#app/platform/money-words.ts";
import { listAlternateDays, listPracticeExceptions, readPractice } from "#app/practice/read-practice.server.ts";
import {
  areaNode,
  businessId,
  businessNode,
  type Graph,
  graphOf,
  type Node,
  reserveAction,
  type SiteFacts,
  serviceId,
  websiteId,
  websiteNode,
  wholeBusinessNode,
} from "#app/routes/website/structured-data/business-nodes.ts";
import { isDrawn } from "#app/ui/art/drawn.ts";
import { plainProse } from "#app/ui/prose-parts.ts";
import { sharePicture } from "#app/ui/shell/share-picture.ts";

const DAYS_AHEAD = 365;

/** A page's structured data; its `meta` returns it as `{ "script:ld+json": graph }`. */
export async function getGraph(app: AppContext, page: Page): Promise<Graph> {
  return pageGraph(await siteFacts(app), page);
}

type CachedFacts = { version: number; zone: string; facts: SiteFacts };

const cachedOf = new WeakMap<Database, CachedFacts>();

/** Cached per content version and day: otherwise a personal page would read everything for each request. */
async function siteFacts(app: AppContext): Promise<SiteFacts> {
  // Read before the facts: a change in between then gets a new version at the next read.
  const version = await getContentVersion(app);
  const cached = cachedOf.get(app.db);
  if (cached?.version === version && cached.facts.today === todayIn(app, cached.zone)) return cached.facts;
  const fresh = await readSiteFacts(app);
  cachedOf.set(app.db, { version, ...fresh });
  return fresh.facts;
}

async function readSiteFacts(app: AppContext): Promise<Omit<CachedFacts, "version">> {
  const { settings, services, therapists } = await readPractice(app);
  const { zone } = settings.bookingRules;
  const today = todayIn(app, zone);
  const exceptions = await listPracticeExceptions(app, { from: today, to: addDays(today, DAYS_AHEAD) });
  const alternate = await listAlternateDays(app, today);
  const origin = app.config.publicUrl;
  return { zone, facts: { origin, settings, services, therapists, today, exceptions, alternate } };
}

function todayIn(app: AppContext, zone: string): string {
  return localDateOf(app.clock.now(), zone);
}

type Page =
  | { kind: "home" | "services" | "about" | "contact" | "book" }
  | { kind: "service"; service: Service }
  | { kind: "faq"; questions: readonly { question: string; answer: string }[] }
  | { kind: "other"; name: string; path: string };

/** The structured data of a page: what it shows, in schema.org's terms. */
function pageGraph(facts: SiteFacts, page: Page): Graph {
  return graphOf([websiteNode(facts), ...ofPage(facts, page)]);
}

function ofPage(facts: SiteFacts, page: Page): Node[] {
  const business = businessNode(facts);
  switch (page.kind) {
    case "home":
      return [wholeBusinessNode(facts)];
    case "services":
      return [business, serviceListNode(facts), breadcrumbNode(facts, [SERVICES])];
    case "service": {
      const { slug, title } = page.service;
      const places = [SERVICES, { name: title, path: `/services/${slug}` }];
      return [business, serviceNode(facts, page.service), breadcrumbNode(facts, places)];
    }
    case "about":
      return [business, aboutNode(facts, "AboutPage", ABOUT), ...personNodes(facts), breadcrumbNode(facts, [ABOUT])];
    case "contact":
      return [wholeBusinessNode(facts), aboutNode(facts, "ContactPage", CONTACT), breadcrumbNode(facts, [CONTACT])];
    case "book":
      return [{ ...business, ...reserveAction(facts) }, breadcrumbNode(facts, [BOOK])];
    case "faq":
      return [business, faqNode(facts, page.questions), breadcrumbNode(facts, [FAQ])];
    case "other":
      return [business, breadcrumbNode(facts, [page])];
  }
}

// Named as in the header and on the pages.
const SERVICES = { name: "Services", path: "/services" };
const ABOUT = { name: "About", path: "/about" };
const CONTACT = { name: "Contact", path: "/contact" };
const BOOK = { name: "Book Your Appointment", path: "/book" };
const FAQ = { name: "Questions", path: "/faq" };

type Place = { name: string; path: string };

function breadcrumbNode({ origin }: SiteFacts, places: readonly Place[]): Node {
  const last = places.at(-1)?.path ?? "/";
  return {
    "@type": "BreadcrumbList",
    "@id": `${origin}${last}#breadcrumb`,
    itemListElement: [{ name: "Home", path: "/" }, ...places].map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: `${origin}${path}`,
    })),
  };
}

/** A page about the practice. */
function aboutNode({ origin }: SiteFacts, type: "AboutPage" | "ContactPage", { name, path }: Place): Node {
  const url = `${origin}${path}`;
  const business = { "@id": businessId(origin) };
  return { "@type": type, "@id": `${url}#page`, url, name, isPartOf: { "@id": websiteId(origin) }, about: business };
}

function personNodes({ origin, therapists }: SiteFacts): Node[] {
  return therapists.map(({ slug, name, role, bio, picture }) => ({
    "@type": "Person",
    "@id": `${origin}/about#${slug}`,
    name,
    jobTitle: role,
    description: bio,
    worksFor: { "@id": businessId(origin) },
    ...(picture && { image: `${origin}${imageOf(picture).src}` }),
  }));
}

function faqNode({ origin }: SiteFacts, questions: readonly { question: string; answer: string }[]): Node {
  return {
    "@type": "FAQPage",
    "@id": `${origin}/faq#page`,
    url: `${origin}/faq`,
    isPartOf: { "@id": websiteId(origin) },
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: plainProse(answer) },
    })),
  };
}

function serviceNode(facts: SiteFacts, service: Service): Node {
  const { origin, settings } = facts;
  const { slug, title, summary, category } = service;
  return {
    "@type": "Service",
    "@id": serviceId(origin, slug),
    name: title,
    description: summary,
    serviceType: category,
    url: `${origin}/services/${slug}`,
    image: imageAddress(facts, service),
    provider: { "@id": businessId(origin) },
    areaServed: areaNode(settings.business),
    ...(isBookable(service) && { offers: service.lengths.map((length) => offerNode(origin, service, length)) }),
  };
}

function serviceListNode({ origin, services }: SiteFacts): Node {
  return {
    "@type": "ItemList",
    "@id": `${origin}/services#list`,
    name: "Our Services",
    numberOfItems: services.length,
    itemListElement: services.map(({ slug, title }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: title,
      url: `${origin}/services/${slug}`,
    })),
  };
}

function offerNode(origin: string, { slug, therapistIds }: Service, length: Service["lengths"][number]): Node {
  const { minutes } = length;
  const { lowest, highest } = pricesOn(length, { therapistIds, date: NOW });
  const price = priceInPounds(lowest);
  const several = {
    "@type": "PriceSpecification",
    minPrice: price,
    maxPrice: priceInPounds(highest),
    priceCurrency: "GBP",
  };
  return {
    "@type": "Offer",
    name: `${minutes} minutes`,
    price,
    priceCurrency: "GBP",
    priceSpecification: lowest === highest ? undefined : several,
    availability: "https://schema.org/InStock",
    url: `${origin}/book?${new URLSearchParams({ service: slug, minutes: String(minutes) })}`,
  };
}

function imageAddress({ origin, settings }: SiteFacts, { slug, picture }: Service): string | undefined {
  if (picture) return origin + imageOf(picture).src;
  return isDrawn(slug) ? origin + sharePicture(settings.business.name, slug) : undefined;
}

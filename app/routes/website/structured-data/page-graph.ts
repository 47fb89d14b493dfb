import type { Service } from "#app/catalogue/service.ts";
import {
  businessNode,
  reserveAction,
  websiteNode,
  wholeBusinessNode,
} from "#app/routes/website/structured-data/business-nodes.ts";
import { type Graph, graphOf, type Node, type SiteFacts } from "#app/routes/website/structured-data/graph.ts";
import { aboutNode, breadcrumbNode, faqNode, personNodes } from "#app/routes/website/structured-data/page-nodes.ts";
import { serviceListNode, serviceNode } from "#app/routes/website/structured-data/service-nodes.ts";

export type Page =
  | { kind: "home" | "services" | "about" | "contact" | "book" }
  | { kind: "service"; service: Service }
  | { kind: "faq"; questions: readonly { question: string; answer: string }[] }
  | { kind: "other"; name: string; path: string };

/** The structured data of a page: what it shows, in schema.org's terms. */
export function pageGraph(facts: SiteFacts, page: Page): Graph {
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

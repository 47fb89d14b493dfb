import { imageOf } from "#app/media/picture.ts";
import { businessId, type Node, type SiteFacts, websiteId } from "#app/routes/website/structured-data/graph.ts";
import { plainProse } from "#app/ui/prose-parts.ts";

type Place = { name: string; path: string };

export function breadcrumbNode({ origin }: SiteFacts, places: readonly Place[]): Node {
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
export function aboutNode({ origin }: SiteFacts, type: "AboutPage" | "ContactPage", { name, path }: Place): Node {
  const url = `${origin}${path}`;
  const business = { "@id": businessId(origin) };
  return { "@type": type, "@id": `${url}#page`, url, name, isPartOf: { "@id": websiteId(origin) }, about: business };
}

export function personNodes({ origin, therapists }: SiteFacts): Node[] {
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

export function faqNode({ origin }: SiteFacts, questions: readonly { question: string; answer: string }[]): Node {
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

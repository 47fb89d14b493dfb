import { priceInPounds } from "#app/catalogue/price.ts";
import { NOW, pricesOn } from "#app/catalogue/quote.ts";
import { isBookable, type Service } from "#app/catalogue/service.ts";
import { imageOf } from "#app/media/picture.ts";
import { areaNode } from "#app/routes/website/structured-data/business-nodes.ts";
import { businessId, type Node, type SiteFacts, serviceId } from "#app/routes/website/structured-data/graph.ts";
import { isDrawn } from "#app/ui/art/drawn.ts";
import { sharePicture } from "#app/ui/shell/share-picture.ts";

export function serviceNode(facts: SiteFacts, service: Service): Node {
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

export function serviceListNode({ origin, services }: SiteFacts): Node {
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

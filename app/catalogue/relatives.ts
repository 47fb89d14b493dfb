import type { Service } from "#app/catalogue/service.ts";

const MOST = 2;

type Related = Pick<Service, "slug" | "category">;

/** Two other services: those of the same category first, then neighbours in the practice's order. */
export function relativesOf<Kind extends Related>(service: Related, services: readonly Kind[]): Kind[] {
  const at = services.findIndex(({ slug }) => slug === service.slug);
  const distance = (other: Kind) => Math.abs(services.indexOf(other) - at);
  const apart = (other: Kind) => (other.category === service.category ? 0 : 1);
  return services
    .filter(({ slug }) => slug !== service.slug)
    .sort((a, b) => apart(a) - apart(b) || distance(a) - distance(b))
    .slice(0, MOST);
}

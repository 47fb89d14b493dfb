import type { DayException } from "#app/availability/opening-hours.ts";
import type { AlternateDay } from "#app/availability/week-cycle.ts";
import type { Service } from "#app/catalogue/service.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";
import type { Settings } from "#app/settings/settings.ts";

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

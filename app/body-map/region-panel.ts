import type { Service } from "#app/catalogue/service.ts";

/** A service as the panel of a region offers it; without a length it is by enquiry. */
export type OfferedHere = {
  slug: string;
  title: string;
  picture: Service["picture"];
  length: { minutes: number; price: string } | null;
  next: { date: string; start: number } | null;
};

export type RegionPanel = {
  sentence: string;
  advice: string;
  services: OfferedHere[];
  zone: string;
};

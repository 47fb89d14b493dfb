import { addressLine, type Business, whereLine } from "#app/settings/business.ts";
import { demoSketch } from "#app/settings/demo-sketch.ts";

/** Where a practice is, as a drawing. Coordinates are units of its own sheet; a path is SVG path data. */
export type LocationSketch = {
  width: number;
  height: number;
  /** The whole drawing in a sentence, for those who don't see it. */
  words: string;
  /** A committed drawing of the ground, with the element `#ground`; drawn by `npm run art`. */
  ground: string;
  roads: readonly { path: string; width: number }[];
  buildings: readonly { x: number; y: number; width: number; height: number; label: string; isOurs: boolean }[];
  entrance: string;
  walk: string;
  labels: readonly { x: number; y: number; text: string; turn?: number; isBold?: boolean }[];
};

// An owner's practice at its own address has no drawing: ours shows an invented yard.
const DEMO_POSTCODE = "LY7 4QG";

/** `mapHref`: null where there is no address that may be given to a map. */
export type Location = { address: string; directions: string; mapHref: string | null; sketch: LocationSketch | null };

export function locationOf(business: Business): Location {
  return {
    address: whereLine(business),
    directions: business.directions,
    mapHref: business.address.street || business.geo ? mapHref(business) : null,
    sketch: business.address.postcode === DEMO_POSTCODE ? demoSketch : null,
  };
}

/**
 * Directions to the practice. The one address that opens the map app of an iPhone or Android phone where there is one,
 * and a page everywhere else (decisions/0210).
 */
export function mapHref({ address, fullName, geo }: Pick<Business, "address" | "fullName" | "geo">): string {
  const place = geo ? `${geo.latitude},${geo.longitude}` : `${fullName}, ${addressLine({ address })}`;
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: "1", destination: place })}`;
}

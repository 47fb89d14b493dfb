import type { Business } from "#app/settings/schemas/business.ts";

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

/** The address, or of a practice without premises the area that it serves. */
export function whereLine(business: Pick<Business, "address" | "area">): string {
  return addressLine(business) || servingLine(business);
}

/** `Serving Leeds and Harrogate`; empty for a practice that has not said so. */
export function servingLine({ area }: Pick<Business, "area">): string {
  return area && `Serving ${area}`;
}

export function addressLine({ address }: Pick<Business, "address">): string {
  return [address.street, address.locality, address.town, address.postcode].filter(Boolean).join(", ");
}

/**
 * Directions to the practice. The one address that opens the map app of an iPhone or Android phone where there is one,
 * and a page everywhere else.
 */
export function mapHref({ address, fullName, geo }: Pick<Business, "address" | "fullName" | "geo">): string {
  const place = geo ? `${geo.latitude},${geo.longitude}` : `${fullName}, ${addressLine({ address })}`;
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: "1", destination: place })}`;
}

/** How to find the demo practice: invented, like its address. */
export const demoSketch: LocationSketch = {
  width: 350,
  height: 190,
  words:
    "Sketch: from Foundry Rise turn in past the joinery. Our green door is the last on the left, with parking in front.",
  ground: "/art/demo-location.svg",
  roads: [
    { path: "M-6 160L376 151.5", width: 22 },
    { path: "M52 158V124H272", width: 14 },
  ],
  buildings: [
    { x: 78, y: 50, width: 90, height: 54, label: "Joinery", isOurs: false },
    { x: 168, y: 50, width: 58, height: 54, label: "Bikes", isOurs: false },
    { x: 226, y: 50, width: 62, height: 54, label: "Unit 7", isOurs: true },
  ],
  entrance: "M248 104H266",
  walk: "M0 160H52V124H257V111",
  labels: [
    { x: 166, y: 160, text: "Foundry Rise", turn: -1.3 },
    { x: 280, y: 121, text: "Green door", isBold: true },
  ],
};

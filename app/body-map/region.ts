import { bodyShapes } from "#app/body-map/body-shapes.ts";
import { capital, PLACE_IDS, PLACES, type PlaceId, placesNear, type View } from "#app/body-map/place.ts";

/** The client's own left or right, whichever way the figure faces. */
export type Side = "left" | "right" | "middle";

/** A place on one side of the body: what a visitor points to. */
export type Region = { id: string; place: PlaceId; side: Side; name: string; yours: string; views: readonly View[] };

export const REGIONS: readonly Region[] = PLACE_IDS.flatMap((place) => {
  const sides: Side[] = PLACES[place].sided ? ["left", "right"] : ["middle"];
  return sides.map((side) => regionOf(place, side));
});

export function regionId(place: PlaceId, side: Side): string {
  return side === "middle" ? place : `${side}-${place}`;
}

export function regionBy(id: string): Region | null {
  return REGIONS.find((region) => region.id === id) ?? null;
}

export function regionAddress({ id }: Pick<Region, "id">): string {
  return `/services/body/${id}`;
}

/** The other side, and what lies next to it on the same side. */
export function neighboursOf({ place, side, id }: Region): Region[] {
  const near = new Set<PlaceId>([place, ...placesNear(place)]);
  return REGIONS.filter((other) => near.has(other.place) && other.id !== id).filter(
    (other) => other.place === place || [other.side, side].includes("middle") || other.side === side,
  );
}

function regionOf(place: PlaceId, side: Side): Region {
  const name = PLACES[place].name.replace("{side}", side);
  return {
    id: regionId(place, side),
    place,
    side,
    name: capital(name.replace(/^the /, "")),
    yours: capital(name.replace("the ", "your ")),
    views: PLACES[place].views,
  };
}

// In units of the drawing, which is 500 wide.
const LETTER = 10.4;
const PADDING = 26;
const HEIGHT = 32;
const EDGE = 248;

/** A figure that faces us has its right hand at our left. */
export function isLeftOfPicture(view: View, side: Side): boolean {
  return side !== "middle" && (side === "right") === (view === "front");
}

/** The sides of a place in the order of the picture, from left to right. */
export function sidesOf(place: PlaceId, view: View): Side[] {
  if (!PLACES[place].sided) return ["middle"];
  return view === "front" ? ["right", "left"] : ["left", "right"];
}

const AS_DRAWN = "scale(1)";
const MIRRORED = "scale(-1 1)";

/** How the drawn half is turned for a side: a region of the middle is drawn twice. */
export function halvesOf(view: View, side: Side): string[] {
  if (side === "middle") return [AS_DRAWN, MIRRORED];
  return [isLeftOfPicture(view, side) ? MIRRORED : AS_DRAWN];
}

/** Where the name of a region stands: beside it where there is room, else below. */
export function labelBox(view: View, { place, side, name }: Region) {
  const shape = bodyShapes[view].find((one) => one.place === place);
  const [left, top, wide, high] = shape?.box ?? [0, 0, 0, 0];
  const width = Math.round(name.length * LETTER + PADDING);
  const isBeside = left + wide + 14 + width <= EDGE;
  const x = isBeside ? left + wide + 14 : Math.min(left + wide / 2 - width / 2, EDGE - width);
  const y = isBeside ? top + high / 2 - HEIGHT / 2 : top + high + 14;
  return { x: isLeftOfPicture(view, side) ? -x - width : x, y: Math.round(y), width, height: HEIGHT };
}

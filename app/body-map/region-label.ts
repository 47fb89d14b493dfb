import { bodyShapes } from "#app/body-map/body-shapes.ts";
import type { View } from "#app/body-map/place.ts";
import type { Region, Side } from "#app/body-map/region.ts";

// In units of the drawing, which is 500 wide.
const LETTER = 10.4;
const PADDING = 26;
const HEIGHT = 32;
const EDGE = 248;

/** A figure that faces us has its right hand at our left. */
export function isLeftOfPicture(view: View, side: Side): boolean {
  return side !== "middle" && (side === "right") === (view === "front");
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

import type { Plate } from "#app/ui/pen/strokes.ts";
import { chop, fell, moor } from "#app/ui/pen/terrain.ts";

const TILT = -0.2;

/** Two knots in plank coordinates: along the grain, across it, and how far they reach. */
const knots: Knot[] = [
  { x: 470, y: 430, reach: 104 },
  { x: 215, y: 735, reach: 46 },
].map((knot) => ({ ...turn(knot.x, knot.y), reach: knot.reach }));

type Knot = { x: number; y: number; reach: number };

/** Unknot: level grain parts round two knots, which keep rings of their own. */
export function triggerPoint(pressure: number): Plate {
  // The grain gives way by the square of a knot's reach.
  const left = knots.map((knot) => ({ ...knot, reach: knot.reach * Math.sqrt(pressure) }));
  return {
    slug: "trigger-point-therapy",
    verb: "unknot",
    layers: [
      { field: (x, y) => grain(x, y, left), from: -600, to: 1400, shortest: 60, shortestOpen: 150 },
      {
        field: (x, y) => rings(x, y, left),
        from: 15,
        to: 98,
        start: 15,
        stretch: 12.5 / 14,
        shortest: 14,
        shortestOpen: 400,
        accent: { first: 2 },
      },
    ],
  };
}

/** Potential flow past a cylinder: lines part early and close behind without a seam. */
function grain(x: number, y: number, knots: readonly Knot[]): number {
  const at = warped(x, y);
  let height = at.y;
  for (const knot of knots) {
    const away = distance(at, knot);
    if (away < knot.reach * 1.02) return Number.NaN;
    height -= ((at.y - knot.y) * knot.reach * knot.reach * 0.96) / (away * away);
  }
  return height + 24 * chop(x / 500, y / 260);
}

function rings(x: number, y: number, knots: readonly Knot[]): number {
  const at = warped(x, y);
  for (const knot of knots) {
    const away = distance(at, knot);
    if (away < knot.reach * 0.96) return away + 7 * moor(x / 50, y / 50);
  }
  return Number.NaN;
}

function warped(x: number, y: number): { x: number; y: number } {
  return turn(x + 16 * fell(x / 260, y / 260), y + 20 * moor(x / 420, y / 300));
}

function turn(x: number, y: number): { x: number; y: number } {
  return { x: x * Math.cos(TILT) - y * Math.sin(TILT), y: x * Math.sin(TILT) + y * Math.cos(TILT) };
}

function distance(at: { x: number; y: number }, knot: { x: number; y: number }): number {
  return Math.hypot((at.x - knot.x) * 0.8, at.y - knot.y);
}

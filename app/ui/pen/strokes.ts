import { chain, lengthOf } from "#app/ui/pen/chain.ts";
import { crossings, type Point, survey } from "#app/ui/pen/march.ts";
import { smoothPath } from "#app/ui/pen/path.ts";
import { type Pen, sheet } from "#app/ui/pen/pen.ts";
import type { Field } from "#app/ui/pen/terrain.ts";

/** The one thing a plate says about touch: which contours are drawn in oxide. */
export type Accent = { near: number; lines: number } | { above: number } | { first: number };

export type Layer = {
  field: Field;
  from: number;
  to: number;
  /** Contour spacing as a multiple of the pen's; 1 when absent. */
  stretch?: number;
  /** The level the contours are counted from; a hair above zero keeps lines off flat ground. */
  start?: number;
  /** Rings shorter than this are dust and are dropped; so are broken lines under `shortestOpen`. */
  shortest?: number;
  shortestOpen?: number;
  /** False when no line is heavier than its neighbours. */
  index?: boolean;
  accent?: Accent;
};

export type Plate = {
  slug: string;
  verb: string;
  layers: Layer[];
  /** A shape that is filled and outlined: negative inside. */
  land?: Field;
  marks?: string;
};

export type Strokes = { land: string; thin: string; index: string; accent: string };

const OFF_FLAT_GROUND = 0.123;

/** Draws a plate with a pen: four path strings in sheet units. */
export function strokesOf(plate: Plate, pen: Pen): Strokes {
  const strokes: Strokes = { land: "", thin: "", index: "", accent: "" };
  if (plate.land) strokes.land = outline(plate.land, pen);
  for (const layer of plate.layers) drawLayer(layer, pen, strokes);
  strokes.accent += plate.marks ?? "";
  return strokes;
}

function drawLayer(layer: Layer, pen: Pen, strokes: Strokes): void {
  const step = pen.spacing * (layer.stretch ?? 1);
  const start = layer.start ?? OFF_FLAT_GROUND;
  const ring = ((layer.shortest ?? 24) * pen.spacing) / 14;
  const open = layer.shortestOpen ?? ring;
  const land = survey(layer.field, { ...sheet, cell: pen.cell });
  const lowest = Math.ceil((layer.from - start) / step);
  for (let k = lowest; start + k * step <= layer.to; k++) {
    const role = isAccent(layer.accent, { k, step, start, lowest })
      ? "accent"
      : layer.index !== false && k % 5 === 0
        ? "index"
        : "thin";
    for (const line of chain(crossings(land, start + k * step)))
      if (lengthOf(line.points) >= (line.closed ? ring : open))
        strokes[role] += smoothPath({ ...line, points: simplify(line.points, pen.slack) });
  }
}

type Level = { k: number; step: number; start: number; lowest: number };

function isAccent(accent: Accent | undefined, { k, step, start, lowest }: Level): boolean {
  if (!accent) return false;
  if ("above" in accent) return start + k * step >= accent.above;
  if ("first" in accent) return k - lowest < accent.first;
  const nearest = Math.round((accent.near - start) / step);
  const before = Math.floor((accent.lines - 1) / 2);
  return k >= nearest - before && k < nearest - before + accent.lines;
}

function outline(land: Field, pen: Pen): string {
  const coast = chain(crossings(survey(land, { ...sheet, cell: 2 }), 0));
  return coast.map((line) => smoothPath({ ...line, points: simplify(line.points, pen.slack) })).join("");
}

/** Ramer, Douglas and Peucker: drops the points that lie within `slack` of the line without them. */
export function simplify(points: readonly Point[], slack: number): Point[] {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 3) return [...points];
  let farthest = 0;
  let where = 0;
  for (let index = 1; index < points.length - 1; index++) {
    const away = distanceFrom(first, last, points[index] ?? first);
    if (away > farthest) {
      farthest = away;
      where = index;
    }
  }
  if (farthest <= slack) return [first, last];
  return [...simplify(points.slice(0, where + 1), slack).slice(0, -1), ...simplify(points.slice(where), slack)];
}

/** From a point to the line through two others; to the first of them when the two coincide (a ring). */
function distanceFrom(from: Point, to: Point, point: Point): number {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const span = Math.hypot(dx, dy);
  if (span < 1e-6) return Math.hypot(point[0] - from[0], point[1] - from[1]);
  return Math.abs(dy * point[0] - dx * point[1] + to[0] * from[1] - to[1] * from[0]) / span;
}

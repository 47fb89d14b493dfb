import { type Crossings, crossings, type Point, survey } from "#app/ui/pen/march.ts";
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

type Tenths = [x: number, y: number];

/**
 * One smooth SVG path: a quadratic through the middle of every side, its corners the control points. Those middles
 * make each next control the mirror of the last, so after the first curve the short `t` command is enough.
 * Coordinates are tenths of a unit.
 */
export function smoothPath({ points, closed }: Line): string {
  const corners = (closed ? openAtMiddle(points) : points).map(tenths);
  const [start, control, ...rest] = corners;
  if (!start || !control) return "";
  if (rest.length === 0) return `M${absolute(start)}l${step(start, control)}`;
  const [first = control, ...stops] = middles(control, rest);
  const curve = `M${absolute(start)}q${step(start, control)}${pair(step(start, first))}`;
  const tail = stops.map((stop, index) => pair(step(stops[index - 1] ?? first, stop))).join("");
  return `${curve}${tail && `t${tail.trimStart()}`}${closed ? "z" : ""}`;
}

/**
 * Where the curves meet. Each middle is taken between the control as drawn and the next wished corner, which keeps
 * the rounding error within a tenth however long the line.
 */
function middles(firstControl: Tenths, corners: readonly Tenths[]): Tenths[] {
  let control = firstControl;
  return corners.map((corner, index) => {
    if (index === corners.length - 1) return corner;
    const middle: Tenths = [Math.round((control[0] + corner[0]) / 2), Math.round((control[1] + corner[1]) / 2)];
    control = [2 * middle[0] - control[0], 2 * middle[1] - control[1]];
    return middle;
  });
}

export function straightPath(points: readonly Point[]): string {
  const [first, ...rest] = points.map(tenths);
  if (!first) return "";
  let pen = first;
  let path = `M${absolute(first)}`;
  rest.forEach((point, index) => {
    const move = step(pen, point);
    path += index === 0 ? `l${move}` : pair(move);
    pen = point;
  });
  return path;
}

/** Starts a ring in the middle of a side, so that its seam is as smooth as every other joint. */
function openAtMiddle(ring: readonly Point[]): Point[] {
  const [first, second] = ring;
  if (!first || !second) return [];
  const seam: Point = [(first[0] + second[0]) / 2, (first[1] + second[1]) / 2];
  return [seam, ...ring.slice(1), seam];
}

function tenths([x, y]: Point): Tenths {
  return [Math.round(x * 10), Math.round(y * 10)];
}

function absolute([x, y]: Tenths): string {
  return join(decimal(x), decimal(y));
}

function step(from: Tenths, to: Tenths): string {
  return join(decimal(to[0] - from[0]), decimal(to[1] - from[1]));
}

/** Continues a list of numbers: a minus sign separates as well as a space does. */
function pair(numbers: string): string {
  return numbers.startsWith("-") ? numbers : ` ${numbers}`;
}

function join(x: string, y: string): string {
  return `${x}${pair(y)}`;
}

function decimal(value: number): string {
  return String(value / 10).replace(/^(-?)0\./, "$1.");
}

type Line = { points: Point[]; closed: boolean };

/** Joins the crossings of one level into lines: first those with two ends, then the rings that are left. */
export function chain({ points, joins }: Crossings): Line[] {
  const done = new Set<number>();
  const lines: Line[] = [];
  for (const [start, near] of joins)
    if (near.length === 1 && !done.has(start)) lines.push({ points: walk(start), closed: false });
  for (const start of joins.keys()) if (!done.has(start)) lines.push(ring(walk(start)));
  return lines.filter((line) => line.points.length > 2);

  function walk(start: number): Point[] {
    const line: Point[] = [];
    for (let here: number | undefined = start; here !== undefined; ) {
      done.add(here);
      const point = points.get(here);
      if (point) line.push(point);
      here = joins.get(here)?.find((next) => !done.has(next));
    }
    return line;
  }
}

function ring(points: Point[]): Line {
  const [first] = points;
  return { points: first ? [...points, first] : points, closed: true };
}

export function lengthOf(points: readonly Point[]): number {
  let total = 0;
  points.forEach(([x, y], index) => {
    const before = points[index - 1];
    if (before) total += Math.hypot(x - before[0], y - before[1]);
  });
  return total;
}

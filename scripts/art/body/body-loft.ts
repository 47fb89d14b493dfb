import type { Point } from "#app/ui/pen/march.ts";
import type { Muscle } from "./body-muscles.ts";

const EDGE = 4;

/** The fibres of one muscle: curves through the same share of every section. */
export function fibresOf(muscle: Muscle): string[] {
  return Array.from({ length: muscle.fibres }, (_, index) => pathThrough(stops(muscle, (index + 0.5) / muscle.fibres)));
}

/** The shape that a muscle covers, as corners: down its last fibre and back along its first. */
export function hullOf(muscle: Muscle): Point[] {
  return [...sampled(stops(muscle, 0)), ...sampled(stops(muscle, 1)).reverse()];
}

/** Corners as a closed path, in whole units. */
export function closedPath(corners: readonly Point[]): string {
  return `M${corners.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join("L")}z`;
}

function stops({ sections }: Muscle, t: number): Point[] {
  return sections.map(([[x, y], [toX, toY]]) => [x + (toX - x) * t, y + (toY - y) * t]);
}

type Curve = readonly [from: Point, leave: Point, arrive: Point, to: Point];

// Catmull-Rom: each curve leaves along the line between the stops beside it.
function curves(points: readonly Point[]): Curve[] {
  return points.slice(1).map((to, index) => {
    const from = points[index] ?? to;
    const before = points[index - 1] ?? from;
    const after = points[index + 2] ?? to;
    return [from, toward(from, before, to), toward(to, after, from), to];
  });
}

function toward([x, y]: Point, [backX, backY]: Point, [onX, onY]: Point): Point {
  return [x + (onX - backX) / 6, y + (onY - backY) / 6];
}

function sampled(points: readonly Point[]): Point[] {
  const along = curves(points).flatMap((curve) =>
    Array.from({ length: EDGE }, (_, step) => pointOn(curve, step / EDGE)),
  );
  return [...along, ...points.slice(-1)];
}

function pointOn([a, b, c, d]: Curve, t: number): Point {
  const u = 1 - t;
  const at = (axis: 0 | 1) => u ** 3 * a[axis] + 3 * u ** 2 * t * b[axis] + 3 * u * t ** 2 * c[axis] + t ** 3 * d[axis];
  return [at(0), at(1)];
}

// Every end is rounded before the next curve starts from it, so that the relative steps never drift.
function pathThrough(points: readonly Point[]): string {
  const [first = [0, 0]] = points;
  let pen = tenths(first);
  const steps = curves(points).map(([, ...rest]) => {
    const placed = rest.map(tenths);
    const step = placed.map(([x, y]) => `${decimal(x - pen[0])} ${decimal(y - pen[1])}`).join(" ");
    pen = placed.at(-1) ?? pen;
    return step;
  });
  return `M${tenths(first).map(decimal).join(" ")}c${steps.join(" ")}`;
}

function tenths([x, y]: Point): [number, number] {
  return [Math.round(x * 10), Math.round(y * 10)];
}

function decimal(tenth: number): string {
  return String(tenth / 10).replace(/^(-?)0\./, "$1.");
}

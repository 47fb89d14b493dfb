import type { Point } from "#app/ui/pen/march.ts";

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

import type { Point } from "#app/ui/pen/march.ts";
import { SPINE } from "./loft.ts";
import { outline } from "./muscles.ts";

export const silhouette: readonly Point[] = mirrored(softened(outline));

/** Distance to the hero's outline; negative inside. */
export function fromSilhouette(x: number, y: number): number {
  return distanceTo(silhouette, x, y);
}

/** Distance to a closed outline; negative inside. */
export function distanceTo(outline: readonly Point[], x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  let side = 1;
  let before = outline[outline.length - 1] ?? [0, 0];
  for (const corner of outline) {
    nearest = Math.min(nearest, toSegment([x, y], before, corner));
    const straddles = corner[1] > y !== before[1] > y;
    if (straddles && x < ((before[0] - corner[0]) * (y - corner[1])) / (before[1] - corner[1]) + corner[0])
      side = -side;
    before = corner;
  }
  return side * nearest;
}

function toSegment([x, y]: Point, from: Point, to: Point): number {
  const ex = to[0] - from[0];
  const ey = to[1] - from[1];
  const share = ((x - from[0]) * ex + (y - from[1]) * ey) / (ex * ex + ey * ey || 1);
  const held = Math.max(0, Math.min(1, share));
  return Math.hypot(x - from[0] - ex * held, y - from[1] - ey * held);
}

function mirrored(half: readonly Point[]): Point[] {
  const right = half.map(([x, y]): Point => [SPINE + x, y]);
  const left = half.map(([x, y]): Point => [SPINE - x, y]).reverse();
  return [...right, ...left];
}

/** A line through the same points, with rounded corners. */
export function softened(points: readonly Point[]): Point[] {
  const soft: Point[] = [];
  for (let index = 0; index < points.length - 1; index++) {
    const from = points[index] ?? [0, 0];
    const to = points[index + 1] ?? from;
    const before = points[index - 1] ?? from;
    const after = points[index + 2] ?? to;
    for (let part = 0; part < 6; part++)
      soft.push([
        spline([before[0], from[0], to[0], after[0]], part / 6),
        spline([before[1], from[1], to[1], after[1]], part / 6),
      ]);
  }
  return [...soft, ...points.slice(-1)];
}

function spline([a, b, c, d]: readonly [number, number, number, number], t: number): number {
  return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);
}

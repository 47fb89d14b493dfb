import type { Crossings, Point } from "#app/ui/pen/march.ts";

export type Line = { points: Point[]; closed: boolean };

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

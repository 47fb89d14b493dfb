import type { Point } from "#app/ui/pen/march.ts";
import type { Muscle } from "./muscles.ts";

export const SPINE = 600;

/** Which half of the back: the right one as drawn, or its mirror. */
export type Half = 1 | -1;

export function loft(muscle: Muscle, half: Half): string[] {
  return Array.from({ length: muscle.fibres }, (_, index) => fibre(muscle, half, (index + 0.5) / muscle.fibres));
}

/** The shape a muscle covers: along the origin, down the last fibre, back along the insertion and the first fibre. */
export function hull(muscle: Muscle, half: Half): string {
  const far = fibre(muscle, half, 1).replace("M", "L");
  const origin = muscle.origin.map((point) => place(point, half));
  const insertion = muscle.insertion.map((point) => place(point, half)).reverse();
  const first = along(muscle.origin, 0);
  const last = along(muscle.insertion, 0);
  const back = cubic(
    [shift(last, muscle.arrive(0)), shift(first, muscle.leave(0)), first].map((point) => place(point, half)),
  );
  return `M${origin.join("L")}${far}L${insertion.join("L")}${back}Z`;
}

function fibre(muscle: Muscle, half: Half, t: number): string {
  const from = along(muscle.origin, t);
  const to = along(muscle.insertion, t);
  const bend = [shift(from, muscle.leave(t)), shift(to, muscle.arrive(t)), to];
  return `M${place(from, half)}${cubic(bend.map((point) => place(point, half)))}`;
}

/** The point a share `t` of the way along a line, every leg counting the same. */
function along(line: readonly Point[], t: number): Point {
  const legs = line.length - 1;
  const position = Math.min(legs - 1e-9, t * legs);
  const leg = Math.floor(position);
  const [x, y] = line[leg] ?? [0, 0];
  const [nextX, nextY] = line[leg + 1] ?? [x, y];
  return [x + (nextX - x) * (position - leg), y + (nextY - y) * (position - leg)];
}

function shift([x, y]: Point, [dx, dy]: Point): Point {
  return [x + dx, y + dy];
}

function place([x, y]: Point, half: Half): string {
  return `${Math.round((SPINE + half * x) * 10) / 10} ${Math.round(y * 10) / 10}`;
}

function cubic(points: readonly string[]): string {
  return `C${points.join(" ")}`;
}

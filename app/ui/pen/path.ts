import type { Line } from "#app/ui/pen/chain.ts";
import type { Point } from "#app/ui/pen/march.ts";

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

import { crossings, survey } from "#app/ui/pen/march.ts";
import { chain, lengthOf, simplify, smoothPath } from "#app/ui/pen/strokes.ts";
import { fell, moor } from "#app/ui/pen/terrain.ts";

/** Wide enough for a phone on its side; shorter screens see its middle. */
export const RING_VIEW = "0 0 1600 504";

const size = { width: 1600, height: 504 };
const middle = { x: 800, y: 240 };
const CLOSED = 184;

/** Plate 9's growth rings round an empty middle, where the time of a booking stands. */
export function ringsSvg(): string {
  let thin = "";
  let index = "";
  for (let number = 1; number <= 34; number++) {
    const path = contour(CLOSED + 15 * number + 0.12 * number ** 2, 40);
    if (number % 5 === 0) index += path;
    else thin += path;
  }
  const lines = `<path stroke-width="1.8" stroke-opacity=".45" d="${thin}"/><path stroke-width="3" stroke-opacity=".62" d="${index}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${RING_VIEW}"><title>count</title><g id="rings" fill="none" stroke="var(--ink,#15302a)" stroke-linecap="round" stroke-linejoin="round">${lines}</g></svg>\n`;
}

export function closingRing(): string {
  return contour(CLOSED, 200);
}

function contour(level: number, shortest: number): string {
  const land = survey(rings, { ...size, cell: 6 });
  return chain(crossings(land, level + 0.123))
    .filter((line) => lengthOf(line.points) > shortest)
    .map((line) => smoothPath({ ...line, points: simplify(line.points, 0.6) }))
    .join("");
}

function rings(x: number, y: number): number {
  const [dx, dy] = [x - middle.x, y - middle.y];
  const away = Math.hypot(dx, dy);
  const round = Math.atan2(dy, dx);
  const oval = away * (1 + 0.025 * Math.sin(2 * round + 0.6) + 0.012 * Math.sin(3 * round + 1));
  return oval + 7 * moor(x / 210, y / 230) + (away > CLOSED ? 0.16 * (away - CLOSED) * fell(x / 150, y / 150) : 0);
}

import type { LocationSketch } from "#app/settings/location.ts";
import { crossings, survey } from "#app/ui/pen/march.ts";
import { chain, lengthOf, simplify, smoothPath } from "#app/ui/pen/strokes.ts";
import { fell, moor } from "#app/ui/pen/terrain.ts";

/** The ground of a location sketch: lines of distance to its buildings. */
export function locationGround({ width, height, buildings }: LocationSketch): string {
  const ground = (x: number, y: number) => {
    const away = Math.min(...buildings.map((box) => distanceTo(box, x, y)));
    const swell = 9 * moor(x / 60, y / 60) + 3 * fell(x / 24, y / 24);
    return away < 2 ? Number.NaN : 60 * Math.log(1 + Math.max(0, away + swell * Math.min(1, away / 26)) / 20);
  };
  const land = survey(ground, { width, height, cell: 3 });
  let path = "";
  for (let level = 12; level <= 170; level += 11)
    for (const line of chain(crossings(land, level)))
      if (lengthOf(line.points) > 30) path += smoothPath({ ...line, points: simplify(line.points, 0.4) });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><title>ground</title><g id="ground" fill="none" stroke="var(--ink,#15302a)" stroke-linecap="round" stroke-linejoin="round"><path stroke-width=".9" stroke-opacity=".3" d="${path}"/></g></svg>\n`;
}

type Box = { x: number; y: number; width: number; height: number };

function distanceTo(box: Box, x: number, y: number): number {
  const dx = Math.max(box.x - x, 0, x - box.x - box.width);
  const dy = Math.max(box.y - y, 0, y - box.y - box.height);
  return Math.hypot(dx, dy);
}

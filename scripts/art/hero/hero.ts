import { crossings, survey } from "#app/ui/pen/march.ts";
import { chain, lengthOf, simplify, smoothPath, straightPath } from "#app/ui/pen/strokes.ts";
import { moor } from "#app/ui/pen/terrain.ts";
import { type Half, hull, loft } from "./loft.ts";
import { type Muscle, muscles } from "./muscles.ts";
import { fromSilhouette, silhouette } from "./silhouette.ts";

export const HERO_VIEW = "110 84 980 800";

/** Where the hands are: drawn by the page itself, so that its fibres can move. */
const touched = (muscle: Muscle, half: Half) => half === 1 && muscle.name === "upper trapezius";

/** The upper back as a map: depth lines round it, the fibres of eighteen muscles on it. All but the oxide fibres. */
export function heroSvg(): string {
  const halves: Half[] = [1, -1];
  const body = muscles.flatMap((muscle) => halves.map((half) => muscleSvg(muscle, half))).join("");
  const ground = `<path fill="var(--wash,#eae6dc)" stroke="none" d="${straightPath(simplify(silhouette, 0.3))}z"/>`;
  const depth = `<path stroke-width="1.2" stroke-opacity=".32" d="${depthLines()}"/>`;
  const spine = '<path stroke-width="2" stroke-opacity=".7" stroke-dasharray=".1 13" d="M600 96v804"/>';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${HERO_VIEW}"><title>map</title><g id="map" fill="none" stroke="var(--ink,#15302a)" stroke-linecap="round" stroke-linejoin="round">${ground}${depth}${body}${spine}</g></svg>\n`;
}

export function heroFibres(): string[] {
  return muscles.filter((muscle) => touched(muscle, 1)).flatMap((muscle) => loft(muscle, 1));
}

/** The shape is washed before its fibres are drawn, so that what lies below ends at its edge. */
function muscleSvg(muscle: Muscle, half: Half): string {
  if (touched(muscle, half)) return "";
  const fibres = loft(muscle, half);
  const index = fibres.filter((_, place) => place % 5 === 2).join("");
  const thin = fibres.filter((_, place) => place % 5 !== 2).join("");
  const wash = `<path fill="var(--wash,#eae6dc)" stroke="none" d="${hull(muscle, half)}"/>`;
  return `${wash}<path stroke-width="1.4" stroke-opacity=".8" d="${thin}"/><path stroke-width="2.4" d="${index}"/>`;
}

function depthLines(): string {
  const depth = (x: number, y: number) => {
    const away = fromSilhouette(x, y);
    const swell = 22 * moor(x / 220, y / 220) * Math.min(1, away / 120);
    return away < 0 ? Number.NaN : 260 * Math.log(1 + (away + swell) / 80);
  };
  const sea = survey(depth, { width: 1200, height: 900, cell: 6 });
  let path = "";
  for (let level = 20; level <= 760; level += 24)
    for (const line of chain(crossings(sea, level)))
      if (lengthOf(line.points) > 60) path += smoothPath({ ...line, points: simplify(line.points, 0.5) });
  return path;
}

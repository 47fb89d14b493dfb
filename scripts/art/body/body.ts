import { PLACE_IDS, PLACES, type PlaceId, type View } from "#app/body-map/place.ts";
import { crossings, type Point, survey } from "#app/ui/pen/march.ts";
import { chain, lengthOf, simplify, smoothPath, straightPath } from "#app/ui/pen/strokes.ts";
import { moor } from "#app/ui/pen/terrain.ts";
import { distanceTo, softened } from "#scripts/art/hero/silhouette.ts";
import { closedPath, fibresOf, hullOf } from "./body-loft.ts";
import { kneecap, type Muscle, muscles } from "./body-muscles.ts";
import { outline } from "./body-outline.ts";

const PEN = 'fill="none" stroke="var(--ink,#15302a)" stroke-linecap="round" stroke-linejoin="round"';
const SPINE = `<path id="spine" ${PEN} stroke-width="1.8" stroke-opacity=".75" stroke-dasharray=".1 8" d="M0 112V464"/>`;
const HALF = 250;
const TOP = -24;
const HEIGHT = 1046;
export const BODY_VIEW = `${-HALF} ${TOP} ${2 * HALF} ${HEIGHT}`;

// 44 px on a phone of 390.
const FINGER = 64;

/** Where a finger finds a place in the half to the right of the picture: one shape a muscle, and a box round all. */
type BodyShape = { place: PlaceId; hit: string; pad: number; box: Box };
type Box = [x: number, y: number, width: number, height: number];

const half = softened(outline);
const body: Point[] = [...half, ...half.map(([x, y]): Point => [-x, y]).reverse()];

/** Front and back as one file: the ground of both, and the fibres of each place by name, all of the right half. */
export function bodySvg(): string {
  const views = (["front", "back"] as const).flatMap((view) => placesOf(view).map((place) => placeSvg(view, place)));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${BODY_VIEW}"><title>body</title>${groundSvg()}${SPINE}${views.join("")}</svg>\n`;
}

export function bodyShapes(view: View): BodyShape[] {
  return placesOf(view).map((place) => {
    const corners = musclesOf(view, place).map(hullOf);
    const cap = isCap(view, place) ? [square(kneecap.at, kneecap.radii[0])] : [];
    const shapes = [...corners, ...cap];
    const box = boxOf(shapes.flat());
    return { place, hit: shapes.map(closedPath).join(""), pad: padOf(place, shapes, box), box };
  });
}

/** In the order of painting, so that the topmost muscle is also the one under the finger. */
function placesOf(view: View): PlaceId[] {
  const drawn = [...new Set(muscles[view].map(({ place }) => place))];
  const all = view === "front" ? [...drawn, kneecap.place] : drawn;
  return all.filter((place) => PLACE_IDS.includes(place));
}

function musclesOf(view: View, place: PlaceId): Muscle[] {
  return muscles[view].filter((muscle) => muscle.place === place);
}

function placeSvg(view: View, place: PlaceId): string {
  const fibres = musclesOf(view, place).flatMap(fibresOf);
  const index = fibres.filter((_, at) => at % 5 === 2).join("");
  const thin = fibres.filter((_, at) => at % 5 !== 2).join("") + (isCap(view, place) ? rings() : "");
  return `<g id="${view}-${place}" fill="none" stroke="currentColor" stroke-linecap="round"><path stroke-width="var(--fibre,1.25)" stroke-opacity="var(--fibre-ink,.8)" d="${thin}"/>${index && `<path stroke-width="var(--index-fibre,2)" d="${index}"/>`}</g>`;
}

function isCap(view: View, place: PlaceId): boolean {
  return view === "front" && place === kneecap.place;
}

function rings(): string {
  const [x, y] = kneecap.at;
  return kneecap.radii.map((r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`).join("");
}

function groundSvg(): string {
  const sea = `<path id="sea" stroke-width="1" stroke-opacity=".24" d="${depthLines()}"/>`;
  const coast = `<path fill="var(--wash,#eae6dc)" stroke-width="1.2" stroke-opacity=".55" d="${straightPath(simplify(body, 0.25))}z"/>`;
  const shorts =
    '<path fill="var(--paper,#f4f1ea)" stroke-width="1.6" d="M-88 472H88C97 500 102 536 100 600H15L2 552H-2L-15 600H-100C-102 536-97 500-88 472z"/><path stroke-width="1.1" stroke-opacity=".7" d="M-90.500 481.500H90.500M-100 591H-13M13 591H100"/>';
  return `<g id="ground" ${PEN}><g transform="translate(0 ${TOP})">${sea}<use href="#sea" transform="scale(-1 1)"/></g>${coast}${shorts}</g>`;
}

// The right half only; the left is its mirror.
function depthLines(): string {
  const depth = (x: number, y: number) => {
    const away = distanceTo(body, x, y + TOP);
    const swell = 12 * moor(x / 130, y / 130) * Math.min(1, away / 70);
    return away < 0 ? Number.NaN : 160 * Math.log(1 + (away + swell) / 60);
  };
  const sea = survey(depth, { width: HALF, height: HEIGHT, cell: 5 });
  let path = "";
  for (let level = 12; level <= 400; level += 15)
    for (const line of chain(crossings(sea, level)))
      if (lengthOf(line.points) > 40) path += smoothPath({ ...line, points: simplify(line.points, 0.6) });
  return path;
}

function square([x, y]: Point, r: number): Point[] {
  return [
    [x - r, y - r],
    [x + r, y - r],
    [x + r, y + r],
    [x - r, y + r],
  ];
}

/** How much wider a place must be for a finger, both its edges together. */
function padOf(place: PlaceId, shapes: readonly Point[][], [x, , width, height]: Box): number {
  const halves = PLACES[place].sided ? 1 : 2;
  const area = halves * shapes.reduce((sum, shape) => sum + areaOf(shape), 0);
  const thickness = area / Math.max(halves === 1 ? width : 2 * (x + width), height);
  return Math.round(Math.min(44, Math.max(16, FINGER - thickness)));
}

function areaOf(corners: readonly Point[]): number {
  const twice = corners.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2;
}

function boxOf(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.floor(Math.min(...xs)), Math.floor(Math.min(...ys))];
  return [left, top, Math.ceil(Math.max(...xs)) - left, Math.ceil(Math.max(...ys)) - top];
}

import { placeOf, targetOf } from "#scripts/architecture/place.ts";
import type { Rule } from "#scripts/architecture/rule.ts";
import type { Source } from "#scripts/architecture/source.ts";

export const PICTURE = "docs/rooms.svg";

/** The rooms that each room imports. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;
/** A room, or the place where a line passes through a layer. */
type Spot = { id: string; room: string | null; layer: number; x: number; below: Spot[]; above: Spot[] };

const BOX = { width: 116, height: 34 };
const PASSING = 14;
const GAP = { x: 22, y: 46 };
const MARGIN = 24;
const BAR = 34;

export const picture: Rule = {
  name: "The picture shows the rooms as they are",
  why: "Newcomers believe a picture before they believe a table.",
  wayOut: "npm run rooms",
  check: ({ files, sources }) =>
    files.get(PICTURE) === drawRooms(importsOf(sources)) ? [] : [{ path: PICTURE, line: 0, what: "is not up to date" }],
};

export function importsOf(sources: readonly Source[]): Graph {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of sources) {
    const { room, storey } = placeOf(path);
    if (!room || storey === "test") continue;
    const others = graph.get(room) ?? new Set();
    graph.set(room, others);
    for (const { specifier } of imports) {
      const target = targetOf(path, specifier);
      const other = target ? placeOf(target).room : null;
      if (other && other !== room) others.add(other);
    }
  }
  return graph;
}

/** An SVG with a box for each room, and a line to each room below that it imports and that no other line leads to. */
export function drawRooms(graph: Graph): string {
  const layers = layersOf(graph);
  place(layers);
  const spots = layers.flat();
  const width = Math.round(Math.max(...spots.map(({ x }) => x)) + BOX.width / 2 + MARGIN);
  const rooms = spots.filter(({ room }) => room !== null);
  const top = (layer: number) => MARGIN + BAR + GAP.y / 2 + (layers.length - 1 - layer) * (BOX.height + GAP.y);
  const foot = top(0) + BOX.height + GAP.y / 2;
  const lines = rooms.flatMap((from) => from.below.map((next) => line(from, next, top)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${foot + BAR + MARGIN}" role="img" aria-label="The rooms, each above those that it imports">`,
    "<style>rect{fill:#fff;stroke:#5d6b63}.bar{fill:#e9ede9;stroke:none}path{fill:none;stroke:#8a968f}text{font:14px system-ui,sans-serif;fill:#1d2b24;text-anchor:middle;dominant-baseline:central}@media (prefers-color-scheme:dark){rect{fill:#18211c;stroke:#9fb0a6}.bar{fill:#26312b}path{stroke:#6f7f76}text{fill:#e7efe9}}</style>",
    bar("routes: addresses, one folder for each audience", MARGIN, width),
    ...lines,
    ...rooms.map(({ room, x, layer }) => box(room ?? "", x, top(layer))),
    bar("ui and platform: every room may import them", foot, width),
    "</svg>\n",
  ].join("\n");
}

function layersOf(graph: Graph): Spot[][] {
  const depth = new Map<string, number>();
  const depthOf = (room: string): number => {
    const known = depth.get(room);
    if (known !== undefined) return known;
    // A circle is another rule's finding, and must not hang this one.
    depth.set(room, 0);
    const found = Math.max(-1, ...[...(graph.get(room) ?? [])].map(depthOf)) + 1;
    depth.set(room, found);
    return found;
  };
  const names = [...graph.keys()].sort();
  const layers: Spot[][] = Array.from({ length: Math.max(0, ...names.map(depthOf)) + 1 }, () => []);
  const add = (room: string | null, id: string, layer: number): Spot => {
    const spot: Spot = { id, room, layer, x: 0, below: [], above: [] };
    layers[layer]?.push(spot);
    return spot;
  };
  const spots = new Map(names.map((room) => [room, add(room, room, depthOf(room))]));
  for (const from of names) {
    for (const to of nearestOf(graph, from)) {
      const [upper, lower] = [spots.get(from), spots.get(to)];
      if (!upper || !lower) continue;
      let last = upper;
      for (let layer = upper.layer - 1; layer > lower.layer; layer--)
        last = join(last, add(null, `${from}>${to}`, layer));
      join(last, lower);
    }
  }
  return layers;
}

function join(upper: Spot, lower: Spot): Spot {
  upper.below.push(lower);
  lower.above.push(upper);
  return lower;
}

/** The imported rooms that no other imported room leads to. */
function nearestOf(graph: Graph, room: string): string[] {
  const others = [...(graph.get(room) ?? [])].sort();
  const seen = new Set<string>();
  const walk = (from: string) => {
    for (const next of graph.get(from) ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      walk(next);
    }
  };
  for (const other of others) walk(other);
  return others.filter((other) => !seen.has(other));
}

/** Gives each spot its place: near those that it is joined to, in an order with few crossings. */
function place(layers: Spot[][]): void {
  for (const layer of layers) spread(layer);
  for (let turn = 0; turn < 40; turn++) {
    const up = turn % 2 === 0;
    for (const layer of up ? layers : [...layers].reverse()) {
      const wish = new Map(
        layer.map((spot) => [
          spot,
          middleOf(spot, turn < 30 ? (up ? spot.below : spot.above) : [...spot.below, ...spot.above]),
        ]),
      );
      layer.sort((a, b) => (wish.get(a) ?? 0) - (wish.get(b) ?? 0) || (a.id < b.id ? -1 : 1));
      for (const spot of layer) spot.x = wish.get(spot) ?? spot.x;
      spread(layer);
    }
  }
  const left = Math.min(...layers.flat().map(({ x }) => x));
  for (const spot of layers.flat()) spot.x = Math.round(spot.x - left + BOX.width / 2 + MARGIN);
}

function middleOf(spot: Spot, joined: readonly Spot[]): number {
  return joined.length === 0 ? spot.x : joined.reduce((sum, { x }) => sum + x, 0) / joined.length;
}

/** Moves spots apart that are too close, and the layer as a whole by no more than that takes. */
function spread(layer: Spot[]): void {
  const before = layer.reduce((sum, { x }) => sum + x, 0);
  for (const [index, spot] of layer.entries()) {
    const left = layer[index - 1];
    if (left) spot.x = Math.max(spot.x, left.x + (widthOf(left) + widthOf(spot)) / 2 + GAP.x);
  }
  const shift = (layer.reduce((sum, { x }) => sum + x, 0) - before) / Math.max(1, layer.length);
  for (const spot of layer) spot.x -= shift;
}

function widthOf({ room }: Spot): number {
  return room === null ? PASSING : BOX.width;
}

/** One curve through all places where the line passes. */
function line(from: Spot, first: Spot, top: (layer: number) => number): string {
  let [x, y] = [from.x, top(from.layer) + BOX.height];
  let path = `M${x} ${y}`;
  for (let next: Spot | undefined = first; next; next = next.room === null ? next.below[0] : undefined) {
    const entry = top(next.layer);
    const half = (entry - y) / 2;
    path += `C${x} ${y + half} ${next.x} ${entry - half} ${next.x} ${entry}`;
    [x, y] = [next.x, entry];
    if (next.room === null) {
      y += BOX.height;
      path += `V${y}`;
    }
  }
  return `<path d="${path}"/>`;
}

function box(room: string, x: number, y: number): string {
  return `<rect x="${x - BOX.width / 2}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="4"/><text x="${x}" y="${y + BOX.height / 2}">${room}</text>`;
}

function bar(words: string, y: number, width: number): string {
  return `<rect class="bar" x="${MARGIN}" y="${y}" width="${width - 2 * MARGIN}" height="${BAR}" rx="4"/><text x="${width / 2}" y="${y + BAR / 2}">${words}</text>`;
}

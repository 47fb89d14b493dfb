import type { Plate } from "#app/ui/pen/strokes.ts";
import { fell, hill, moor, weld } from "#app/ui/pen/terrain.ts";

type Oval = { x: number; y: number; wide: number; tall: number; turn: number };

const heel: Oval = { x: 418, y: 800, wide: 92, tall: 112, turn: -0.05 };

/** The rest of the sole, each with how softly it is welded to what came before. */
const sole: (Oval & { reach: number })[] = [
  { x: 452, y: 585, wide: 58, tall: 190, turn: 0.03, reach: 110 },
  { x: 410, y: 388, wide: 146, tall: 112, turn: -0.2, reach: 120 },
  { x: 392, y: 300, wide: 96, tall: 62, turn: 0.05, reach: 60 },
  { x: 480, y: 322, wide: 70, tall: 56, turn: 0.35, reach: 50 },
];

const toes: Oval[] = [
  { x: 300, y: 232, wide: 50, tall: 66, turn: -0.1 },
  { x: 384, y: 205, wide: 31, tall: 44, turn: 0 },
  { x: 446, y: 222, wide: 28, tall: 38, turn: 0.1 },
  { x: 500, y: 254, wide: 26, tall: 34, turn: 0.22 },
  { x: 545, y: 300, wide: 24, tall: 30, turn: 0.35 },
];

/** Where a sole bears weight: heel, first metatarsal head, the other heads, the outer edge. */
const loads = [
  { x: 416, y: 815, wide: 80, tall: 95, weight: 120 },
  { x: 335, y: 400, wide: 78, tall: 70, weight: 105 },
  { x: 455, y: 395, wide: 100, tall: 66, weight: 78 },
  { x: 480, y: 560, wide: 40, tall: 190, weight: 40 },
  ...toes.map((toe) => ({ x: toe.x, y: toe.y, wide: toe.wide * 0.8, tall: toe.tall * 0.8, weight: 60 })),
];

/** Ground: the sole as an island, depth round it and pressure on it. */
export const sportFoot = (load: number): Plate => ({
  slug: "sport-foot-massage",
  verb: "ground",
  land: island,
  layers: [
    { field: sea, from: 14, to: 900, start: 14, stretch: 1.5, shortest: 30, index: false },
    {
      field: (x, y) => pressure(x, y, load),
      from: 8,
      to: 130,
      start: 42,
      stretch: 8.5 / 14,
      shortest: 20,
      shortestOpen: 190,
      accent: { above: 101 * load },
    },
  ],
});

function island(x: number, y: number): number {
  let away = toOval(x, y, heel);
  for (const part of sole) away = weld(away, toOval(x, y, part), part.reach);
  for (const toe of toes) away = weld(away, toOval(x, y, toe), 12);
  return away;
}

function sea(x: number, y: number): number {
  const away = island(x, y);
  return away < 0 ? Number.NaN : 330 * Math.log(1 + (away + 16 * moor(x / 160, y / 160)) / 90);
}

function pressure(x: number, y: number, share: number): number {
  if (island(x, y) > -4) return Number.NaN;
  return loads.reduce((sum, load) => sum + share * load.weight * hill(x, y, load), 5 * fell(x / 70, y / 70));
}

function toOval(x: number, y: number, oval: Oval): number {
  const dx = x - oval.x;
  const dy = y - oval.y;
  const across = (dx * Math.cos(oval.turn) + dy * Math.sin(oval.turn)) / oval.wide;
  const along = (-dx * Math.sin(oval.turn) + dy * Math.cos(oval.turn)) / oval.tall;
  return (Math.hypot(across, along) - 1) * Math.min(oval.wide, oval.tall);
}

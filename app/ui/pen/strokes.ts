import { chain, lengthOf } from "#app/ui/pen/chain.ts";
import { crossings, survey } from "#app/ui/pen/march.ts";
import { smoothPath } from "#app/ui/pen/path.ts";
import { type Pen, sheet } from "#app/ui/pen/pen.ts";
import { simplify } from "#app/ui/pen/simplify.ts";
import type { Field } from "#app/ui/pen/terrain.ts";

/** The one thing a plate says about touch: which contours are drawn in oxide. */
export type Accent = { near: number; lines: number } | { above: number } | { first: number };

export type Layer = {
  field: Field;
  from: number;
  to: number;
  /** Contour spacing as a multiple of the pen's; 1 when absent. */
  stretch?: number;
  /** The level the contours are counted from; a hair above zero keeps lines off flat ground. */
  start?: number;
  /** Rings shorter than this are dust and are dropped; so are broken lines under `shortestOpen`. */
  shortest?: number;
  shortestOpen?: number;
  /** False when no line is heavier than its neighbours. */
  index?: boolean;
  accent?: Accent;
};

export type Plate = {
  slug: string;
  verb: string;
  layers: Layer[];
  /** A shape that is filled and outlined: negative inside. */
  land?: Field;
  marks?: string;
};

export type Strokes = { land: string; thin: string; index: string; accent: string };

const OFF_FLAT_GROUND = 0.123;

/** Draws a plate with a pen: four path strings in sheet units. */
export function strokesOf(plate: Plate, pen: Pen): Strokes {
  const strokes: Strokes = { land: "", thin: "", index: "", accent: "" };
  if (plate.land) strokes.land = outline(plate.land, pen);
  for (const layer of plate.layers) drawLayer(layer, pen, strokes);
  strokes.accent += plate.marks ?? "";
  return strokes;
}

function drawLayer(layer: Layer, pen: Pen, strokes: Strokes): void {
  const step = pen.spacing * (layer.stretch ?? 1);
  const start = layer.start ?? OFF_FLAT_GROUND;
  const ring = ((layer.shortest ?? 24) * pen.spacing) / 14;
  const open = layer.shortestOpen ?? ring;
  const land = survey(layer.field, { ...sheet, cell: pen.cell });
  const lowest = Math.ceil((layer.from - start) / step);
  for (let k = lowest; start + k * step <= layer.to; k++) {
    const role = isAccent(layer.accent, { k, step, start, lowest })
      ? "accent"
      : layer.index !== false && k % 5 === 0
        ? "index"
        : "thin";
    for (const line of chain(crossings(land, start + k * step)))
      if (lengthOf(line.points) >= (line.closed ? ring : open))
        strokes[role] += smoothPath({ ...line, points: simplify(line.points, pen.slack) });
  }
}

type Level = { k: number; step: number; start: number; lowest: number };

function isAccent(accent: Accent | undefined, { k, step, start, lowest }: Level): boolean {
  if (!accent) return false;
  if ("above" in accent) return start + k * step >= accent.above;
  if ("first" in accent) return k - lowest < accent.first;
  const nearest = Math.round((accent.near - start) / step);
  const before = Math.floor((accent.lines - 1) / 2);
  return k >= nearest - before && k < nearest - before + accent.lines;
}

function outline(land: Field, pen: Pen): string {
  const coast = chain(crossings(survey(land, { ...sheet, cell: 2 }), 0));
  return coast.map((line) => smoothPath({ ...line, points: simplify(line.points, pen.slack) })).join("");
}

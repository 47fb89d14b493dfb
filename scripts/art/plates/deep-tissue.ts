import type { Plate } from "#app/ui/pen/strokes.ts";
import { moor, rise } from "#app/ui/pen/terrain.ts";

const SURFACE = 250;

/** Press: a section through layers. They yield under one steady load, and the deepest answers last. */
export const deepTissue = (pressure: number): Plate => ({
  slug: "deep-tissue-massage",
  verb: "press",
  layers: [
    {
      field: (x, y) => {
        const height = strata(x, y, pressure);
        return height < SURFACE - 2 ? Number.NaN : height;
      },
      from: SURFACE + 9,
      to: 1100,
      shortestOpen: 500,
      accent: { near: 590, lines: 1 },
    },
  ],
});

function strata(x: number, y: number, pressure: number): number {
  const width = 120 + 0.2 * Math.max(0, y - SURFACE);
  const dent = pressure * 300 * Math.exp(-(((x - 430) / width) ** 2)) * (1 - rise(SURFACE, 940, y));
  return y - dent + 22 * moor(x / 300, y / 360) * rise(SURFACE, SURFACE + 300, y);
}

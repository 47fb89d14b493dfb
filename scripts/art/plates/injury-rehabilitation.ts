import type { Plate } from "#app/ui/pen/strokes.ts";
import { fell, moor, rise } from "#app/ui/pen/terrain.ts";

/** Knit: a fault, clean at the left, that heals towards the right. */
export const injuryRehabilitation = (pressure: number): Plate => ({
  slug: "injury-rehabilitation",
  verb: "knit",
  layers: [
    {
      field: (x, y) => {
        const fault = 470 + 50 * moor(x / 180, 1.5) - (x - 400) * 0.12;
        const healed = 5 + 260 * rise(0.1, 0.95, x / 800) ** 1.6;
        return x + pressure * 46 * Math.tanh((y - fault) / healed) + 26 * fell(x / 420, y / 380);
      },
      from: -100,
      to: 900,
      accent: { near: 574, lines: 1 },
    },
  ],
});

import type { Plate } from "#app/ui/pen/strokes.ts";
import { fell, moor, rise } from "#app/ui/pen/terrain.ts";

/** Ease: one long breath, its lines further apart the lower they lie. */
export const relaxation = (pressure: number): Plate => ({
  slug: "relaxation-massage",
  verb: "ease",
  layers: [
    {
      field: (x, y) => {
        const breath = y + pressure * 96 * Math.sin(x / 255 + 0.9 + y / 900) + 30 * moor(x / 420, y / 520);
        return 760 * Math.log(1 + (breath + 160) / 300);
      },
      from: -400,
      to: 2600,
      stretch: 1.55,
      accent: { near: 1041.6, lines: 1 },
    },
  ],
});

/** Hinge: a ball that turns in relaxed grain; inside the ball nothing bends. */
export const jointMobilization = (pressure: number): Plate => ({
  slug: "joint-mobilization",
  verb: "hinge",
  layers: [
    {
      field: (x, y) => {
        const dx = x - 400;
        const dy = y - 500;
        const turned = pressure * 1.15 * (1 - rise(170, 420, Math.hypot(dx, dy)));
        return dx * Math.cos(turned) + dy * Math.sin(turned) + 18 * moor(x / 300, y / 300);
      },
      from: -800,
      to: 800,
    },
  ],
  marks: "M228 500a172 172 0 1 0 344 0a172 172 0 1 0-344 0",
});

/** Count: growth rings, no two alike, and one of them is this year. */
export const personalizedPlans = (pressure: number): Plate => ({
  slug: "personalized-wellness-plans",
  verb: "count",
  layers: [
    {
      field: (x, y) => {
        const dx = x - 330;
        const dy = y - 640;
        const away = Math.hypot(dx, dy * 0.94);
        const round = Math.atan2(dy, dx);
        const oval = away * (1 + 0.07 * Math.sin(round * 2 + 0.6) + 0.03 * Math.sin(3 * round));
        const weather = pressure * 34 * moor(x / 210, y / 230) * rise(20, 260, away);
        return oval + weather + 7 * fell(x / 60, y / 60) * rise(120, 420, away);
      },
      from: 0,
      to: 1400,
      shortest: 30,
      accent: { near: 238, lines: 1 },
    },
  ],
});

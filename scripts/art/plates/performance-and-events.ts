import type { Plate } from "#app/ui/pen/strokes.ts";
import { chop, fell, moor, rise } from "#app/ui/pen/terrain.ts";

/** Drive: the bend of a track, lanes closing towards the inside. */
export const sportsPerformance = (pressure: number): Plate => ({
  slug: "sports-performance-massage",
  verb: "drive",
  layers: [
    {
      field: (x, y) => {
        const back = 400 * (1 - pressure);
        const away = Math.hypot(x + 260 + back, y - 1240 - back) - back * Math.SQRT2;
        return 900 * Math.log((away + 14 * moor(x / 300, y / 300)) / 420);
      },
      from: -300,
      to: 1800,
      stretch: 1.25,
      accent: { near: 805, lines: 3 },
    },
  ],
});

/** Gather: slack at the foot, taut at the head. */
export const preEvent = (pressure: number): Plate => ({
  slug: "pre-event-massage",
  verb: "gather",
  layers: [
    {
      field: (x, y) => {
        const slack = pressure * rise(0.18, 1, y / 1000);
        return x + slack * (120 * moor(x / 210 + 3, y / 240) + 46 * fell(x / 90, y / 120));
      },
      from: -200,
      to: 1000,
      accent: { near: 392, lines: 1 },
    },
  ],
});

/** Settle: chop above, level water below. */
export const postEvent = (pressure: number): Plate => ({
  slug: "post-event-massage",
  verb: "settle",
  layers: [
    {
      field: (x, y) => {
        const rough = pressure * (1 - rise(0.05, 0.78, y / 1000));
        return y + rough * (120 * moor(x / 200, y / 150 + 5) + 50 * chop(x / 90, y / 80));
      },
      from: -200,
      to: 1200,
      accent: { near: 812, lines: 1 },
    },
  ],
});

/** Lap: a track from above, with the line everybody is running for. */
export const eventMassage = (pressure: number): Plate => ({
  slug: "event-massage",
  verb: "lap",
  layers: [
    {
      field: (x, y) => {
        const away = fromStraight(x, y, 95 + 95 * pressure);
        return away + 10 * moor(x / 260, y / 260) * rise(330, 620, away);
      },
      from: 0,
      to: 1400,
      stretch: 1.2,
    },
  ],
  marks: "M524 488.6l182.7-81.3",
});

function fromStraight(x: number, y: number, half: number): number {
  const lean = -0.42;
  const across = (x - 400) * Math.cos(lean) + (y - 500) * Math.sin(lean);
  const along = -(x - 400) * Math.sin(lean) + (y - 500) * Math.cos(lean);
  return Math.hypot(across, Math.max(Math.abs(along) - half, 0));
}

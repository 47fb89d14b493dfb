import { gradientNoise } from "#app/ui/pen/noise.ts";
import type { Plate } from "#app/ui/pen/strokes.ts";
import type { Field } from "#app/ui/pen/terrain.ts";

// Part of each seed, which stands in an address that browsers keep for good: raise it when the drawing changes.
const EDITION = 2;

/** The drawing of one person: eight hexadecimal digits from their id (FNV-1a). */
export function seedOf(id: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`${EDITION} ${id}`)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}

type Knot = { x: number; y: number; reach: number };
type Grain = { tilt: number; knot: Knot; bend: Field; ripple: Field };

/** Grain nearly level, and one round knot, whose inner ring is the touch. No two seeds make the same. */
export function personPlate(seed: string): Plate {
  const grain = grainOf(Number.parseInt(seed, 16));
  return {
    slug: seed,
    verb: "grain",
    layers: [
      { field: grainField(grain), from: -280, to: 1280, shortest: 60, shortestOpen: 150 },
      {
        field: ringField(grain),
        from: 18,
        to: 150,
        start: 18,
        stretch: 0.95,
        shortest: 14,
        shortestOpen: 400,
        accent: { first: 1 },
      },
    ],
  };
}

/** Potential flow past a cylinder: lines part round the knot and close behind it. */
export function grainField({ tilt, knot, bend, ripple }: Grain): Field {
  return (x, y) => {
    const away = Math.hypot(x - knot.x, y - knot.y);
    if (away < knot.reach * 1.06) return Number.NaN;
    const along = y * Math.cos(tilt) + x * Math.sin(tilt);
    const middle = knot.y * Math.cos(tilt) + knot.x * Math.sin(tilt);
    const parted = ((along - middle) * knot.reach * knot.reach * 0.92) / (away * away);
    return along - parted + 58 * bend(x / 640, y / 430) + 12 * ripple(x / 260, y / 130);
  };
}

function ringField({ knot, ripple }: Grain): Field {
  return (x, y) => {
    const away = Math.hypot(x - knot.x, y - knot.y);
    if (away >= knot.reach * 0.98) return Number.NaN;
    return Math.hypot((x - knot.x) * 0.82, y - knot.y + (x - knot.x) * 0.16) + 17 * ripple(x / 84, y / 84);
  };
}

/** Where the knot lies, how the grain runs: above the initials, which stand at the lower left. */
export function grainOf(seed: number): Grain {
  const share = (shift: number) => ((seed >>> shift) & 0xff) / 255;
  return {
    tilt: (share(0) - 0.5) * 0.42,
    knot: { x: 230 + 370 * share(8), y: 210 + 350 * share(16), reach: 74 + 46 * share(24) },
    bend: gradientNoise(seed),
    ripple: gradientNoise(seed ^ 0x5bd1e995),
  };
}

import { gradientNoise } from "#app/ui/pen/noise.ts";

/** A height field over the 800 by 1000 sheet; NaN means no ink there. */
export type Field = (x: number, y: number) => number;

export const moor = gradientNoise(7);
export const fell = gradientNoise(19);
export const chop = gradientNoise(42);

export function hill(x: number, y: number, at: { x: number; y: number; wide: number; tall: number }): number {
  return Math.exp(-(((x - at.x) / at.wide) ** 2 + ((y - at.y) / at.tall) ** 2));
}

/** 0 before `from`, 1 after `to`, smooth between. */
export function rise(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

/** The smaller of two distances, with the crease between them filled over `reach`. */
export function weld(a: number, b: number, reach: number): number {
  const overlap = Math.max(reach - Math.abs(a - b), 0) / reach;
  return Math.min(a, b) - overlap * overlap * reach * 0.25;
}

/**
 * Seeded gradient noise: the same seed gives the same land for ever, so a redraw changes nothing.
 * @returns a function of x and y, about -0.7 to 0.7, smooth at the scale of 1 unit
 */
export function gradientNoise(seed: number): (x: number, y: number) => number {
  const random = mulberry32(seed);
  const order = shuffledBytes(random);
  const gradients = Array.from({ length: 256 }, () => {
    const angle = random() * Math.PI * 2;
    return [Math.cos(angle), Math.sin(angle)] as const;
  });
  const slope = (column: number, row: number, [dx, dy]: readonly [number, number]) => {
    const [gx, gy] = gradients[order[((column & 255) + (order[row & 255] ?? 0)) & 255] ?? 0] ?? [0, 0];
    return gx * dx + gy * dy;
  };
  return (x, y) => {
    const column = Math.floor(x);
    const row = Math.floor(y);
    const u = x - column;
    const v = y - row;
    const top = mix(slope(column, row, [u, v]), slope(column + 1, row, [u - 1, v]), ease(u));
    const bottom = mix(slope(column, row + 1, [u, v - 1]), slope(column + 1, row + 1, [u - 1, v - 1]), ease(u));
    return mix(top, bottom, ease(v));
  };
}

function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function shuffledBytes(random: () => number): number[] {
  const bytes = Array.from({ length: 256 }, (_, index) => index);
  for (let last = 255; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [bytes[last], bytes[other]] = [bytes[other] ?? 0, bytes[last] ?? 0];
  }
  return bytes;
}

function ease(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10);
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

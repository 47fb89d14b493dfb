/** A source of the same numbers for the same seed: below `limit`, in `[0, 1)`, and one of a list. */
export type Chance = {
  next: () => number;
  below: (limit: number) => number;
  oneOf: <Item>(items: readonly Item[]) => Item;
};

/** Mulberry32: small, fast and good enough for invented people. */
export function chanceOf(seed: string): Chance {
  let state = [...seed].reduce(
    (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619) >>> 0,
    2_166_136_261,
  );
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const below = (limit: number) => Math.floor(next() * limit);
  return { next, below, oneOf: (items) => items[below(items.length)] as (typeof items)[number] };
}

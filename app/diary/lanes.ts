import type { Piece } from "#app/diary/day-axis.ts";

/** The lane of a piece among the lanes that its neighbours share. */
export type Lane = { lane: number; lanes: number };

/** Pieces that share time stand beside each other; the others have the whole width. In order of their beginnings. */
export function lanesOf(pieces: readonly Piece[]): Lane[] {
  const placed: Lane[] = [];
  let ends: number[] = [];
  let first = 0;
  for (const [index, { at, lasts }] of pieces.entries()) {
    if (ends.every((end) => end <= at)) {
      ends = [];
      first = index;
    }
    const free = ends.findIndex((end) => end <= at);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = at + lasts;
    placed[index] = { lane, lanes: ends.length };
    for (let each = first; each <= index; each++) placed[each] = { lane: placed[each]?.lane ?? 0, lanes: ends.length };
  }
  return placed;
}

import type { Interval } from "#app/availability/interval.ts";

/** Lengths, buffers and intervals are multiples of this, so two blocks overlap only if they share a quantum. */
export const QUANTUM_MINUTES = 5;

const QUANTUM_MS = QUANTUM_MINUTES * 60_000;

/** The quanta that a block (epoch ms) overlaps, as numbers since the epoch, ascending. */
export function quantaOf(block: Interval): number[] {
  const first = Math.floor(block.start / QUANTUM_MS);
  const afterLast = Math.ceil(block.end / QUANTUM_MS);
  return Array.from({ length: Math.max(0, afterLast - first) }, (_, index) => first + index);
}

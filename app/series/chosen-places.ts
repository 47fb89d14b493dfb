import type { Question } from "#app/availability/free-starts.ts";
import { lookAt, type Place, withTaken } from "#app/series/look-at-series.ts";

/** Why none of the chosen places is taken: `index` in order of time. */
export type Fault =
  | { kind: "changed"; start: number }
  /** It lies over another one that was chosen. */
  | { kind: "overlap"; start: number };

/**
 * Whether each place can be had together with those before it. `despite`: its concerns were seen; one that has arisen
 * since is shown first.
 */
export function findFault(question: Question, chosen: readonly (Place & { despite: boolean })[]): Fault | null {
  for (const [index, place] of chosen.entries()) {
    const look = lookAt(question, place);
    if (look.kind !== "free") return { kind: "changed", start: place.start };
    if (look.concerns.length > 0 && !place.despite) return { kind: "changed", start: place.start };
    const together = lookAt(withTaken(question, chosen.slice(0, index)), place);
    if (together.kind !== "free") return { kind: "overlap", start: place.start };
  }
  return null;
}

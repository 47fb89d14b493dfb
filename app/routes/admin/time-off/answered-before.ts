import type { TimeOffState } from "#app/team/time-off-request.ts";

const STATES: Record<TimeOffState, string> = {
  open: "still open",
  confirmed: "confirmed already",
  declined: "declined already",
  withdrawn: "withdrawn by its therapist",
};

/** What who comes second reads. */
export function answeredBeforeInWords({ state, by }: { state: TimeOffState; by: string | null }): string {
  const quicker = by && state !== "withdrawn" ? `${by} was quicker: this` : "This";
  return `${quicker} is ${STATES[state]}. Nothing has changed now.`;
}

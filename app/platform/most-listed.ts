/** A list goes no further, and counts no further: what lies beyond is found by narrowing it (decisions/0391). */
export const MOST_LISTED = 10_000;

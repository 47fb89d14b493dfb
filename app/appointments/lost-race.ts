/** Thrown inside a transaction alone, so that losing a race leaves nothing behind. */
export class LostRace extends Error {}

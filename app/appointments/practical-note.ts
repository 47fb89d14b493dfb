/** In characters, of what a client says with a booking. */
export const LONGEST_PRACTICAL_NOTE = 300;

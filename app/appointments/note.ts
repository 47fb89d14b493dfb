/** The practice's private note on an appointment. `version` counts its saves; 0 means none yet. */
export type Note = { words: string; version: number; at: number | null; actor: string | null };

export const NO_NOTE: Note = { words: "", version: 0, at: null, actor: null };
export const LONGEST_NOTE = 2000;

/** In characters, of what a client says with a booking. */
export const LONGEST_PRACTICAL_NOTE = 300;

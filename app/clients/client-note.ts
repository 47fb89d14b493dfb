/** What the practice notes about a client for itself. `author`: their name at the time; `actor`: as in the audit. */
export type ClientNote = { id: string; words: string; at: number; author: string; actor: string };

export const LONGEST_CLIENT_NOTE = 4000;

/** What the practice notes about a client for itself. `author`: their name at the time. */
export type ClientNote = { id: string; words: string; at: number; author: string };

export const LONGEST_CLIENT_NOTE = 4000;

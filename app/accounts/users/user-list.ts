/** A user record as the list shows it; what is missing is null (specification section 3). Instants are epoch ms UTC. */
export type ListedUser = {
  id: string;
  name: string | null;
  email: string | null;
  role: string | null;
  joined: number | null;
  disabled: boolean;
  /** Where they are signed in now: how many places. */
  sessions: number;
};

/** What is asked for: words of name or address, and a page (from 1). */
export type UserQuestion = { text: string; page: number };

export const USERS_PER_PAGE = 24;

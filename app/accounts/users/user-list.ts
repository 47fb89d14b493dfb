/** A user as the list shows them; null for what is missing (specification section 3). Instants are epoch ms UTC. */
export type ListedUser = {
  id: string;
  name: string | null;
  email: string | null;
  role: string | null;
  joined: number | null;
  disabled: boolean;
  /** In how many places they are signed in now. */
  sessions: number;
};

/** The words to find in names and addresses, and a page (from 1). */
export type UserQuestion = { text: string; page: number };

export const USERS_PER_PAGE = 24;

/** What a person may do. Set by the server alone; whatever else is stored counts as `user`. */
export type Role = "user" | "admin";

/** A person with an account. `createdAt` is epoch ms UTC. */
export type User = {
  id: string;
  email: string;
  username: string;
  role: Role;
  emailVerified: boolean;
  twoFactor: boolean;
  /** Kept, but may not sign in. */
  disabled: boolean;
  createdAt: number;
};

/** Where a person goes after signing in (specification section 4). */
export function homeOf(user: Pick<User, "role">): string {
  return user.role === "admin" ? "/admin" : "/";
}

/** The stored word as a role. */
export function roleOf(stored: string | null): Role {
  return stored === "admin" ? "admin" : "user";
}

/** What a person may do. Only the server sets it; any other stored value counts as `user`. */
export type Role = "user" | "admin";

/** A person with an account. `createdAt` is epoch ms UTC. */
export type User = {
  id: string;
  email: string;
  username: string;
  role: Role;
  emailVerified: boolean;
  twoFactor: boolean;
  disabled: boolean;
  /** E.164, filled in when they book; null while none is known. */
  phone: string | null;
  createdAt: number;
};

/** Where a person goes after signing in (specification section 4). */
export function homeOf(user: Pick<User, "role">): string {
  return user.role === "admin" ? "/admin" : "/";
}

export function roleOf(stored: string | null): Role {
  return stored === "admin" ? "admin" : "user";
}

import { TEAM_ROLES, type TeamRole } from "#app/platform/permissions.ts";

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
  hasPasskey: boolean;
  /** Until when an owner may put a second factor off (epoch ms); null: nobody has asked them yet. */
  factorDueAt: number | null;
  /** The demo's own, while the demo is shown. */
  isInvented: boolean;
  disabled: boolean;
  /** E.164, filled in when they book; null while none is known. */
  phone: string | null;
  createdAt: number;
  /** Null: a client, or an owner from before anybody was invited. */
  staff: StaffRow | null;
};

/** What is stored of somebody who works here. `rolesInForce` says what counts of it. */
export type StaffRow = {
  roles: readonly TeamRole[];
  therapistId: string | null;
  state: "active" | "suspended";
  version: number;
};

// The factor that a role needs: whoever sees health or money, and whoever gives roles to others (decisions/0325).
const NEEDS_SECOND_FACTOR: readonly TeamRole[] = ["owner", "bookkeeper"];

type Worker = Pick<User, "role" | "staff">;
type Keys = Pick<User, "twoFactor"> & Partial<Pick<User, "hasPasskey">>;

/** How long an owner who was not invited may put a second factor off, in ms. */
export const FACTOR_GRACE = 7 * 86_400_000;

/** The roles that somebody has. The account's own role decides who is an owner; who is suspended has none. */
export function rolesOf({ role, staff }: Worker): readonly TeamRole[] {
  const isOwner = role === "admin";
  const others = staff && (isOwner || staff.state === "active") ? staff.roles.filter((role) => role !== "owner") : [];
  return isOwner ? ["owner", ...others] : others;
}

/** The roles that count now: those that need a second factor wait until it is on. */
export function rolesInForce(user: Worker & Keys & Pick<User, "disabled">): readonly TeamRole[] {
  if (user.disabled) return [];
  const waiting = rolesWaiting(user);
  return rolesOf(user).filter((role) => !waiting.includes(role));
}

/** The roles that wait for a second factor. Owners whom nobody invited have some days for it: see `isFactorDue`. */
export function rolesWaiting(user: Worker & Keys): readonly TeamRole[] {
  if (user.staff === null || hasFactor(user)) return [];
  return rolesOf(user).filter((role) => NEEDS_SECOND_FACTOR.includes(role));
}

/** A passkey that its owner unlocks counts like an app's codes. */
function hasFactor({ twoFactor, hasPasskey = false }: Keys): boolean {
  return twoFactor || hasPasskey;
}

export function needsFactor(user: User): boolean {
  return rolesOf(user).some((role) => NEEDS_SECOND_FACTOR.includes(role)) && !user.isInvented;
}

export function lacksFactor(user: User): boolean {
  return needsFactor(user) && !hasFactor(user);
}

/** Whether signing in leads to the one screen that sets a second factor up, and to nothing else. */
export function isFactorDue(user: User, now: number): boolean {
  return user.staff === null && lacksFactor(user) && user.factorDueAt !== null && user.factorDueAt <= now;
}

/** Reads a stored list of roles, in the order of TEAM_ROLES; what it doesn't know is left out. */
export function rolesFrom(stored: string): readonly TeamRole[] {
  const listed: unknown = JSON.parse(stored);
  return Array.isArray(listed) ? TEAM_ROLES.filter((role) => listed.includes(role)) : [];
}

/** Where a person goes after signing in (specification section 4); who keeps the books alone, to the figures. */
export function homeOf(user: Worker): string {
  const roles = rolesOf(user);
  if (roles.length === 0) return "/";
  return roles.every((role) => role === "bookkeeper") ? "/admin/reports" : "/admin";
}

export function roleOf(stored: string | null): Role {
  return stored === "admin" ? "admin" : "user";
}

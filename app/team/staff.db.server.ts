import { rolesInForce, rolesOf, rolesWaiting, type User } from "#app/accounts/user.ts";
import { getUser } from "#app/accounts/users.db.server.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import type { TeamRole } from "#app/platform/permissions.ts";

/** What this person is here for; null: they don't work here. An admin without a row is an owner. */
export async function getStaff(db: Queries, userId: string): Promise<Staff | null> {
  const user = await getUser(db, userId);
  return user && staffOf(user);
}

export function staffOf(user: User): Staff | null {
  if (user.staff === null && user.role !== "admin") return null;
  const suspended = user.staff?.state === "suspended" && user.role !== "admin";
  return {
    roles: suspended ? (user.staff?.roles ?? []) : rolesOf(user),
    inForce: rolesInForce(user),
    waiting: rolesWaiting(user),
    therapistId: user.staff?.therapistId ?? null,
    state: suspended ? "suspended" : "active",
    version: user.staff?.version ?? 0,
  };
}

/** Everybody who works here, by name. */
export async function listStaff(db: Queries): Promise<{ user: User; staff: Staff }[]> {
  const rows = await db
    .selectFrom("users")
    .leftJoin("staff", "staff.user_id", "users.id")
    .select("users.id")
    .where((row) => row.or([row("users.role", "=", "admin"), row("staff.user_id", "is not", null)]))
    .orderBy("users.name")
    .orderBy("users.id")
    .execute();
  const people = await Promise.all(rows.map(({ id }) => getUser(db, id)));
  return people.flatMap((user) => {
    const staff = user && staffOf(user);
    return user && staff ? [{ user, staff }] : [];
  });
}

/** Whether anybody was ever invited: a sole owner's pages say nothing of roles. */
export async function hasTeam(db: Queries): Promise<boolean> {
  const row = await db
    .selectNoFrom((of) => [
      of.exists(of.selectFrom("staff").select("user_id")).as("staff"),
      of.exists(of.selectFrom("staff_invites").select("id").where("state", "=", "open")).as("invites"),
    ])
    .executeTakeFirstOrThrow();
  return Boolean(row.staff) || Boolean(row.invites);
}

/** What each person is here for; null while nobody was ever invited. */
export async function staffById(db: Queries): Promise<Map<string, Staff> | null> {
  if (!(await hasTeam(db))) return null;
  return new Map((await listStaff(db)).map(({ user, staff }) => [user.id, staff]));
}

type Row = {
  userId: string;
  roles: readonly TeamRole[];
  therapistId: string | null;
  state: Staff["state"];
  version: number;
  now: number;
  by: string;
};

/** Stores what somebody is here for. `version`: the one before. */
export async function putStaff(tx: Tx, { userId, roles, therapistId, state, version, now, by }: Row): Promise<void> {
  const columns = {
    parts: JSON.stringify(roles),
    therapist_id: therapistId,
    state,
    version: version + 1,
    at: now,
    actor: by,
  };
  await tx
    .insertInto("staff")
    .values({ user_id: userId, ...columns })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(columns))
    .execute();
}

export async function removeStaff(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("staff").where("user_id", "=", userId).execute();
}

/** The user who has this therapist's diary as their own; null: nobody yet. */
export async function userOfTherapist(db: Queries, therapistId: string): Promise<string | null> {
  const row = await db.selectFrom("staff").select("user_id").where("therapist_id", "=", therapistId).executeTakeFirst();
  return row?.user_id ?? null;
}

/** The owners who may act now. */
export async function listOwnerIds(db: Queries): Promise<string[]> {
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "admin")
    .where("id", "not in", (disabled) => disabled.selectFrom("disabled_users").select("user_id"))
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Somebody who works here. `waiting`: the roles that count once they have a second factor. */
export type Staff = {
  roles: readonly TeamRole[];
  inForce: readonly TeamRole[];
  waiting: readonly TeamRole[];
  therapistId: string | null;
  state: "active" | "suspended";
  /** Counts the changes; 0: an owner without a row. */
  version: number;
};

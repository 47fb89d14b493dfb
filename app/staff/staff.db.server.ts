import { partsInForce, partsOf, partsWaiting, type User } from "#app/accounts/user.ts";
import { getUser } from "#app/accounts/users.db.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import type { Staff } from "#app/staff/staff.ts";

/** What this person is here for; null: they don't work here. An admin without a row is an owner. */
export async function getStaff(db: Queries, userId: string): Promise<Staff | null> {
  const user = await getUser(db, userId);
  return user && staffOf(user);
}

export function staffOf(user: User): Staff | null {
  if (user.staff === null && user.role !== "admin") return null;
  const suspended = user.staff?.state === "suspended" && user.role !== "admin";
  return {
    parts: suspended ? (user.staff?.parts ?? []) : partsOf(user),
    inForce: partsInForce(user),
    waiting: partsWaiting(user),
    therapistId: user.staff?.therapistId ?? null,
    state: suspended ? "suspended" : "active",
  };
}

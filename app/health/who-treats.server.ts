import type { Actor } from "#app/platform/actor.ts";
import type { Queries } from "#app/platform/database/database.server.ts";

/** Someone of the team who gives treatments: only they open and write notes, owners like others (decisions/0910). */
export type Treating = { userId: string; therapistId: string; name: string };

/** Null: the actor treats nobody here, whatever else they may do. */
export async function whoTreats(db: Queries, actor: Actor): Promise<Treating | null> {
  if (actor.kind !== "admin" && actor.kind !== "staff") return null;
  if (actor.kind === "staff" && actor.therapistId === null) return null;
  const row = await db
    .selectFrom("staff")
    .innerJoin("therapists", "therapists.id", "staff.therapist_id")
    .select(["therapists.id", "therapists.name", "staff.parts"])
    .where("staff.user_id", "=", actor.userId)
    .where("staff.state", "=", "active")
    .executeTakeFirst();
  if (!row || !JSON.parse(row.parts).includes("therapist")) return null;
  return { userId: actor.userId, therapistId: row.id, name: row.name };
}

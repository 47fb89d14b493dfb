import type { Actor } from "#app/accounts/actor.ts";
import type { World } from "#app/platform/world.server.ts";
import { personIn } from "#tests/support/signed-in.ts";

/** An admin called Imogen, as commands know one. */
export async function adminActor(world: World): Promise<Extract<Actor, { kind: "admin" }>> {
  const { id } = await personIn(world, { role: "admin", name: "Imogen" });
  return { kind: "admin", userId: id };
}

/** Everybody who is no admin. */
export const NOT_ADMINS: Actor[] = [
  { kind: "visitor" },
  { kind: "client", userId: "somebody" },
  { kind: "holder", appointmentId: "some-appointment" },
];

/** The actions in the audit, in order of time. */
export async function auditActions(world: World, kind: string): Promise<string[]> {
  const rows = await world.db.kysely
    .selectFrom("audit")
    .select("action")
    .where("subject_kind", "=", kind)
    .orderBy("at")
    .execute();
  return rows.map(({ action }) => action);
}

import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { personIn } from "#tests/support/signed-in.ts";

/** An owner who has just signed in. */
export async function adminActor(app: AppContext): Promise<Extract<Actor, { kind: "admin" }>> {
  const { id } = await personIn(app, { role: "admin", name: "Imogen" });
  return { kind: "admin", userId: id, isConfirmed: true };
}

export const NOT_ADMINS: Actor[] = [
  { kind: "visitor" },
  { kind: "client", userId: "somebody" },
  { kind: "holder", appointmentId: "some-appointment" },
];

export async function auditActions(app: AppContext, kind: string): Promise<string[]> {
  const rows = await app.db.kysely
    .selectFrom("audit")
    .select("action")
    .where("subject_kind", "=", kind)
    .orderBy("at")
    .orderBy("action")
    .execute();
  return rows.map(({ action }) => action);
}

import type { AppContext } from "#app/platform/app-context.server.ts";
import type { TeamRole } from "#app/platform/permissions.ts";
import { type Person, personIn } from "#tests/support/signed-in.ts";

type Options = { roles: readonly TeamRole[]; therapistId?: string | null; name?: string };

/** Someone who answers messages. */
export function receptionIn(app: AppContext): Promise<Person> {
  return staffIn(app, { roles: ["reception"] });
}

/** Somebody who works here with these roles, all of them in force. */
export async function staffIn(app: AppContext, { roles, therapistId = null, name }: Options): Promise<Person> {
  const role = roles.includes("owner") ? "admin" : "user";
  const person = await personIn(app, { role, name: name ?? `Sam ${roles.join(" ")}` });
  const db = app.db.kysely;
  await db
    .insertInto("staff")
    .values({
      user_id: person.id,
      parts: JSON.stringify(roles),
      therapist_id: therapistId,
      state: "active",
      version: 1,
      at: app.clock.now(),
      actor: "system",
    })
    .execute();
  // Owners and bookkeepers need a second factor.
  await db.updateTable("users").set({ twoFactorEnabled: true }).where("id", "=", person.id).execute();
  return person;
}

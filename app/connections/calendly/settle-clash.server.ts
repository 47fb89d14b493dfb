import { settleExternal } from "#app/connections/calendly/external-bookings.db.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { may } from "#app/platform/permissions.ts";

/** The owner has dealt with a clash, or a booking at odd times, by hand: it is shown no more, and its person's details go. */
export async function settleClash(
  app: AppContext,
  actor: Actor,
  { invitee }: { invitee: string },
): Promise<{ kind: "settled" | "not-found" | "forbidden" }> {
  if (!may(actor, "change", "settings")) return { kind: "forbidden" };
  const now = app.clock.now();
  return app.db.kysely.transaction().execute(async (tx) => {
    if (!(await settleExternal(tx, invitee, now))) return { kind: "not-found" };
    const subject = { kind: "external", id: invitee };
    await writeAudit(tx, { at: now, actor: actorName(actor), action: "external.settle", subject });
    return { kind: "settled" };
  });
}

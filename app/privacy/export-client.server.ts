import { notifyOwners } from "#app/accounts/notify-owners.server.ts";
import { getClient, keysOfClient } from "#app/clients/clients.db.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { may, needsConfirmation } from "#app/platform/permissions.ts";
import { type PersonalData, toIso } from "#app/platform/personal-data.server.ts";
import { personBehind } from "#app/privacy/person.db.server.ts";

type ExportOutcome = { kind: "exported"; data: object } | { kind: "not-found" } | { kind: "unconfirmed" };

/** Everything about a person, to be written as JSON (UK GDPR articles 15 and 20). For admins only. */
export async function exportData(
  app: AppContext,
  actor: Actor,
  { id, personalData }: { id: string; personalData: readonly PersonalData[] },
): Promise<ExportOutcome> {
  if (!may(actor, "export", "clients")) return { kind: "not-found" };
  if (needsConfirmation(actor)) return { kind: "unconfirmed" };
  return app.db.kysely.transaction().execute(async (tx): Promise<ExportOutcome> => {
    const client = await getClient(tx, id);
    if (!client || client.erasedAt !== null) return { kind: "not-found" };
    const now = app.clock.now();
    const person = await personBehind(tx, id);
    const rooms: Record<string, unknown> = {};
    for (const room of personalData) Object.assign(rooms, await room.export?.(tx, person, now));
    const data = {
      exportedAt: toIso(now),
      client: { id, name: client.name, email: client.email, phone: client.phone, since: toIso(client.createdAt) },
      knownBy: await keysOfClient(tx, id),
      ...rooms,
    };
    await notifyOwners(tx, { actor, deed: "export-client", now });
    await writeAudit(tx, {
      at: now,
      actor: actorName(actor),
      action: "client.export",
      subject: { kind: "client", id },
    });
    return { kind: "exported", data };
  });
}

import type { Client } from "#app/clients/client.ts";
import {
  clientsOf,
  deleteClient,
  isExistingClient,
  lockClient,
  markExisting,
  writeDetails,
} from "#app/clients/clients.db.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { type Actor, actorName, may } from "#app/platform/permissions.ts";
import type { PersonalData } from "#app/platform/personal-data.server.ts";

type MergeOutcome = { kind: "merged"; client: Client } | { kind: "not-found" };

/**
 * Merges `otherId` into `id`, with its appointments, notes and keys. Name, address and number of `id` stay, and the
 * other's fill what is missing. For admins only.
 */
export async function merge(
  app: AppContext,
  actor: Actor,
  { id, otherId, personalData }: { id: string; otherId: string; personalData: readonly PersonalData[] },
): Promise<MergeOutcome> {
  if (!may(actor, "delete", "clients") || id === otherId) return { kind: "not-found" };
  return app.db.kysely.transaction().execute(async (tx): Promise<MergeOutcome> => {
    const [client, other] = await lockBoth(tx, [id, otherId]);
    if (!client || !other) return { kind: "not-found" };
    for (const room of personalData) await room.merge?.(tx, { from: other.id, to: client.id });
    if (await isExistingClient(tx, other.id)) await markExisting(tx, client.id);
    await deleteClient(tx, other.id);
    const details = together(client, other);
    await writeDetails(tx, id, details);
    await writeAudit(tx, {
      at: app.clock.now(),
      actor: actorName(actor),
      action: "client.merge",
      subject: { kind: "client", id },
      detail: { merged: otherId },
    });
    return { kind: "merged", client: { ...client, ...details } };
  });
}

/** Locks both records in the order of their ids, so that two merges can't deadlock. */
async function lockBoth(tx: Tx, ids: [string, string]): Promise<(Client | undefined)[]> {
  for (const id of ids.toSorted()) if (!(await lockClient(tx, id))) return [];
  const clients = await clientsOf(tx, ids);
  return ids.map((id) => clients.find((client) => client.id === id));
}

function together(client: Client, other: Client) {
  return {
    name: client.name ?? other.name,
    email: client.email ?? other.email,
    phone: client.phone ?? other.phone,
    booked_at: Math.max(client.bookedAt, other.bookedAt),
    created_at: Math.min(client.createdAt, other.createdAt),
    // Whoever was blocked under one name stays so under the other.
    blocked_at: client.blockedAt ?? other.blockedAt,
    blocked_reason: client.blockedReason ?? other.blockedReason,
    practical_note: [...new Set([client.practicalNote, other.practicalNote])].filter(Boolean).join("\n") || null,
  };
}

import { type Actor, actorName } from "#app/accounts/actor.ts";
import { moveVisits } from "#app/appointments/visits/store.server.ts";
import type { Client } from "#app/clients/client.ts";
import { moveNotes } from "#app/clients/notes/store.server.ts";
import { clientsOf, deleteClient, lockClient, moveKeys, writeDetails } from "#app/clients/store.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import type { World } from "#app/platform/world.server.ts";

export type MergeOutcome = { kind: "merged"; client: Client } | { kind: "not-found" };

/**
 * Makes two records of one person one: `otherId` goes into `id`, with its appointments, notes and whatever it is
 * known by. Name, address and number of `id` stay; what it lacks comes from the other. For admins alone.
 */
export async function merge(
  world: World,
  actor: Actor,
  { id, otherId }: { id: string; otherId: string },
): Promise<MergeOutcome> {
  if (actor.kind !== "admin" || id === otherId) return { kind: "not-found" };
  return world.db.kysely.transaction().execute(async (tx): Promise<MergeOutcome> => {
    const [client, other] = await lockBoth(tx, [id, otherId]);
    if (!client || !other) return { kind: "not-found" };
    const move = { from: other.id, to: client.id };
    await moveKeys(tx, move);
    await moveNotes(tx, move);
    await moveVisits(tx, move);
    await deleteClient(tx, other.id);
    const details = together(client, other);
    await writeDetails(tx, id, details);
    await writeAudit(tx, {
      ...{ at: world.clock.now(), actor: actorName(actor), action: "client.merge" },
      subject: { kind: "client", id },
      detail: { merged: otherId },
    });
    return { kind: "merged", client: { ...client, ...details } };
  });
}

/** Both records, locked in the order of their ids: two merges can't wait for each other. */
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
  };
}

import type { Actor } from "#app/accounts/actor.ts";
import { listVisits, summariseVisits } from "#app/appointments/visits/store.server.ts";
import { NO_VISITS } from "#app/appointments/visits/visit.ts";
import type { ClientLine, ClientRecord } from "#app/client-records/client-record.ts";
import { personBehind } from "#app/client-records/store.server.ts";
import type { Client } from "#app/clients/client.ts";
import type { ClientQuestion } from "#app/clients/list/client-list.ts";
import { countClients, readAlike, readClientPage } from "#app/clients/list/store.server.ts";
import { listNotes } from "#app/clients/notes/store.server.ts";
import { findClient, keysOfClient } from "#app/clients/store.server.ts";
import type { World } from "#app/platform/world.server.ts";

/** One page of the clients with their visits in short. For admins alone, as is everything here. */
export async function readClients(
  world: World,
  actor: Actor,
  question: ClientQuestion,
): Promise<{ clients: ClientLine[]; total: number }> {
  mustBeAdmin(actor);
  const db = world.db.kysely;
  const clients = await withSummaries(world, await readClientPage(db, question));
  return { clients, total: await countClients(db, question.text) };
}

/** Everything the practice keeps about a client, or null when there is none. */
export async function readRecord(world: World, actor: Actor, id: string): Promise<ClientRecord | null> {
  mustBeAdmin(actor);
  const db = world.db.kysely;
  const client = await findClient(db, id);
  if (!client) return null;
  const [line] = await withSummaries(world, [client]);
  const alike = client.erasedAt === null ? await readAlike(db, client) : [];
  return {
    client,
    keys: await keysOfClient(db, id),
    accounts: (await personBehind(db, id)).users.map(({ email }) => email),
    visits: await listVisits(db, id),
    summary: line?.summary ?? NO_VISITS,
    notes: await listNotes(db, id),
    alike: await withSummaries(world, alike),
  };
}

async function withSummaries(world: World, clients: readonly Client[]): Promise<ClientLine[]> {
  const clientIds = clients.map(({ id }) => id);
  const summaries = await summariseVisits(world.db.kysely, { clientIds, now: world.clock.now() });
  return clients.map((client) => ({ ...client, summary: summaries.get(client.id) ?? NO_VISITS }));
}

function mustBeAdmin(actor: Actor): void {
  if (actor.kind !== "admin") throw new Error(`Clients' records are for admins, not for a ${actor.kind}`);
}

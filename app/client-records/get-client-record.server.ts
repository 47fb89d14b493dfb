import { listDifferences } from "#app/appointments/booked-details.db.server.ts";
import { listHistory, summariseHistory } from "#app/appointments/client-history.db.server.ts";
import { NO_HISTORY } from "#app/appointments/client-history.ts";
import type { ClientLine, ClientRecord } from "#app/client-records/client-record.ts";
import { personBehind } from "#app/client-records/person.db.server.ts";
import type { Client } from "#app/clients/client.ts";
import { countClients, listClientPage, listPossibleDuplicates } from "#app/clients/client-list.db.server.ts";
import type { ClientQuestion } from "#app/clients/client-list.ts";
import { listNotes } from "#app/clients/client-notes.db.server.ts";
import { getClient, keysOfClient } from "#app/clients/clients.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

/** One page of clients with a summary of their history. For admins only, like everything here. */
export async function readClients(
  app: AppContext,
  actor: Actor,
  question: ClientQuestion,
): Promise<{ clients: ClientLine[]; total: number }> {
  mustBeAdmin(actor);
  const db = app.db.kysely;
  const clients = await withSummaries(app, await listClientPage(db, question));
  return { clients, total: await countClients(db, question.text) };
}

/** Everything the practice holds about a client, or null if there is none. */
export async function getRecord(app: AppContext, actor: Actor, id: string): Promise<ClientRecord | null> {
  mustBeAdmin(actor);
  const db = app.db.kysely;
  const client = await getClient(db, id);
  if (!client) return null;
  const [line] = await withSummaries(app, [client]);
  const duplicates = client.erasedAt === null ? await listPossibleDuplicates(db, client) : [];
  return {
    client,
    keys: await keysOfClient(db, id),
    accounts: (await personBehind(db, id)).users.map(({ email }) => email),
    history: await listHistory(db, id),
    summary: line?.summary ?? NO_HISTORY,
    notes: await listNotes(db, id),
    alike: await withSummaries(app, duplicates),
    differences: await listDifferences(db, { clientId: id }),
  };
}

async function withSummaries(app: AppContext, clients: readonly Client[]): Promise<ClientLine[]> {
  const clientIds = clients.map(({ id }) => id);
  const summaries = await summariseHistory(app.db.kysely, { clientIds, now: app.clock.now() });
  return clients.map((client) => ({ ...client, summary: summaries.get(client.id) ?? NO_HISTORY }));
}

function mustBeAdmin(actor: Actor): void {
  if (actor.kind !== "admin") throw new Error(`Clients' records are for admins, not for a ${actor.kind}`);
}

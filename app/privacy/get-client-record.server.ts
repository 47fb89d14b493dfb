import { notifyOwners } from "#app/accounts/notify-owners.server.ts";
import { listDifferences } from "#app/appointments/clients/booked-details.db.server.ts";
import { listHistory, summariseHistory } from "#app/appointments/clients/client-history.db.server.ts";
import { NO_HISTORY } from "#app/appointments/clients/client-history.ts";
import type { Client, ClientNote } from "#app/clients/client.ts";
import { listClientPage, listPossibleDuplicates } from "#app/clients/client-list.db.server.ts";
import type { ClientQuestion } from "#app/clients/client-list.ts";
import { listNotes, mayRemoveNote } from "#app/clients/client-notes.server.ts";
import { clientsWithin, getClient, keysOfClient } from "#app/clients/clients.db.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import {
  type Actor,
  actorName,
  may,
  needsConfirmation,
  requireScope,
  type Scope,
  scopeFor,
} from "#app/platform/permissions.ts";
import { type PersonalData, toIso } from "#app/platform/personal-data.server.ts";
import type { ClientLine, ClientRecord } from "#app/privacy/client-record.ts";
import { accountsBehind, personBehind } from "#app/privacy/person.db.server.ts";

/** One page of clients within scope, with a summary of their history as far as it goes. */
export async function readClients(
  app: AppContext,
  actor: Actor,
  question: ClientQuestion,
): Promise<{ clients: ClientLine[]; total: number }> {
  const scope = requireScope(actor, "see", "clients");
  const db = app.db.kysely;
  const { clients, total } = await listClientPage(db, question, scope);
  return { clients: await withSummaries(app, scope, clients), total };
}

/** Everything the practice holds about a client, as far as the reach goes; null if there is none within it. */
export async function getRecord(app: AppContext, actor: Actor, id: string): Promise<ClientRecord | null> {
  const scope = requireScope(actor, "see", "clients");
  const db = app.db.kysely;
  const [client] = await clientsWithin(db, [id], scope);
  if (!client) return null;
  const [line] = await withSummaries(app, scope, [client]);
  const duplicates = client.erasedAt === null ? await listPossibleDuplicates(db, client, scope) : [];
  const differences = await listDifferences(db, { clientId: id });
  const { keys, users } = await personBehind(db, id);
  return {
    client,
    keys,
    accounts: accountsBehind(client, users),
    history: await listHistory(db, id, scope),
    summary: line?.summary ?? NO_HISTORY,
    notes:
      (await notesFor(db, id, scopeFor(actor, "see", "notes")))?.map((note) => ({
        ...note,
        canRemove: mayRemoveNote(actor, note.actor),
      })) ?? null,
    alike: await withSummaries(app, scope, duplicates),
    differences: scope === "all" ? differences : [],
  };
}

async function notesFor(db: Queries, id: string, scope: Scope | null): Promise<ClientNote[] | null> {
  if (scope === null) return null;
  const isWithin = scope === "all" || (await clientsWithin(db, [id], scope)).length > 0;
  return isWithin ? listNotes(db, id) : null;
}

async function withSummaries(app: AppContext, scope: Scope, clients: readonly Client[]): Promise<ClientLine[]> {
  const clientIds = clients.map(({ id }) => id);
  const summaries = await summariseHistory(app.db.kysely, { clientIds, scope, now: app.clock.now() });
  return clients.map((client) => ({ ...client, summary: summaries.get(client.id) ?? NO_HISTORY }));
}

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
    await notifyOwners(tx, { actor, change: "export-client", now });
    await writeAudit(tx, {
      at: now,
      actor: actorName(actor),
      action: "client.export",
      subject: { kind: "client", id },
    });
    return { kind: "exported", data };
  });
}

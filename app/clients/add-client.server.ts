import { type Client, type Details, keysOf } from "#app/clients/client.ts";
import { listPossibleDuplicates } from "#app/clients/client-list.db.server.ts";
import { insertClient, insertKeys } from "#app/clients/clients.db.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { may } from "#app/platform/permissions.ts";

type AddClientOutcome =
  | { kind: "added"; id: string }
  /** Clients of this name, number or address; nothing is written. */
  | { kind: "conflict"; alike: Client[] }
  | { kind: "forbidden" };

/** Adds a client without a booking. `despite`: the practice has seen who is alike, and this is someone else. */
export async function addClient(
  app: AppContext,
  actor: Actor,
  { despite, ...details }: Details & { despite: boolean },
): Promise<AddClientOutcome> {
  if (!may(actor, "change", "new clients")) return { kind: "forbidden" };
  return app.db.kysely.transaction().execute(async (tx): Promise<AddClientOutcome> => {
    const id = newId();
    const alike = despite ? [] : await listPossibleDuplicates(tx, { id, ...details }, "all");
    if (alike.length > 0) return { kind: "conflict", alike };
    const now = app.clock.now();
    await insertClient(tx, { id, now, ...details });
    await insertKeys(tx, id, keysOf({ userId: null, ...details }));
    await writeAudit(tx, { at: now, actor: actorName(actor), action: "client.add", subject: { kind: "client", id } });
    return { kind: "added", id };
  });
}

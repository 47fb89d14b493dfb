import { LONGEST_BLOCK_REASON } from "#app/clients/client.ts";
import { lockClient, writeDetails } from "#app/clients/clients.db.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { type Actor, actorName, scopeFor } from "#app/platform/permissions.ts";

type BlockOutcome = { kind: "saved" } | { kind: "invalid"; message: string } | { kind: "not-found" };

/**
 * Shows a client no times online, but the phone number. What is booked stands, and the practice may still book for
 * them. For whoever may change every record (decisions/0700).
 */
export async function blockClient(
  app: AppContext,
  actor: Actor,
  { clientId, reason }: { clientId: string; reason: string },
): Promise<BlockOutcome> {
  const words = reason.replaceAll("\r\n", "\n").trim();
  if (words === "") return { kind: "invalid", message: "Write the reason" };
  if (words.length > LONGEST_BLOCK_REASON) {
    return { kind: "invalid", message: `The reason must be ${LONGEST_BLOCK_REASON} characters or fewer` };
  }
  return change(app, { actor, clientId, action: "client.block" }, (tx) =>
    writeDetails(tx, clientId, { blocked_at: app.clock.now(), blocked_reason: words }),
  );
}

export function unblockClient(app: AppContext, actor: Actor, clientId: string): Promise<BlockOutcome> {
  return change(app, { actor, clientId, action: "client.unblock" }, (tx) =>
    writeDetails(tx, clientId, { blocked_at: null, blocked_reason: null }),
  );
}

async function change(
  app: AppContext,
  { actor, clientId, action }: { actor: Actor; clientId: string; action: string },
  write: (tx: Tx) => Promise<void>,
): Promise<BlockOutcome> {
  if (scopeFor(actor, "change", "clients") !== "all") return { kind: "not-found" };
  return app.db.kysely.transaction().execute(async (tx): Promise<BlockOutcome> => {
    if (!(await lockClient(tx, clientId))) return { kind: "not-found" };
    await write(tx);
    const subject = { kind: "client" as const, id: clientId };
    await writeAudit(tx, { at: app.clock.now(), actor: actorName(actor), action, subject });
    return { kind: "saved" };
  });
}

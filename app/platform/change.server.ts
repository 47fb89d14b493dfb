import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { may, type Permission } from "#app/platform/permissions.ts";

type Subject = { kind: string; id: string };

export type Changing = {
  tx: Tx;
  /** Epoch ms UTC. */
  now: number;
  /** Writes the audit line and invalidates the public pages. Call it once, after the writes. */
  noted: (action: string, subject: Subject, detail?: Record<string, string | number | null>) => Promise<void>;
};

/** Runs one change with its audit line in one transaction. Refuses who may not make it before it begins. */
export async function change<Outcome extends { kind: string }>(
  app: AppContext,
  actor: Actor,
  permission: Permission,
  work: (changing: Changing) => Promise<Outcome>,
): Promise<Outcome | { kind: "forbidden" }> {
  if (!may(actor, ...permission)) return { kind: "forbidden" };
  const now = app.clock.now();
  return app.db.kysely.transaction().execute(async (tx) => {
    const noted: Changing["noted"] = async (action, subject, detail) => {
      await writeAudit(tx, { at: now, actor: actorName(actor), action, subject, ...(detail && { detail }) });
      await raiseContentVersion(tx, now);
    };
    return work({ tx, now, noted });
  });
}

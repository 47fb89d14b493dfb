import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { type Asker, editorName } from "#app/platform/editor.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import type { World } from "#app/platform/world.server.ts";

type Subject = { kind: string; id: string };

export type Changing = {
  tx: Tx;
  /** Epoch ms UTC. */
  now: number;
  /** Says in the audit what was done, and has the public pages made anew. Once, after the writes. */
  noted: (action: string, subject: Subject, detail?: Record<string, string | number | null>) => Promise<void>;
};

/** One change by an admin: one transaction with its audit line. Anybody else is refused before it begins. */
export async function change<Outcome extends { kind: string }>(
  world: World,
  asker: Asker,
  work: (changing: Changing) => Promise<Outcome>,
): Promise<Outcome | { kind: "forbidden" }> {
  const actor = editorName(asker);
  if (!actor) return { kind: "forbidden" };
  const now = world.clock.now();
  return world.db.kysely.transaction().execute(async (tx) => {
    const noted: Changing["noted"] = async (action, subject, detail) => {
      await writeAudit(tx, { at: now, actor, action, subject, ...(detail && { detail }) });
      await raiseContentVersion(tx, now);
    };
    return work({ tx, now, noted });
  });
}

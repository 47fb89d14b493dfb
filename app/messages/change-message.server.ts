import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { may } from "#app/platform/permissions.ts";

export type MessageOutcome = { kind: "changed" | "unknown" | "forbidden" };

type Work = (changing: { tx: Tx; now: number; actor: string }) => Promise<MessageOutcome>;

// No public page shows messages, so the page cache stays valid.
export async function changeMessage(app: AppContext, actor: Actor, work: Work): Promise<MessageOutcome> {
  if (!may(actor, "change", "messages")) return { kind: "forbidden" };
  const now = app.clock.now();
  return app.db.kysely.transaction().execute((tx) => work({ tx, now, actor: actorName(actor) }));
}

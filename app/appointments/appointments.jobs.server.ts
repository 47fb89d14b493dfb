import { linkAppointment, listUnlinked } from "#app/appointments/link-clients.db.server.ts";
import { clientFor } from "#app/clients/client-for-booking.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { repeatBatches } from "#app/platform/repeat.server.ts";

const BATCH = 50;
const LOOK_EVERY = 60_000;

/**
 * Links appointments that were not booked here (an import, say) to their clients: at the start, then once a minute.
 * With none to link, it costs one read of an empty index. Returns a function that stops it.
 */
export function startLinking(app: AppContext): () => Promise<void> {
  return repeatBatches(app, {
    every: LOOK_EVERY,
    batch: linkSome,
    failed: "appointments could not be given their clients",
  });
}

/** Links the next batch of appointments without a client. Returns how many; 0 when all are linked. */
export async function linkSome(app: AppContext): Promise<number> {
  return app.db.kysely.transaction().execute(async (tx) => {
    const waiting = await listUnlinked(tx, BATCH);
    for (const { id, createdAt, ...contact } of waiting) {
      const { id: clientId } = await clientFor(tx, { ...contact, by: "import" }, createdAt);
      await linkAppointment(tx, { id, clientId });
    }
    return waiting.length;
  });
}

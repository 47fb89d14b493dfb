import { linkAppointment, readUnlinked } from "#app/appointments/linking/store.server.ts";
import { clientFor } from "#app/clients/commands.server.ts";
import { repeatBatches } from "#app/platform/repeat.server.ts";
import type { World } from "#app/platform/world.server.ts";

const BATCH = 50;
const LOOK_EVERY = 60_000;

/**
 * Gives appointments that came in by another way than booking, such as an import, their clients: at the start, and
 * once a minute after. A look that finds none costs one read of an empty index. Answers how to stop it.
 */
export function startLinking(world: World): () => Promise<void> {
  return repeatBatches(world, {
    every: LOOK_EVERY,
    batch: linkSome,
    failed: "appointments could not be given their clients",
  });
}

/** Links the next appointments without a client. How many those were: 0 when all are linked. */
export async function linkSome(world: World): Promise<number> {
  return world.db.kysely.transaction().execute(async (tx) => {
    const waiting = await readUnlinked(tx, BATCH);
    for (const { id, createdAt, ...contact } of waiting) {
      await linkAppointment(tx, { id, clientId: await clientFor(tx, contact, createdAt) });
    }
    return waiting.length;
  });
}

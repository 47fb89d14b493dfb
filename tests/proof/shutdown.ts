import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { bookAlong, stockOf } from "#tests/proof/booking-client.ts";
import type { Place } from "#tests/proof/place.ts";
import { startServer } from "#tests/support/server.ts";
import { unsoundness } from "#tests/support/soundness.ts";

export type ShutdownRound = {
  acknowledged: number;
  unacknowledged: number;
  exitCode: number | null;
  unsound: Record<string, number>;
  closedMs: number;
};

/** Lets clients book, asks the server to stop (SIGTERM) in the middle, and compares what was answered with what was done. */
export async function shutdownRound(
  place: Place,
  input: { clients: number; stopAfterMs: number },
): Promise<ShutdownRound> {
  const server = await startServer(place.env);
  const stock = await stockOf(server.url);
  const ended = once(server.process, "exit");
  const booking = bookAlong(server.url, stock, input.clients);
  await booking.going;
  await sleep(input.stopAfterMs);
  const asked = performance.now();
  server.process.kill("SIGTERM");
  const attempts = await booking.done;
  const [exitCode] = (await ended) as [number | null];
  await server.stop();
  const closedMs = Math.round(performance.now() - asked);
  const acknowledged = attempts.filter(({ status }) => status === 201).length;
  const db = place.open();
  try {
    const rows = await db.kysely.selectFrom("appointments").select("id").execute();
    const unsound = await unsoundness(db.kysely);
    return { acknowledged, unacknowledged: rows.length - acknowledged, exitCode, unsound, closedMs };
  } finally {
    await db.close();
  }
}

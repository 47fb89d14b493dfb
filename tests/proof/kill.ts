import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { type Attempt, bookAlong, stockOf, tryToBook } from "#tests/proof/booking-client.ts";
import type { Place } from "#tests/proof/place.ts";
import { startServer } from "#tests/support/server.ts";
import { unsoundness } from "#tests/support/soundness.ts";

/** What a round of killing leaves behind. All but `acknowledged`, `unanswered` and `restartMs` must be nothing. */
export type KillRound = {
  acknowledged: number;
  unanswered: number;
  lost: number;
  unsound: Record<string, number>;
  integrity: string;
  /** Requests without an answer that, sent again after the restart, did not book exactly once. */
  notOnce: number;
  restartMs: number;
};

/** Lets clients book, kills the server in the middle (SIGKILL), looks at the data, starts again, and asks again. */
export async function killRound(place: Place, input: { clients: number; killAfterMs: number }): Promise<KillRound> {
  const server = await startServer(place.env);
  const stock = await stockOf(server.url);
  const ended = once(server.process, "exit");
  const booking = bookAlong(server.url, stock, input.clients);
  await booking.going;
  await sleep(input.killAfterMs);
  server.process.kill("SIGKILL");
  const attempts = await booking.done;
  await ended;
  await server.stop();
  const left = await inspect(place, attempts);
  const unanswered = attempts.filter(({ status }) => status === null);
  const acknowledged = attempts.filter(({ status }) => status === 201).length;
  return { acknowledged, unanswered: unanswered.length, ...left, ...(await askAgain(place, unanswered)) };
}

async function inspect(place: Place, attempts: readonly Attempt[]) {
  const db = place.open();
  try {
    const rows = await db.kysely.selectFrom("appointments").select("reference").execute();
    const there = new Set(rows.map(({ reference }) => reference));
    const lost = attempts.filter(({ status, reference }) => status === 201 && !there.has(reference ?? "")).length;
    return { lost, unsound: await unsoundness(db.kysely), integrity: await integrityOf(db) };
  } finally {
    await db.close();
  }
}

async function integrityOf(db: ReturnType<Place["open"]>): Promise<string> {
  if (db.engine === "postgres") return "ok";
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db.kysely);
  return rows.map((row) => row.integrity_check).join("; ");
}

async function askAgain(place: Place, unanswered: readonly Attempt[]) {
  const started = performance.now();
  const server = await startServer(place.env);
  const restartMs = Math.round(performance.now() - started);
  const answers = await Promise.all(unanswered.map((attempt) => tryToBook(server.url, attempt.free, attempt)));
  await server.stop();
  const refused = answers.filter(({ status }) => status !== 201).length;
  const db = place.open();
  try {
    const emails = unanswered.map(({ email }) => email);
    const rows = emails.length
      ? await db.kysely.selectFrom("appointments").select("email").where("email", "in", emails).execute()
      : [];
    return { restartMs, notOnce: refused + Math.abs(rows.length - emails.length) };
  } finally {
    await db.close();
  }
}

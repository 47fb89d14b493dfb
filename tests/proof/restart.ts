import { setTimeout as sleep } from "node:timers/promises";
import { type Attempt, type Free, stockOf, tryToBook } from "#tests/proof/booking-client.ts";
import type { Place } from "#tests/proof/place.ts";
import type { PostgresServer } from "#tests/support/postgres.ts";
import { startServer } from "#tests/support/server.ts";
import { unsoundness } from "#tests/support/soundness.ts";

const PAUSE = 50;

export type RestartRound = {
  booked: number;
  /** Answers by status. 503 and 201 are expected; a 503 is sent again with the same key. */
  statuses: Record<string, number>;
  lost: number;
  twice: number;
  unsound: Record<string, number>;
  /** From PostgreSQL's "ready" to the first booking, in ms. */
  recoveryMs: number;
  sameProcess: boolean;
};

/** Lets clients book, crashes PostgreSQL in the middle, and lets them go on until each has booked five more. */
export async function restartRound(place: Place, postgres: PostgresServer, clients: number): Promise<RestartRound> {
  const server = await startServer(place.env);
  const stock = await stockOf(server.url);
  const answers: Attempt[] = [];
  let back = Number.POSITIVE_INFINITY;
  let firstAfter = Number.POSITIVE_INFINITY;
  let after = 0;
  const onAnswer = (attempt: Attempt) => {
    answers.push(attempt);
    if (attempt.status !== 201 || performance.now() < back) return;
    firstAfter = Math.min(firstAfter, performance.now());
    after += 1;
  };
  const enough = () => after >= clients * 5;
  const booking = Array.from({ length: clients }, () => bookPatiently(server.url, stock, { onAnswer, enough }));
  await sleep(300);
  await postgres.crash();
  back = performance.now();
  await Promise.all(booking);
  const sameProcess = server.process.exitCode === null;
  await server.stop();
  const recoveryMs = Math.round(firstAfter - back);
  return { ...(await inspect(place, answers)), statuses: statusesOf(answers), recoveryMs, sameProcess };
}

type Watch = { onAnswer: (attempt: Attempt) => void; enough: () => boolean };

async function bookPatiently(url: string, stock: Free[], { onAnswer, enough }: Watch): Promise<void> {
  while (!enough()) {
    const free = stock.shift();
    if (!free) return;
    let attempt = await tryToBook(url, free);
    onAnswer(attempt);
    while (attempt.status !== 201) {
      await sleep(PAUSE);
      attempt = await tryToBook(url, free, attempt);
      onAnswer(attempt);
    }
  }
}

function statusesOf(answers: readonly Attempt[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[String(status)] = (counts[String(status)] ?? 0) + 1;
  return counts;
}

async function inspect(place: Place, answers: readonly Attempt[]) {
  const db = place.open();
  try {
    const rows = await db.kysely.selectFrom("appointments").select(["reference", "email"]).execute();
    const there = new Set(rows.map(({ reference }) => reference));
    const acknowledged = answers.filter(({ status }) => status === 201);
    const lost = acknowledged.filter(({ reference }) => !there.has(reference ?? "")).length;
    const twice = rows.length - new Set(rows.map(({ email }) => email)).size;
    return { booked: acknowledged.length, lost, twice, unsound: await unsoundness(db.kysely) };
  } finally {
    await db.close();
  }
}

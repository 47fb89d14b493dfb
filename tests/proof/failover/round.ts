import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "#app/platform/app-context.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";
import { stockOf } from "#tests/proof/booking-client.ts";
import type { Cluster } from "#tests/proof/failover/cluster.ts";
import { type Looked, type Seen, startClients, startReader, type Wish } from "#tests/proof/failover/visitors.ts";
import { inWords, isPatience, type Look, tallied } from "#tests/proof/look.ts";
import { twinsIn } from "#tests/proof/twins.ts";
import type { MailServer } from "#tests/support/mail-server.ts";
import { unsoundness } from "#tests/support/soundness.ts";

export const CLIENTS = 16;
const BEFORE = 5000;
const AFTER = 4000;
const GIVES_UP = 90_000;

export type Fault = "killed" | "stopped" | "cut off" | "cut off, the site on its side";

/** What is run against. `db` is the test's own connection, by the same proxy as the site's. */
export type Ground = { cluster: Cluster; url: string; db: Database; mailServer: MailServer };

export type FailoverRound = {
  acknowledged: number;
  lost: number;
  twice: number;
  unsound: number;
  mailsMissing: number;
  mailsTwice: number;
  twins: string[];
  /** From the fault to the first booking after it, and the longest time without one, in ms. */
  backMs: number;
  longestMs: number;
  seen: Seen;
  /** Database nodes that did not come back by themselves. */
  anew: number;
  unanswered: number;
  kept: { asked: number; failed: number; slowestMs: number; reasons: string[] };
  fresh: { asked: number; refused: number; failed: number; slowestMs: number; reasons: string[] };
};

/** Lets people book, breaks the primary under them, lets them go on, puts the broken node back, and looks at it all. */
export async function failoverRound(ground: Ground, fault: Fault): Promise<FailoverRound> {
  const { cluster, url, db, mailServer } = ground;
  await freeAllTimes(db);
  mailServer.arrived.length = 0;
  const people = startClients(url, { stock: shuffled(await stockOf(url)), clients: CLIENTS });
  const kept = startReader(url, { path: "/", every: 250 });
  const fresh = startReader(url, { path: "/book", every: 700 });
  await sleep(BEFORE);
  const victim = await cluster.primary();
  const brokenAt = performance.now();
  breakNode(cluster, { fault, victim });
  const backAt = await firstBooking(people.seen, await untilReplaced(cluster, victim));
  await sleep(AFTER);
  mendNode(cluster, { fault, victim });
  const anew = await cluster.untilWhole();
  await sleep(AFTER);
  await Promise.all([people.stop(), kept.stop(), fresh.stop()]);
  const times = people.seen.successes.sort((a, b) => a - b);
  const during = ({ looks }: { looks: Looked[] }) => looks.filter(({ at }) => at >= brokenAt);
  const notKept = during(kept).filter(({ status }) => status !== 200);
  const notFresh = during(fresh).filter((look) => look.status !== 200 && !isPatience(look));
  await untilMailsAreOut(db);
  return {
    ...(await inspect(ground, people.wishes)),
    backMs: Math.round(backAt - brokenAt),
    longestMs: Math.round(Math.max(0, ...times.slice(1).map((time, at) => time - (times[at] ?? 0)))),
    seen: people.seen,
    anew: anew.length,
    unanswered: people.wishes.filter(({ booked }) => !booked).length,
    kept: { asked: during(kept).length, failed: notKept.length, ...seenIn(during(kept), notKept) },
    fresh: {
      asked: during(fresh).length,
      refused: during(fresh).filter(isPatience).length,
      failed: notFresh.length,
      ...seenIn(during(fresh), notFresh),
    },
  };
}

const seenIn = (all: readonly Look[], failed: readonly Look[]) => ({
  slowestMs: slowest(all),
  reasons: tallied(failed.map(inWords)),
});

function breakNode(cluster: Cluster, { fault, victim }: { fault: Fault; victim: string }): void {
  if (fault === "killed") cluster.kill(victim);
  else if (fault === "stopped") cluster.freeze(victim);
  else cluster.cut(victim, { front: fault === "cut off" });
}

function mendNode(cluster: Cluster, { fault, victim }: { fault: Fault; victim: string }): void {
  if (fault === "killed") cluster.start(victim);
  else if (fault === "stopped") cluster.thaw(victim);
  else cluster.join(victim);
}

/** Until the others have chosen another primary; when that was. */
async function untilReplaced(cluster: Cluster, victim: string): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < GIVES_UP) {
    if (!["", victim].includes(await cluster.primary({ asSeenWithout: victim }))) return performance.now();
    await sleep(200);
  }
  return Number.POSITIVE_INFINITY;
}

async function firstBooking({ successes }: Seen, since: number): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < GIVES_UP && Number.isFinite(since)) {
    const first = successes.find((time) => time > since);
    if (first !== undefined) return first;
    await sleep(100);
  }
  return Number.POSITIVE_INFINITY;
}

const slowest = (looks: readonly { ms: number }[]) => Math.round(Math.max(0, ...looks.map(({ ms }) => ms)));

export function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

export async function freeAllTimes(db: Database): Promise<void> {
  await db.kysely.deleteFrom("appointment_claims").execute();
  await db.kysely.updateTable("appointments").set({ status: "Cancelled" }).execute();
}

export async function inspect({ db, mailServer }: Pick<Ground, "db" | "mailServer">, wishes: readonly Wish[]) {
  const rows = await db.kysely.selectFrom("appointments").select(["email"]).execute();
  const there = Map.groupBy(rows, ({ email }) => email ?? "");
  const booked = wishes.filter((wish) => wish.booked);
  const mails = Map.groupBy(
    mailServer.arrived.flatMap(({ recipients }) => recipients),
    (recipient) => recipient,
  );
  const twins = twinsIn(
    mailServer.arrived,
    wishes.map(({ email }) => email),
  );
  const mailsTo = (wish: Wish) => mails.get(wish.email)?.length ?? 0;
  return {
    acknowledged: booked.length,
    lost: booked.filter(({ email }) => !there.has(email)).length,
    twice: wishes.filter(({ email }) => (there.get(email)?.length ?? 0) > 1).length,
    unsound: Object.values(await unsoundness(db.kysely)).reduce((sum, count) => sum + count, 0),
    mailsMissing: booked.filter((wish) => mailsTo(wish) === 0).length,
    mailsTwice: twins.length,
    twins: tallied(twins),
  };
}

export async function untilMailsAreOut({ kysely }: Database): Promise<void> {
  for (let turn = 0; turn < 800; turn++) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from outbox
      where channel = 'email' and done_at is null and failed_at is null and run_at <= ${systemClock.now()}`.execute(
      kysely,
    );
    if (rows[0]?.n === 0) return;
    await sleep(500);
  }
}

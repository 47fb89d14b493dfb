import { connect } from "node:net";
import { type AttackedSite, actorFrom, attackedSite } from "#tests/proof/attacked-site.ts";
import { floodEveryRoute } from "#tests/proof/flood-every-route.ts";
import { heldBodies } from "#tests/proof/held-bodies.ts";
import { lockOuts } from "#tests/proof/lock-outs.ts";
import type { Report } from "#tests/proof/report.ts";
import { type Tiring, tiringUploads } from "#tests/proof/tiring-uploads.ts";

export type Attack = { what: string; sent: number; promise: string; measured: string; held: boolean };

/** The long attacks, through HTTP alone: floods, bodies that are held, lock-outs. Options: `--visits=40`, `--only=held`. */
export async function attacks(options: readonly string[]): Promise<Report> {
  const option = (name: string) => options.find((one) => one.startsWith(`--${name}=`))?.split("=")[1];
  const visits = Number(option("visits") ?? 40);
  const found: Attack[] = [];
  const slowest: (string | number)[][] = [];
  const tiring: (string | number)[][] = [];
  const on = async (env: Record<string, string>, part: (site: AttackedSite) => Promise<void>) => {
    const site = await attackedSite(env);
    await part(site).finally(site.stop);
  };
  const parts: Record<string, () => Promise<void>> = {
    floods: () =>
      on({}, async (site) => {
        const floods = await floodEveryRoute(site, visits);
        found.push(...floods.attacks, await leaving(site));
        slowest.push(...floods.slowest);
      }),
    limits: () => on(LIMITED, async (site) => void found.push(await refusedBookings(site), ...(await lockOuts(site)))),
    held: async () => void found.push(...(await heldBodies())),
    uploads: () =>
      on({}, async (site) => {
        const uploads = await tiringUploads(site);
        found.push(healthDuring(uploads));
        tiring.push(
          ...uploads.map(({ what, path, ...ms }) => [
            what,
            path,
            Math.round(ms.took),
            ms.asked,
            Math.round(ms.longest),
            Math.round(ms.idle),
          ]),
        );
      }),
  };
  for (const [name, part] of Object.entries(parts)) if ((option("only") ?? name) === name) await part();
  const rows = found.map(({ what, sent, promise, measured, held }) => [
    ...[what, sent, promise, measured],
    held ? "yes" : "**no**",
  ]);
  const columns = ["attack", "requests", "promise", "measured", "held"];
  const note =
    "Each on a started site with the demo practice, SQLite, one process; addresses are played behind a proxy.";
  const tables = [{ title: "What was promised", note, columns, rows }];
  if (slowest.length > 0) tables.push({ ...SLOWEST, rows: slowest });
  if (tiring.length > 0) tables.push({ ...TIRING, rows: tiring });
  const broken = found.filter(({ held }) => !held).map(({ what, measured }) => `${what}: ${measured}`);
  return { title: "Attacks", intro: INTRO, tables, broken };
}

const LIMITED = { RATE_LIMITS: "on" };

const INTRO =
  "What takes long: `tests/attacks` has the rest and runs in `npm test`. A flood is 20 connections of one address that " +
  "ask the same without a pause, as a client who is signed in, with the limits by address and account off: what is " +
  "measured is the queue alone. Meanwhile somebody at another address opens the booking page.";

const SLOWEST = {
  title: "The floods that slowed the booking page most",
  note: "The booking page at another address, meanwhile.",
  columns: ["flood", "flood's requests", "p50, ms", "p95, ms"],
};

const TIRING = {
  title: "Files that tire",
  note: "The largest and oddest files that each form takes, sent by an owner; /healthz on another connection, asked without a pause meanwhile, and 400 times just before. Of three rounds the one with the shortest wait, as other work of the machine only adds to it.",
  columns: ["file", "sent to", "read in, ms", "/healthz answered", "longest wait, ms", "idle before, ms"],
};

const MOST_WAIT = 100;

function healthDuring(uploads: readonly Tiring[]): Attack {
  const [slowest] = [...uploads].sort((one, other) => other.longest - one.longest);
  const longest = slowest?.longest ?? 0;
  return {
    what: "the files that tire most, one after the other",
    sent: uploads.length,
    promise: `/healthz under ${MOST_WAIT} ms all the while`,
    measured: `at most ${Math.round(longest)} ms (${slowest?.what})`,
    held: longest < MOST_WAIT,
  };
}

const LEAVING = 400;

/** Visitors who leave at once, in all states of a request. */
async function leaving(site: AttackedSite): Promise<Attack> {
  const before = await site.statuses();
  const port = Number(new URL(site.url).port);
  const asked = [
    "GET /book?a HTTP/1.1\r\nHost: x\r\n\r\n",
    "POST /book HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\na=1",
  ];
  const socketsClosed = Array.from({ length: LEAVING }, (_, at) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(asked[at % 2] ?? "");
      setTimeout(() => socket.destroy(), at % 50);
    });
    return new Promise((resolve) => socket.on("close", resolve).on("error", () => {}));
  });
  await Promise.all(socketsClosed);
  // Behind all of them in the queue.
  await actorFrom("198.51.100.9", site).ask({ path: "/book" });
  const after = await site.statuses();
  const more = (status: string) => (after[status] ?? 0) - (before[status] ?? 0);
  return {
    what: "visitors who leave before the answer",
    sent: LEAVING,
    promise: "none counted as 500 or 503",
    measured: `${more("499")} counted as 499, ${more("500")} as 500, ${more("503")} as 503`,
    held: more("500") + more("503") === 0,
  };
}

const BOOKINGS = 2_000;

async function refusedBookings(site: AttackedSite): Promise<Attack> {
  const actor = actorFrom("203.0.113.66", site, 20);
  const input = {
    path: "/api/appointments",
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  };
  const answers = await Promise.all(Array.from({ length: BOOKINGS }, () => actor.ask(input)));
  actor.close();
  const rows = await site.app.db.kysely
    .selectFrom("rate_limits")
    .select("hits")
    .where("key", "like", "book:%")
    .execute();
  const written = rows.reduce((sum, { hits }) => sum + hits, 0);
  const refused = answers.filter(({ status }) => status === 429).length;
  return {
    what: "one address that books without end",
    sent: BOOKINGS,
    promise: "30 count in ten minutes; the refused write nothing",
    measured: `${refused} refused, ${written} counted in ${rows.length} ${rows.length === 1 ? "row" : "rows"}`,
    held: written === BOOKINGS - refused && rows.every(({ hits }) => hits <= 30),
  };
}

import { parseConfig } from "#app/platform/config.server.ts";
import { migrate } from "#app/platform/database/migrate.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { makePlace } from "#tests/proof/place.ts";
import type { Report } from "#tests/proof/report.ts";
import { caldavLine } from "#tests/support/caldav.ts";
import { CALDAV_CHECKS } from "#tests/support/caldav-matrix.ts";
import { startDavical } from "#tests/support/davical.ts";
import { type CalDavServer, startRadicale } from "#tests/support/radicale.ts";
import { startSogo } from "#tests/support/sogo.ts";
import { startXandikos } from "#tests/support/xandikos.ts";

/** Tuesday 4 May 2027, as in the tests. */
const TUESDAY_NINE = Date.UTC(2027, 4, 4, 8);
const SERVERS = [startRadicale, startXandikos, startDavical, startSogo];

/** Every check on every server of calendars, each with a new practice and a new server. */
export async function calendars(): Promise<Report> {
  const broken: string[] = [];
  const names: string[] = [];
  const cells = new Map<string, string[]>(Object.keys(CALDAV_CHECKS).map((check) => [check, []]));
  for (const start of SERVERS) {
    let name = "";
    for (const [check, run] of Object.entries(CALDAV_CHECKS)) {
      const server = await start();
      name = `${server.name} ${server.version}`;
      const fault = await faultOf(server, run).finally(server.stop);
      cells.get(check)?.push(fault === null ? "holds" : "broken");
      if (fault !== null) broken.push(`${name}, ${check}: ${fault}`);
      process.stderr.write(".");
    }
    names.push(name);
  }
  const rows = [...cells].map(([check, held]) => [check, ...held]);
  const columns = ["check", ...names];
  return {
    title: "Calendars",
    intro: INTRO,
    tables: [{ title: "CalDAV, both ways", note: NOTE, columns, rows }],
    broken,
  };
}

const INTRO =
  "A therapist connects a calendar by CalDAV: what is in it blocks, appointments go into it, and what is changed there is a " +
  "question. The servers are those of Debian's packages, on this machine.";

const NOTE =
  "Lost answers and stops: the server does what it is asked and its answer is lost, or it can't be reached, while an " +
  "appointment is booked and moved.";

type Check = (typeof CALDAV_CHECKS)[string];

async function faultOf(server: CalDavServer, run: Check): Promise<string | null> {
  const line = await caldavLine(server);
  const place = await makePlace("sqlite", null, { blank: true });
  const env = { NODE_ENV: "test", LOG_LEVEL: "silent", RATE_LIMITS: "off", OUTBOUND_PRIVATE: line.origin };
  const outcome = parseConfig({ ...env, ...place.env });
  if (outcome.kind === "invalid") throw new Error(outcome.problems.join("\n"));
  const db = place.open();
  let now = TUESDAY_NINE;
  const set = (next: number) => {
    now = next;
  };
  const clock = { now: () => now, set };
  const app = { config: outcome.config, log: createLog("silent"), db, clock, secret: "the same in every check" };
  try {
    await migrate(db);
    await seedDemo(app);
    await run({ app, server, line });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 200) : String(error);
  } finally {
    await db.close();
    await place.remove();
    line.close();
  }
}

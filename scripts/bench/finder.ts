import { signIn } from "#scripts/bench/admin.ts";
import { load } from "#scripts/bench/load.ts";
import { speed } from "#scripts/bench/pages.ts";
import type { Row } from "#scripts/bench/row.ts";
import type { SiteServer } from "#tests/support/server.ts";

/** What may be typed, and how many of the clients it means. */
const TYPED: [string, string][] = [
  ["two letters of everybody", "cl"],
  ["a name", "client 77"],
  ["the end of a number", "12345"],
  ["an address", "client-777@"],
  ["nobody's name", "zzzz"],
];
const WANTED = 50;

/** The field that finds a client, as the browser asks for it: one request at a time. */
export async function measureFinder(site: SiteServer, engine: string): Promise<Row[]> {
  const headers = { cookie: await signIn(site), "accept-encoding": "br" };
  const empty = await load(site, "/healthz", { connections: 1 });
  const rows: Row[] = [];
  for (const [what, q] of TYPED) {
    const asked = new URLSearchParams({ q, _routes: "routes/admin/find/find" });
    const measured = await load(site, `/admin/find.data?${asked}`, { connections: 1, headers });
    rows.push({
      what: `Finder, ${what}, 20,000 clients, ${engine}`,
      figure: speed(measured),
      baseline: `empty route: ${speed(empty)}`,
      ratio: measured.perSecond / empty.perSecond,
      wanted: `p99 < ${WANTED} ms`,
      met: measured.p99 < WANTED,
    });
  }
  return rows;
}

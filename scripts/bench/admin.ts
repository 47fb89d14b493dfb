import { type Load, load } from "#scripts/bench/load.ts";
import { speed } from "#scripts/bench/pages.ts";
import type { Row } from "#scripts/bench/row.ts";
import type { SiteServer } from "#tests/support/server.ts";

/** The admin that the measured site is started with. */
export const ADMIN = { ADMIN_EMAIL: "bench@example.com", ADMIN_PASSWORD: "plaster thumb orchard 7" };

const SCREENS: [string, string][] = [
  ["Dashboard", "/admin"],
  ["Appointments", "/appointments"],
  ["Appointments, searched", "/appointments?q=client-77"],
  ["Users", "/users"],
];

/** The admin's screens as one admin uses them: one request at a time. */
export async function measureAdmin(site: SiteServer, size: string): Promise<Row[]> {
  const headers = { cookie: await signIn(site.url), "accept-encoding": "br" };
  const empty = await load(site, "/healthz", { connections: 1 });
  const rows: Row[] = [];
  for (const [name, path] of SCREENS) {
    const measured = await load(site, path, { connections: 1, headers });
    rows.push(rowOf(`${name}, one admin, ${size}`, measured, empty));
  }
  return rows;
}

function rowOf(what: string, measured: Load, empty: Load): Row {
  return {
    ...{ what, figure: speed(measured), baseline: `empty route: ${speed(empty)}` },
    ...{ ratio: measured.perSecond / empty.perSecond, wanted: "p99 < 100 ms", met: measured.p99 < 100 },
  };
}

async function signIn(url: string): Promise<string> {
  const body = new URLSearchParams({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD });
  const answer = await fetch(`${url}/login`, { method: "POST", body, headers: { origin: url }, redirect: "manual" });
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  if (cookies.length === 0) throw new Error(`The admin could not sign in: ${answer.status}`);
  return cookies.join("; ");
}

import { createAdmin } from "#app/accounts/users/create-admin.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type Load, load } from "#scripts/bench/load.ts";
import { speed } from "#scripts/bench/pages.ts";
import type { Row } from "#scripts/bench/row.ts";
import type { SiteServer } from "#tests/support/server.ts";

const ADMIN = { email: "bench@example.com", password: "plaster thumb orchard 7" };

// Whole years in the middle of what the bench fills, so that the year before is there, too.
const YEAR = { from: "2025-01-01", to: "2025-12-31" };
// In ms, where it is not the usual one.
const WANTED: Record<string, number> = { "Reports, a year": 300, "Day view": 60 };
const USUAL = 100;

const SCREENS: [string, string][] = [
  ["Dashboard", "/admin"],
  ["Appointments", "/appointments"],
  ["Appointments, by name", "/appointments?sort=name"],
  ["Appointments, searched", "/appointments?q=client-77"],
  ["Appointments, nothing found", "/appointments?q=nobody-is-called-so"],
  ["Reports, a year", `/admin/reports?period=dates&from=${YEAR.from}&to=${YEAR.to}`],
  ["Day view", "/admin/diary?view=day"],
  ["Diary, a week", "/admin/diary?view=week"],
  ["Diary, a month", "/admin/diary?view=month"],
  ["Users", "/users"],
  ["Clients", "/admin/clients"],
  ["Clients, searched", "/admin/clients?q=client-77"],
  ["A client's record", "/admin/clients/client-77"],
  ["An appointment's record", "/admin/appointments/bench-77"],
];

/** The admin that `measureAdmin` signs in. */
export async function addAdmin(app: AppContext): Promise<void> {
  const outcome = await createAdmin(app, ADMIN);
  if (outcome.kind === "invalid") throw new Error(outcome.message);
}

/** The admin's screens as one admin uses them: one request at a time. */
export async function measureAdmin(site: SiteServer, size: string): Promise<Row[]> {
  const headers = { cookie: await signIn(site), "accept-encoding": "br" };
  const empty = await load(site, "/healthz", { connections: 1 });
  const rows: Row[] = [];
  for (const [name, path] of SCREENS) {
    const measured = await load(site, path, { connections: 1, headers });
    rows.push(rowOf(`${name}, one admin, ${size}`, { measured, empty, wanted: WANTED[name] ?? USUAL }));
  }
  return rows;
}

function rowOf(what: string, { measured, empty, wanted }: { measured: Load; empty: Load; wanted: number }): Row {
  return {
    what,
    figure: speed(measured),
    baseline: `empty route: ${speed(empty)}`,
    ratio: measured.perSecond / empty.perSecond,
    wanted: `p99 < ${wanted} ms`,
    met: measured.p99 < wanted,
  };
}

/** The cookie of the admin of `addAdmin`. */
export async function signIn(site: SiteServer): Promise<string> {
  const body = new URLSearchParams(ADMIN);
  const answer = await fetch(`${site.url}/login`, {
    method: "POST",
    body,
    headers: { origin: site.url },
    redirect: "manual",
  });
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  if (cookies.length === 0) throw new Error(`The admin could not sign in: ${answer.status}`);
  return cookies.join("; ");
}

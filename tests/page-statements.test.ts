import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { createServer } from "#app/platform/http/create-server.server.ts";
import type { SiteBuild } from "#app/platform/http/site.server.ts";
import { root } from "#scripts/bootstrap/project.mjs";
import type { Door } from "#tests/support/doors/door.ts";
import { fixturesIn } from "#tests/support/doors/fixtures.ts";
import { doors } from "#tests/support/doors/table.ts";
import { ask } from "#tests/support/doors/try-door.ts";
import { hasWaitingList, takesPayments } from "#tests/support/options.ts";
import rows from "#tests/support/page-statements.json" with { type: "json" };
import { statementsOf } from "#tests/support/statements.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { demoApp } from "#tests/support/test-app.ts";

const build: SiteBuild = await import(pathToFileURL(`${root}/build/server/index.js`).href);

// A new page brings its row: a form takes at most 12 statements, a list at most 20 (house rules). PAGE_STATEMENTS=write
// writes the table anew.
const WRITES = process.env.PAGE_STATEMENTS === "write";
const FILE = "tests/support/page-statements.json";
const MOST = 20;

test("no page sends more statements than its row says, and a row only falls", async () => {
  const counted = await countPages();
  if (WRITES) writeFileSync(`${root}/${FILE}`, `${JSON.stringify(counted, null, 2)}\n`);
  const known: Record<string, number> = WRITES ? counted : rows;
  for (const [at, sent] of Object.entries(counted)) {
    const most = known[at] ?? MOST;
    expect
      .soft(sent, `${at} may send ${most}: read less, or read together what is read apart`)
      .toBeLessThanOrEqual(most);
    expect.soft(known[at], `${at}: its row in ${FILE} is missing, or may fall to ${sent}`).toBe(sent);
  }
  expect(Object.keys(known).filter((at) => !(at in counted))).toEqual([]);
}, 120_000);

async function countPages(): Promise<Record<string, number>> {
  const app = await demoApp({ config: { mode: "production", rateLimits: false } });
  const { fill, cookieOf } = await fixturesIn(app);
  const server = createServer(app, build, { clientFolder: temporaryFolder() });
  const url = `http://localhost:${await server.listen()}`;
  const counted: Record<string, number> = {};
  try {
    const pages = doors.filter(({ door }) => door.endsWith(".tsx"));
    const [optional = [], others = []] = [true, false].map((is) => pages.filter((page) => isOptional(page) === is));
    // Where no payments are taken and nobody waits, every other page sends what it sent before there were any.
    await takesPayments(app, { on: false });
    await hasWaitingList(app, false);
    for (const door of [...others, null, ...optional]) {
      if (door === null) await takesPayments(app);
      if (door === null) await hasWaitingList(app, true);
      const visitor = door && visitorOf(door);
      if (!visitor) continue;
      const cookie = await cookieOf(visitor);
      counted[door.at] = await statementsOf(app, async () => {
        expect(await ask(url, { path: fill(door.at), cookie }), door.at).toBe(200);
      });
    }
  } finally {
    await server.close();
  }
  return counted;
}

const OF_CLIENTS = ["routes/book/receipt.tsx", "receipts.tsx", "paper.tsx", "courses.tsx"].map((file) =>
  file.includes("/") ? file : `routes/account/my-appointment/${file}`,
);
const isOptional = ({ door }: Door) =>
  door.startsWith("routes/admin/money/") ||
  door === "routes/admin/waiting-list.tsx" ||
  door === "routes/website/voucher-balance.tsx" ||
  door.startsWith("routes/book/waiting/") ||
  door === "routes/account/my-appointment/waits.tsx" ||
  door === "routes/admin/reports/money-report.tsx" ||
  OF_CLIENTS.includes(door);

/** Who reads most of the page: nobody where it is public, else a client or an owner. Null: it is never shown. */
function visitorOf({ get }: Door) {
  return (["nobody", "client", "admin"] as const).find((visitor) => get[visitor] === 200) ?? null;
}

import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { takePayment } from "#app/payments/take-payment.server.ts";
import { createServer } from "#app/platform/http/create-server.server.ts";
import type { SiteBuild } from "#app/platform/http/site.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { root } from "#scripts/bootstrap/project.mjs";
import { fixturesIn } from "#tests/support/doors/fixtures.ts";
import { doors } from "#tests/support/doors/table.ts";
import { takesPayments } from "#tests/support/options.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { demoApp } from "#tests/support/test-app.ts";

const build: SiteBuild = await import(pathToFileURL(`${root}/build/server/index.js`).href);
const OWNER = { kind: "admin", userId: "owner" } as const;
const visit = { minutes: 45, pence: 4800, cancelled: null, status: "Confirmed", state: "finished", client: "ana" };

// Statements are counted by tests/page-statements.test.ts, with payments off for every page that is not of money.
test("with payments off no page has a byte more than before there were any, whatever was taken meanwhile", async () => {
  const app = await demoApp({ config: { mode: "production", rateLimits: false } });
  const { fill, cookieOf } = await fixturesIn(app);
  const what = { therapist: "demo-imogen-hartley", service: "demo-deep-tissue-massage", source: "website" };
  await insertVisits(app, [{ ...visit, ...what, id: "visit-0", start: app.clock.now() - 5 * 3_600_000 }]);
  const server = createServer(app, build, { clientFolder: temporaryFolder() });
  const url = `http://localhost:${await server.listen()}`;
  const pages = doors
    .filter(({ door, get }) => door.endsWith(".tsx") && get.admin === 200)
    .filter(({ at }) => !KEYS.includes(at));
  const readAll = async () => {
    const cookie = (await cookieOf("admin")) ?? "";
    const sizes: Record<string, number> = {};
    for (const { at } of pages) {
      const answer = await fetch(url + fill(at), { headers: { cookie }, redirect: "manual" });
      if (answer.status === 200) sizes[at] = lengthOf(await answer.text());
    }
    return sizes;
  };
  try {
    await takesPayments(app, { on: false });
    await readAll();
    const before = await readAll();
    await takesPayments(app);
    const taking = { tipPence: 0, extras: [], discount: null, seenPence: 4800 };
    const press = { ...taking, lines: [{ method: "card", pence: 4800 }] as const };
    expect(await takePayment(app, OWNER, { appointmentId: "visit-0", key: newId(), taking: press })).toMatchObject({
      kind: "taken",
    });
    const on = await readAll();
    expect(on["/admin/money"]).toBeGreaterThan(0);
    expect(on["/admin/reports"]).toBeGreaterThan(before["/admin/reports"] ?? 0);
    await takesPayments(app, { on: false });
    const after = await readAll();
    expect(Object.keys(after).filter((at) => isOfMoney(at))).toEqual([]);
    expect(after).toEqual(before);
  } finally {
    await server.close();
  }
}, 120_000);

// They show a key that is drawn anew at each look.
const KEYS = ["/account/second-factor", "/admin/settings/everything"];

const isOfMoney = (at: string) => at.startsWith("/admin/money") || at === "/admin/reports/money";

/** Without nonces, keys and hashes, which are of one look alone. */
function lengthOf(html: string): number {
  const nonce = /nonce="([^"]+)"/.exec(html)?.[1];
  const same = nonce ? html.replaceAll(nonce, "x") : html;
  return same.replaceAll(/[\w+/=-]{20,}/g, "x").replaceAll(/\d+/g, "0").length;
}

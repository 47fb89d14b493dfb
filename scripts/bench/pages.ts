import { notifyOwners } from "#app/accounts/notify-owners.server.ts";
import { saveTill } from "#app/payments/online/tills.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { settingSchemas } from "#app/settings/settings.ts";
import { type Load, load, loadInTurns } from "#scripts/bench/load.ts";
import { type Row, round } from "#scripts/bench/row.ts";
import { fill, newPlace, serve } from "#scripts/bench/sites.ts";
import { takesPayments } from "#tests/support/options.ts";
import type { SiteServer } from "#tests/support/server.ts";

const BR = { "accept-encoding": "br" };

export async function measurePages(site: SiteServer): Promise<Row[]> {
  const empty = await load(site, "/healthz");
  const file = await load(site, await stylesheetOf(site.url), { headers: BR });
  const cached = await load(site, "/", { headers: BR });
  // A page with a query is never cached, so it is rendered for each request.
  const fresh = await load(site, "/?fresh", { headers: BR });
  const book = await load(site, "/book", { headers: BR });
  const services = await load(site, "/api/services");
  const besideEmpty = (what: string, measured: Load): Row => ({
    what,
    figure: speed(measured),
    baseline: `empty route: ${speed(empty)}`,
    ratio: measured.perSecond / empty.perSecond,
    wanted: "",
    met: null,
  });
  return [
    besideEmpty("A static file (the stylesheet, br)", file),
    {
      what: "Home page, cached",
      figure: speed(cached),
      baseline: `newly rendered: ${speed(fresh)}`,
      ratio: cached.perSecond / fresh.perSecond,
      wanted: ">= 10 x",
      met: cached.perSecond >= 10 * fresh.perSecond,
    },
    {
      what: "Home page, cached",
      figure: speed(cached),
      baseline: `static file: ${speed(file)}`,
      ratio: cached.perSecond / file.perSecond,
      wanted: "",
      met: null,
    },
    besideEmpty("Booking page (never cached)", book),
    besideEmpty("GET /api/services", services),
  ];
}

const ROUNDS = 5;

/** What the booking page costs where a deposit is paid by card, beside one where nothing is. */
export async function measurePrepayment(): Promise<Row[]> {
  const [without, paying] = [newPlace(), newPlace()];
  await fill(without, async () => {});
  await fill(paying, asksForDeposit);
  const [plain, asking] = [await serve(without), await serve(paying)];
  const page = await (await fetch(`${asking.url}${DEEP_TISSUE}`)).text();
  if (!page.includes("Now, by card")) throw new Error("Nothing is paid on the booking page");
  const sites = [plain, asking] as const;
  const { baseline, measured, ratio } = await loadInTurns(sites, DEEP_TISSUE, { rounds: ROUNDS, headers: BR });
  await plain.stop();
  await asking.stop();
  return [
    {
      what: "Booking page with a deposit by rule",
      figure: speed(measured),
      baseline: `payments off: ${speed(baseline)}`,
      ratio,
      wanted: "",
      met: null,
    },
  ];
}

const DEEP_TISSUE = "/book?service=deep-tissue-massage";
const OWNER: Actor = { kind: "admin", userId: "owner", isConfirmed: true };

async function asksForDeposit(app: AppContext): Promise<void> {
  await takesPayments(app);
  const typed = { key: "sk_live_nobody0123456789", signingKey: "" };
  await saveTill(app, OWNER, { sellerId: "1", typed, notifyOwners });
  // Nobody outside is asked.
  await app.db.kysely.updateTable("tills").set({ try_at: Number.MAX_SAFE_INTEGER }).execute();
  const value = settingSchemas.prepayment.parse({ what: "amount", services: ["demo-deep-tissue-massage"] });
  await writeSetting(app.db.kysely, { key: "prepayment", value, now: app.clock.now() });
}

/** `197/s, p99 90 ms, 5.1 ms CPU`. */
export function speed({ perSecond, p99, cpu }: Load): string {
  return `${round(perSecond)}/s, p99 ${round(p99)} ms${cpu === null ? "" : `, ${round(cpu)} ms CPU`}`;
}

async function stylesheetOf(url: string): Promise<string> {
  const html = await (await fetch(url)).text();
  const href = /<link[^>]*href="(\/assets\/[^"]+\.css)"/.exec(html)?.[1];
  if (!href) throw new Error("The home page has no stylesheet");
  return href;
}

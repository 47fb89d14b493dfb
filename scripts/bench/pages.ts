import { type Load, load } from "#scripts/bench/load.ts";
import { type Row, round } from "#scripts/bench/row.ts";
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

import { type Load, load } from "#scripts/bench/load.ts";
import { type Row, round } from "#scripts/bench/row.ts";

const BR = { "accept-encoding": "br" };

/** Pages and the API's list, beside a file and an empty route of the same server. */
export async function measurePages(url: string): Promise<Row[]> {
  const empty = await load(`${url}/healthz`);
  const file = await load(url + (await stylesheetOf(url)), { headers: BR });
  const kept = await load(`${url}/`, { headers: BR });
  // A page with a query is never kept, so it is rendered for each request.
  const fresh = await load(`${url}/?fresh`, { headers: BR });
  const book = await load(`${url}/book`, { headers: BR });
  const services = await load(`${url}/api/services`);
  const besideEmpty = (what: string, measured: Load): Row => ({
    ...{ what, figure: speed(measured), baseline: `empty route: ${speed(empty)}` },
    ...{ ratio: measured.perSecond / empty.perSecond, wanted: "", met: null },
  });
  return [
    besideEmpty("A static file (the stylesheet, br)", file),
    {
      ...{ what: "Home page, kept", figure: speed(kept), baseline: `rendered afresh: ${speed(fresh)}` },
      ...{ ratio: kept.perSecond / fresh.perSecond, wanted: ">= 10 x", met: kept.perSecond >= 10 * fresh.perSecond },
    },
    {
      ...{ what: "Home page, kept", figure: speed(kept), baseline: `static file: ${speed(file)}` },
      ...{ ratio: kept.perSecond / file.perSecond, wanted: "", met: null },
    },
    besideEmpty("Booking page (never kept)", book),
    besideEmpty("GET /api/services", services),
  ];
}

/** Answers a second and the 99th of 100, in words. */
export function speed({ perSecond, p99 }: Load): string {
  return `${round(perSecond)}/s, p99 ${round(p99)} ms`;
}

async function stylesheetOf(url: string): Promise<string> {
  const html = await (await fetch(url)).text();
  const href = /<link[^>]*href="(\/assets\/[^"]+\.css)"/.exec(html)?.[1];
  if (!href) throw new Error("The home page has no stylesheet");
  return href;
}

import { chromium } from "playwright-core";
import { type Row, round } from "#scripts/bench/row.ts";
import { findChromium } from "#scripts/bootstrap/find-chromium.mjs";

type Weight = { total: number; script: number; requests: number; page: number };

/** What a phone loads for a page with an empty cache, as bytes on the wire. */
export async function measureWeight(url: string): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    const client = await page.context().newCDPSession(page);
    await client.send("Network.enable");
    await client.send("Network.setCacheDisabled", { cacheDisabled: true });
    const types = new Map<string, string>();
    let weight: Weight = { total: 0, script: 0, requests: 0, page: 0 };
    client.on("Network.responseReceived", ({ requestId, type }) => types.set(requestId, type));
    client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const type = types.get(requestId);
      weight.total += encodedDataLength;
      weight.requests += 1;
      if (type === "Script") weight.script += encodedDataLength;
      if (type === "Document") weight.page += encodedDataLength;
    });
    const rows: Row[] = [];
    for (const [name, path] of [
      ["Home page", "/"],
      ["Booking page", "/book"],
    ] as const) {
      weight = { total: 0, script: 0, requests: 0, page: 0 };
      await page.goto(url + path, { waitUntil: "networkidle" });
      rows.push(rowOf(`${name} over the wire (br), phone, empty cache`, weight));
    }
    return rows;
  } finally {
    await browser.close();
  }
}

function rowOf(what: string, { total, script, requests, page }: Weight): Row {
  const figure = `${kilobytes(total)} in ${requests} requests, of it ${kilobytes(script)} script`;
  return { what, figure, baseline: `its HTML: ${kilobytes(page)}`, ratio: total / page, wanted: "", met: null };
}

function kilobytes(bytes: number): string {
  return `${round(bytes / 1000)} kB`;
}

import { chromium, type Page } from "playwright-core";
import { type Row, round } from "#scripts/bench/row.ts";
import { ensureChromium } from "#scripts/bootstrap/find-chromium.mjs";

/** Bytes over the network. `script`, `style` and `page` (the document itself) are part of `total`. */
export type Weight = { total: number; script: number; style: number; page: number; requests: number };

export async function weightOf(page: Page, url: string): Promise<Weight> {
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.setCacheDisabled", { cacheDisabled: true });
  const types = new Map<string, string>();
  const weight: Weight = { total: 0, script: 0, style: 0, page: 0, requests: 0 };
  client.on("Network.responseReceived", ({ requestId, type }) => types.set(requestId, type));
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId);
    weight.total += encodedDataLength;
    weight.requests += 1;
    if (type === "Script") weight.script += encodedDataLength;
    if (type === "Stylesheet") weight.style += encodedDataLength;
    if (type === "Document") weight.page += encodedDataLength;
  });
  await page.goto(url, { waitUntil: "networkidle" });
  await client.detach();
  return weight;
}

export async function measureWeight(url: string): Promise<Row[]> {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    const rows: Row[] = [];
    for (const [name, path] of [
      ["Home page", "/"],
      ["Booking page", "/book"],
    ] as const) {
      rows.push(rowOf(`${name} over the wire (br), phone, empty cache`, await weightOf(page, url + path)));
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

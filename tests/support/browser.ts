import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, expect, onTestFinished } from "vitest";
import { findChromium } from "#scripts/bootstrap/find-chromium.mjs";
import { isTakenOver } from "#tests/support/taken-over.ts";

const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"];
const PHONE = { width: 360, height: 740 };

type Visitor = Pick<
  BrowserContextOptions,
  "viewport" | "javaScriptEnabled" | "locale" | "timezoneId" | "colorScheme" | "reducedMotion" | "hasTouch"
>;

let running: Promise<Browser> | null = null;

/**
 * A page in a browser profile of its own, on a site at `baseUrl`; relative addresses work in `goto`. When the test
 * ends it fails if the page wrote an error to the console, threw one, or asked any other host for anything.
 * `expectedErrors` are the ones that the test means to cause.
 */
export async function newPage(
  baseUrl: string,
  { expectedErrors = [], ...visitor }: Visitor & { expectedErrors?: RegExp[] } = {},
): Promise<Page> {
  running ??= chromium.launch({ executablePath: findChromium(), args: ARGS });
  const browser = await running;
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: PHONE,
    locale: "en-GB",
    timezoneId: "Europe/London",
    reducedMotion: "reduce",
    ...visitor,
  });
  const page = patient(await context.newPage());
  const complaints = complaintsOf(page, new URL(baseUrl).host);
  onTestFinished(async () => {
    await context.close();
    const unexpected = complaints.filter((complaint) => !expectedErrors.some((pattern) => pattern.test(complaint)));
    expect(unexpected, "the page complained").toEqual([]);
  });
  return page;
}

/** A page whose `goto` ends when its script, if it has one, has taken it over: a person is never as quick as that. */
function patient(page: Page): Page {
  const goto = page.goto.bind(page);
  page.goto = async (...address) => {
    const answer = await goto(...address);
    await expect.poll(() => isTakenOver(page), { timeout: 20_000 }).toBe(true);
    return answer;
  };
  return page;
}

/** Fills up while the page lives: errors of its scripts and console, and requests that leave the site. */
function complaintsOf(page: Page, host: string): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => complaints.push(`thrown: ${error.stack ?? error.message}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.host !== host) complaints.push(`foreign host: ${request.url()}`);
  });
  return complaints;
}

afterAll(async () => {
  await (await running)?.close();
  running = null;
});

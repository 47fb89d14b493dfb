import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, expect, onTestFinished } from "vitest";
import { findChromium } from "#scripts/bootstrap/find-chromium.mjs";
import { isTakenOver } from "#tests/support/taken-over.ts";

const ARGS = [
  ...["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"],
  // A page lives for seconds: its script is not worth optimising, nor a second process to its profile.
  ...["--js-flags=--no-opt --single-threaded", "--renderer-process-limit=1"],
];
const PHONE = { width: 360, height: 740 };

type Visitor = Pick<
  BrowserContextOptions,
  "viewport" | "javaScriptEnabled" | "locale" | "timezoneId" | "colorScheme" | "reducedMotion" | "hasTouch"
> & {
  expectedErrors?: RegExp[];
  /** Else this browser refuses them: a page that a worker answers for hides its requests from the tests. */
  hasWorkers?: boolean;
};

type Opened = { page: Page; close: () => Promise<void>; expectNoComplaint: () => void };

// One for all files of a worker; it ends with the worker.
let running: Promise<Browser> | null = null;

/**
 * A page in a fresh browser profile on a site at `baseUrl`; `goto` takes relative addresses. Fails at the end of the
 * test if the page logged or threw an error, or sent a request to another host. `expectedErrors` are those that the
 * test causes on purpose.
 */
export async function newPage(baseUrl: string, visitor: Visitor = {}): Promise<Page> {
  const { page, close, expectNoComplaint } = await open(baseUrl, visitor);
  onTestFinished(async () => {
    await close();
    expectNoComplaint();
  });
  return page;
}

/**
 * One page for all tests of a file that only look: each leads it to an address of its own, in a third of the time of a
 * fresh profile. Call it at the top, and ask for the page inside tests; the first that asks has it prepared.
 */
export function keptPage(
  visitor: Visitor = {},
  prepare: (page: Page) => Promise<void> = async () => {},
): (baseUrl: string) => Promise<Page> {
  let opened: Opened | null = null;
  afterEach(() => opened?.expectNoComplaint());
  afterAll(() => opened?.close());
  return async (baseUrl) => {
    if (!opened) {
      opened = await open(baseUrl, visitor);
      await prepare(opened.page);
    }
    return opened.page;
  };
}

async function open(
  baseUrl: string,
  { expectedErrors = [], hasWorkers = false, ...visitor }: Visitor,
): Promise<Opened> {
  running ??= launch();
  const browser = await running;
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: PHONE,
    locale: "en-GB",
    timezoneId: "Europe/London",
    reducedMotion: "reduce",
    ...visitor,
  });
  if (!hasWorkers) await context.addInitScript(refuseWorkers);
  const page = patient(await context.newPage());
  const complaints = complaintsOf(page, new URL(baseUrl).host);
  return {
    page,
    close: () => context.close(),
    expectNoComplaint: () => {
      const unexpected = complaints.splice(0).filter((said) => !expectedErrors.some((pattern) => pattern.test(said)));
      expect(unexpected, "the page complained").toEqual([]);
    },
  };
}

/** As a browser does whose owner has forbidden them. Playwright's own way logs a warning on every page that asks. */
function refuseWorkers(): void {
  // A page over plain http has none.
  if (typeof ServiceWorkerContainer === "undefined") return;
  ServiceWorkerContainer.prototype.register = async () => {
    throw new DOMException("Refused", "SecurityError");
  };
}

async function launch(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ARGS });
  // One that crashed fails the test that had it, and no other.
  browser.once("disconnected", () => {
    running = null;
  });
  return browser;
}

/** A page whose `goto` and `reload` wait until its script runs, if it has one, as a person would. */
function patient(page: Page): Page {
  const thenWait = <T extends unknown[], R>(press: (...given: T) => Promise<R>) => {
    return async (...given: T) => {
      const answer = await press(...given);
      await expect.poll(() => isTakenOver(page), { timeout: 20_000 }).toBe(true);
      return answer;
    };
  };
  page.goto = thenWait(page.goto.bind(page));
  page.reload = thenWait(page.reload.bind(page));
  return page;
}

/** Collects errors of scripts and console, and requests to other hosts. */
function complaintsOf(page: Page, host: string): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => {
    if (!isReplacedRead(error)) complaints.push(`thrown: ${error.stack ?? error.message}`);
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.host !== host) complaints.push(`foreign host: ${request.url()}`);
  });
  return complaints;
}

/** The router leaves this uncaught where a newer read of the page replaces one that is still coming in. */
function isReplacedRead({ message, stack = "" }: Error): boolean {
  if (message.includes("BodyStreamBuffer was aborted")) return true;
  return message.includes("signal is aborted without reason") && stack.includes("/assets/framework-");
}

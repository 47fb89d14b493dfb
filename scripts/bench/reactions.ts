import { setTimeout } from "node:timers/promises";
import { type CDPSession, chromium, type Locator, type Page } from "playwright-core";
import { addAdmin, signIn } from "#scripts/bench/admin.ts";
import { type Row, round } from "#scripts/bench/row.ts";
import { fill, newPlace, serve } from "#scripts/bench/sites.ts";
import { ensureChromium } from "#scripts/bootstrap/find-chromium.mjs";
import { atDeskTime, DESK_DAY } from "#tests/support/desk-site.ts";
import { walkedIn } from "#tests/support/practice.ts";

const PHONE = { width: 390, height: 844 };
const SLOWER = 4;
const WANTED_MS = 100;
/** How long a finger stays on the glass when it taps. */
const TAP_MS = 80;
const ROUNDS = 5;

/** `undo`: taken back afterwards, for the next round. */
type Press = { name: string; from: string; on: (page: Page) => Locator; undo?: true };

const button = (name: RegExp | string) => (page: Page) => page.getByRole("button", { name }).filter({ visible: true });
const link = (name: RegExp | string) => (page: Page) => page.getByRole("link", { name }).filter({ visible: true });

const PRESSES: Press[] = [
  { name: "Arrived", from: "/admin", on: button(/has arrived$/), undo: true },
  { name: "Did not attend", from: "/admin", on: button(/did not attend$/), undo: true },
  { name: "Running late", from: "/admin", on: button(/^Running late/) },
  { name: "Add Appointment", from: "/admin", on: link("Add Appointment") },
  { name: "To the diary", from: "/admin", on: link("Diary") },
  { name: "To the clients", from: "/admin", on: link("Clients") },
  { name: "An appointment in the diary", from: `/admin/diary?view=day&date=${DESK_DAY}`, on: link(/Nia N/) },
];

/**
 * From the finger on the glass to the first change that is painted, on a phone with a processor four times slower: of
 * each press the median of five rounds, and the slowest of all.
 */
export async function measureReactions(): Promise<Row[]> {
  const place = newPlace();
  await fill(place, async (app) => {
    await addAdmin(app);
    const on = (time: string, name: string, therapist: string) =>
      walkedIn(app, { day: DESK_DAY, time, name, therapist, despite: "on" });
    await on("11:15", "Nia Now", "imogen-hartley");
    await on("11:30", "Otto Next", "tom-ellery");
  });
  const site = await serve(place, atDeskTime());
  const cookies = (await signIn(site)).split("; ").map((cookie) => {
    const [name = "", value = ""] = cookie.split(/=(.*)/s);
    return { name, value, url: site.url };
  });
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const rows: { press: string; times: number[] }[] = [];
    for (const press of PRESSES) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const context = await browser.newContext({
          baseURL: site.url,
          viewport: PHONE,
          isMobile: true,
          hasTouch: true,
        });
        await context.addCookies(cookies);
        times.push(await reactionOf(await context.newPage(), press));
        await context.close();
      }
      rows.push({ press: press.name, times: times.sort((one, other) => one - other) });
    }
    return rows.map(({ press, times }) => rowOf(press, times));
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function reactionOf(page: Page, { from, on, undo }: Press): Promise<number> {
  await page.goto(from, { waitUntil: "networkidle" });
  const control = on(page).first();
  await control.scrollIntoViewIfNeeded();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.evaluate(watchForPaint);
  await tap(session, await middleOf(control));
  const handle = await page.waitForFunction(() => (globalThis as { reacted?: number }).reacted);
  const reacted = await handle.jsonValue();
  if (undo) {
    await page.getByRole("button", { name: "Undo" }).tap();
    await control.waitFor();
  }
  return reacted ?? Number.POSITIVE_INFINITY;
}

/** As a person taps: Playwright's own finger lifts within the same turn, and nobody's does. */
async function tap(session: CDPSession, point: { x: number; y: number }): Promise<void> {
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  await setTimeout(TAP_MS);
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

async function middleOf(control: Locator): Promise<{ x: number; y: number }> {
  const box = await control.boundingBox();
  if (!box) throw new Error("What is pressed must be in sight");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Runs in the page: notes ms from the finger on the glass to the end of the frame that paints the first change. What nobody
 * sees is no answer: links in the head to the next page's scripts, what only a screen reader reads, and the line of
 * progress, which is not drawn for its first 400 ms. All three came before anything was seen, and were counted once.
 */
function watchForPaint(): void {
  const isSeen = ({ type, attributeName, addedNodes, removedNodes }: MutationRecord) => {
    if (type === "attributes") return !attributeName?.startsWith("aria-");
    if (type !== "childList" || removedNodes.length > 0) return true;
    return ![...addedNodes].every((node) => node instanceof Element && node.matches(".admin-progress"));
  };
  addEventListener(
    "pointerdown",
    ({ timeStamp }) => {
      const watcher = new MutationObserver((changes) => {
        if (!changes.some(isSeen)) return;
        watcher.disconnect();
        requestAnimationFrame(() => {
          const painted = new MessageChannel();
          painted.port1.onmessage = () => Object.assign(globalThis, { reacted: performance.now() - timeStamp });
          painted.port2.postMessage(null);
        });
      });
      watcher.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    },
    { capture: true, once: true },
  );
}

function rowOf(press: string, times: readonly number[]): Row {
  const [median = 0, slowest = 0] = [times[Math.floor(times.length / 2)], times.at(-1)];
  return {
    what: `First reaction on a phone 4 x slower: ${press}`,
    figure: `median ${round(median)} ms, slowest of ${times.length} ${round(slowest)} ms`,
    baseline: "",
    ratio: null,
    wanted: `< ${WANTED_MS} ms`,
    met: median < WANTED_MS,
  };
}

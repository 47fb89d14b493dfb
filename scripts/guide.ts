import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Locator, type Page } from "playwright-core";
import sharp from "sharp";
import { openDemo } from "#app/demo.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";
import { GUIDE, PICTURE_WIDTH } from "#app/routes/admin/help/guide.ts";
import { cleanUp, fill, newPlace, serve } from "#scripts/bench/sites.ts";
import { root } from "#scripts/bootstrap/project.mjs";
import { step } from "#scripts/bootstrap/step.mjs";

// Taller than what is shown of any screen: the bar at the foot of the window is in no picture.
const VIEW = { width: PICTURE_WIDTH, height: 1700 };
const ROOM = 12;

/** Where a picture begins, once the screen is as it should be; null: at the top of the page. */
type Shot = { at: string; begins: ((page: Page) => Promise<Locator>) | null };

const dialogOf = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name }).or(page.getByRole("link", { name })).first().click();

/** In the order in which they are taken: the last ones change the practice. */
const SHOTS: Record<string, Shot> = {
  today: {
    at: "/admin",
    begins: async (page) => {
      await page.locator("button:enabled", { hasText: "Running late" }).first().waitFor();
      return page.getByRole("heading", { level: 1 });
    },
  },
  late: {
    at: "/admin",
    begins: async (page) => {
      await page
        .getByRole("button", { name: /^Running late/ })
        .nth(1)
        .click();
      return dialogOf(page);
    },
  },
  book: {
    at: "/appointments?add=1",
    begins: async (page) => {
      await dialogOf(page).getByLabel("Client").pressSequentially("har");
      await page.getByRole("option").first().waitFor();
      return dialogOf(page);
    },
  },
  move: {
    at: "/admin/diary",
    begins: async (page) => {
      await press(page, /Leah Goldberg/);
      return dialogOf(page);
    },
  },
  "days-off": {
    at: "/admin/diary",
    begins: async (page) => {
      await press(page, "Block time");
      return dialogOf(page);
    },
  },
  "go-live": { at: "/admin/go-live", begins: async (page) => page.getByRole("heading", { name: "Who you are" }) },
  services: { at: "/admin/services", begins: null },
  hours: { at: "/admin/hours/demo-imogen-hartley", begins: null },
  team: {
    at: "/admin/settings/people?invite",
    begins: async (page) => page.getByRole("heading", { name: "Invite someone" }),
  },
  email: {
    at: "/admin/settings/mail-server",
    begins: async (page) => page.getByRole("heading", { name: "Set up email" }),
  },
  "waiting-list": { at: "/admin/waiting-list", begins: null },
  "close-day": { at: "/admin/money", begins: null },
  figures: { at: "/admin/reports", begins: null },
  status: { at: "/admin/site-status", begins: null },
  pay: {
    at: "/admin",
    begins: async (page) => {
      await press(page, /^Take £/);
      return page.getByRole("heading", { level: 1 });
    },
  },
  "no-email": {
    at: "/admin/clients?q=Priyanka",
    begins: async (page) => {
      await press(page, /Priyanka Desai/);
      await press(page, "Emails");
      return page.getByRole("heading", { level: 1 });
    },
  },
  sick: {
    at: "/admin/off-sick",
    begins: async (page) => {
      await press(page, /is off today$/);
      return page.getByRole("heading", { name: "Clients to move" });
    },
  },
};

const folder = join(root, "public/guide");
mkdirSync(folder, { recursive: true });
try {
  const { url, cookies } = await openPractice();
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const context = await browser.newContext({
    baseURL: url,
    viewport: VIEW,
    deviceScaleFactor: 1.5,
    locale: "en-GB",
    timezoneId: "Europe/London",
    reducedMotion: "reduce",
    serviceWorkers: "block",
    bypassCSP: true,
  });
  await context.addCookies(cookies);
  await context.clock.setFixedTime(systemClock.now());
  const heights = new Map(GUIDE.flatMap(({ articles }) => articles.map(({ id, picture }) => [id, picture?.height])));
  for (const [id, shot] of Object.entries(SHOTS)) {
    const height = heights.get(id);
    if (!height) throw new Error(`The guide has no picture of ${id}`);
    const page = await context.newPage();
    await step(id, () => take(page, { id, shot, height }));
    await page.close();
  }
  await browser.close();
} finally {
  await cleanUp();
}

async function take(page: Page, { id, shot, height }: { id: string; shot: Shot; height: number }): Promise<void> {
  await page.goto(shot.at, { waitUntil: "networkidle" });
  const first = await shot.begins?.(page);
  await first?.waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate(writeDatesAsHere);
  // What was done is said at the foot for some seconds.
  await page.addStyleTag({ content: ".admin-toast { display: none }" });
  const y = first ? Math.max(0, ((await first.boundingBox())?.y ?? 0) - ROOM) : 0;
  const bytes = await page.screenshot({ clip: { x: 0, y, width: PICTURE_WIDTH, height } });
  await sharp(bytes)
    .webp({ quality: 55, effort: 6 })
    .toFile(join(folder, `${id}.webp`));
}

/** A browser without a window writes them as in America, whatever language it is told. */
function writeDatesAsHere(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>("input[type=date], input[type=time]")) {
    const written = field.value.split("-").reverse().join("/");
    field.placeholder = field.type === "date" ? "dd/mm/yyyy" : "--:--";
    field.type = "text";
    field.value = written;
  }
}

/** A new demo practice, served, and its owner's session. */
async function openPractice() {
  const place = newPlace();
  const found: { owner: Awaited<ReturnType<typeof openDemo>> } = { owner: null };
  await fill(place, async (app) => {
    found.owner = await openDemo(app);
  });
  if (!found.owner) throw new Error("The demo practice could not be filled");
  const { NODE_OPTIONS = "", SITE_BEGINS = "" } = process.env;
  const { url } = await serve(place, { DEMO: "on", RATE_LIMITS: "on", NODE_OPTIONS, SITE_BEGINS });
  const body = new URLSearchParams(found.owner);
  const answer = await fetch(`${url}/login`, { method: "POST", body, headers: { origin: url }, redirect: "manual" });
  const cookies = answer.headers.getSetCookie().flatMap((line) => {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    return name && value !== undefined && name !== "ly.notice" ? [{ name, value, url }] : [];
  });
  return { url, cookies };
}

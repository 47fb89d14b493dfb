import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { listNextFreeTimes } from "#app/appointments/booking/free-times/next-free-time.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { newPage } from "#tests/support/browser.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside } from "#tests/support/signed-in.ts";

const site = sharedSite();
const DESK = { width: 1440, height: 900 };

async function home(look: Parameters<typeof newPage>[1] = {}): Promise<Page> {
  const page = await newPage(site.url, look);
  await page.goto("/");
  return page;
}

test("the hero says what it is, and leads to booking and to all treatments", async () => {
  const page = await home();
  expect(await page.title()).toBe("Sports massage in Ashenholme | Limber Yard");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Move Better. Feel Stronger.");
  await page.getByText("Hands-on treatment for people who train, lift, stand, drive or sit for a living.").waitFor();
  await expectLink(page, "BOOK NOW", "/book");
  await expectLink(page, "See all treatments", "/services");
  await page.getByText("From £34").first().waitFor();
});

test("Welcome leads to the page about the practice", async () => {
  const page = await home();
  await page.getByRole("heading", { name: "Welcome to Limber Yard" }).waitFor();
  await expectLink(page, "Learn More about the practice", "/about");
});

test("there are three reasons to choose us", async () => {
  const reasons = (await home()).getByRole("region", { name: "Why Choose Us" });
  expect(await reasons.getByRole("heading", { level: 3 }).allTextContents()).toEqual([
    "Personalized recovery",
    "Expert care",
    "Well-being focus",
  ]);
});

test("What We Do has three cards with lengths and lowest price, and leads to all treatments", async () => {
  const page = await home();
  const section = page.getByRole("region", { name: "What We Do" });
  const cards = section.getByRole("article");
  expect(await cards.getByRole("heading").allTextContents()).toEqual([
    "Deep Tissue Massage",
    "Sport Foot Massage",
    "Injury Rehabilitation",
  ]);
  expect(await cards.first().textContent()).toContain("45, 60 or 90 min, from £48");
  await expectLink(page, "VIEW MORE", "/services");
  await cards.nth(1).click();
  await page.waitForURL("**/services/sport-foot-massage");
});

test("mission, vision, name, address, phone, email, hours: all there to read", async () => {
  const page = await home();
  await page.getByRole("heading", { name: "Mission", exact: true }).waitFor();
  await page.getByText("A town where looking after your body is as ordinary as servicing your bike.").waitFor();
  const enquiries = page.getByRole("region", { name: "Come and see us" });
  await enquiries.getByText("Limber Yard Sports Massage & Wellness").waitFor();
  await enquiries.getByText("Unit 7, Larchgate Industrial Estate").waitFor();
  await enquiries.getByText("Green door, step-free entrance").waitFor();
  const phone = enquiries.getByRole("link", { name: "01632 960 417" });
  expect(await phone.getAttribute("href")).toBe("tel:+441632960417");
  const email = enquiries.getByRole("link", { name: "hello@limberyard.example" });
  expect(await email.getAttribute("href")).toBe("mailto:hello@limberyard.example");
  expect(await enquiries.locator("dl > div").allTextContents()).toEqual([
    "Monday to Friday9:00 AM to 5:00 PM",
    "Saturday10:00 AM to 5:00 PM",
    "SundayClosed",
  ]);
});

test("the next free time leads to the booking page with it chosen", async () => {
  const page = await home({ viewport: DESK });
  const app = await appBeside(site, site.dataDir);
  const link = page.getByRole("region", { name: "Come and see us" }).getByText("Next free time:").getByRole("link");
  // A minute may end between the page and our own look.
  const isFresh = async () => {
    await page.goto("/");
    const [next] = (await listNextFreeTimes(app)).services;
    const asked = new URL((await link.getAttribute("href")) ?? "", site.url).searchParams;
    return asked.get("start") === new Date(next?.start ?? 0).toISOString() && asked.get("service") === next?.service;
  };
  await expect.poll(isFresh, { timeout: 20_000 }).toBe(true);
  await link.click();
  await page.waitForURL(/\/book\?service=/);
});

test("the strip has a free time of each of four treatments, and the whole row leads to booking it", async () => {
  const page = await home({ javaScriptEnabled: false });
  const rows = page.getByRole("region", { name: "Next free times" }).getByRole("listitem");
  expect(await rows.count()).toBe(4);
  for (const row of await rows.all()) {
    const link = row.getByRole("link");
    const [whole, own] = [await row.boundingBox(), await link.boundingBox()];
    expect((own?.height ?? 0) / (whole?.height ?? 1)).toBeGreaterThan(0.9);
    expect(await row.textContent()).toMatch(
      /^\w{3} \d{1,2} \w{3,4}, \d\d:\d\d with (Imogen|Tom|Priya|anyone)( or \w+)? .+ £\d+(\.\d\d)? \d+ min$/,
    );
    expect(await link.getAttribute("href")).toMatch(/^\/book\?service=[\w-]+&minutes=\d+&day=[\d-]+&start=/);
  }
  const start = await rows.first().locator("time").first().getAttribute("datetime");
  await rows.first().getByRole("link").click();
  await page.waitForURL(/\/book\?/);
  expect(new URL(page.url()).searchParams.get("start")).toBe(start && new Date(start).toISOString());
  await page.getByRole("heading", { name: "Book Your Appointment" }).waitFor();
});

test("on a phone it is one short column: where and when soon, the films as one row, at most 5,500 px", async () => {
  const page = await home({ viewport: { width: 390, height: 844 } });
  const foot = (await page.getByRole("contentinfo").boundingBox())?.y ?? 0;
  const chat = await page.getByRole("complementary", { name: "Chat" }).getByRole("link").boundingBox();
  expect((chat?.y ?? 0) + (chat?.height ?? 0)).toBeGreaterThan(foot);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  expect(await height()).toBeLessThanOrEqual(5_500);
  await page.setViewportSize({ width: 360, height: 780 });
  await expect.poll(height).toBeLessThanOrEqual(5_500);
  await page.setViewportSize({ width: 390, height: 844 });
  const enquiries = page.getByRole("region", { name: "Come and see us" });
  await enquiries.getByRole("link", { name: "Directions" }).waitFor();
  const where = await enquiries.boundingBox();
  expect((where?.y ?? 0) + (where?.height ?? 0)).toBeLessThanOrEqual(3_500);
  // The fifth is left to wider screens.
  expect(await page.getByRole("region", { name: "Next free times" }).getByRole("listitem").count()).toBe(4);
  const films = page.locator(".film");
  const tops = await films.evaluateAll((all) => all.map((film) => film.getBoundingClientRect().top));
  expect(tops).toHaveLength(4);
  expect(new Set(tops).size).toBe(1);
  await films.last().scrollIntoViewIfNeeded();
  await page.getByRole("heading", { name: "When not to book" }).waitFor();
});

test("no two of the next free times are the same minute", async () => {
  const page = await home({ viewport: DESK });
  const rows = page.getByRole("region", { name: "Next free times" }).getByRole("listitem");
  const starts = await rows
    .locator("a")
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get("start")));
  expect(starts).toHaveLength(5);
  expect(new Set(starts).size).toBe(5);
});

test("the therapists stand there with level, days, a drawing of their own, and their next free time", async () => {
  const page = await home();
  const people = page.getByRole("region", { name: "Who you will meet" }).getByRole("article");
  expect(await people.getByRole("heading").allTextContents()).toEqual(["Imogen Hartley", "Tom Ellery", "Priya Sandhu"]);
  const drawings = await people.locator("use").evaluateAll((uses) => uses.map((use) => use.getAttribute("href") ?? ""));
  expect(new Set(drawings).size).toBe(3);
  for (const drawing of drawings) {
    const answer = await page.request.get(drawing);
    expect(answer.headers()["content-type"]).toContain("image/svg+xml");
    expect(answer.headers()["cache-control"]).toContain("immutable");
    expect(await answer.text()).toContain('id="plate"');
  }
  expect(await people.locator("svg text").allTextContents()).toEqual(["IH", "TE", "PS"]);
  expect(await people.nth(1).textContent()).toContain("Tuesday to Saturday");
  expect(await people.nth(1).getByRole("link").getAttribute("href")).toContain("therapist=tom-ellery");
  expect((await page.request.get("/media/people/00000000.svg")).status()).toBe(404);
});

test("a promise stands only while the settings make it true", async () => {
  const page = await home();
  const band = page.getByRole("region", { name: "Promise" });
  expect(await band.getByRole("heading").allTextContents()).toEqual([
    "The whole price",
    "Free to change",
    "No late fee",
  ]);
  await band.getByText("up to 24 hours before").waitFor();
  const app = await appBeside(site, site.dataDir);
  const { bookingRules } = (await readSettings(app.db.kysely, app.log)).settings;
  const now = app.clock.now();
  const value = { ...bookingRules, changeNotice: 720, chargesLate: true };
  await app.db.kysely.transaction().execute(async (tx) => {
    await writeSetting(tx, { key: "bookingRules", value, now });
    await raiseContentVersion(tx, now);
  });
  await expect
    .poll(async () => {
      await page.goto("/");
      return band.getByRole("heading").allTextContents();
    })
    .toEqual(["The whole price", "Free to change"]);
  await band.getByText("up to 12 hours before").waitFor();
});

test("VIEW MORE stands with the three cards, before the films", async () => {
  const section = (await home()).getByRole("region", { name: "What We Do" });
  const order = await section
    .locator("article, a:text-is('VIEW MORE'), .film")
    .evaluateAll((all) => all.map((one) => one.tagName));
  expect(order).toEqual([...Array(3).fill("ARTICLE"), "A", ...Array(4).fill("DIV")]);
});

test("a film's still carries its title until it is played", async () => {
  const page = await home({ viewport: { width: 1440, height: 900 } });
  const film = page.locator(".film").first();
  const title = film.getByText("Your first visit", { exact: true });
  await title.waitFor();
  await film.getByRole("button", { name: "Play: Your first visit" }).click();
  await title.waitFor({ state: "hidden" });
});

test("without a script it reads the same, and books", async () => {
  const page = await home({ javaScriptEnabled: false });
  const regions = page.locator("main section > div h2, main section h1");
  expect(await regions.count()).toBeGreaterThanOrEqual(6);
  await page.getByRole("link", { name: "BOOK NOW", exact: true }).click();
  await page.getByRole("heading", { name: "Book Your Appointment" }).waitFor();
});

async function expectLink(page: Page, name: string, address: string): Promise<void> {
  const link = page.getByRole("main").getByRole("link", { name, exact: true });
  expect(await link.getAttribute("href"), name).toBe(address);
}

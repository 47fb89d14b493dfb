import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { addDays, weekdayOf } from "#app/platform/date-time.ts";
import { keptPage, newPage } from "#tests/support/browser.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
const SERVICE = "/services/deep-tissue-massage";
const looked = keptPage();
const FIELDS = "main :is(textarea, select, input:not([type=hidden]))";

test.each(["/", "/services", SERVICE].flatMap((path) => [390, 768, 1440].map((width) => [path, width] as const)))(
  "%s at %i px: Book now fills once the page's own button has gone, and empties when it is back",
  async (path, width) => {
    const page = await pageAt(path, { width, height: 800 });
    const isFilled = () =>
      page
        .getByRole("banner")
        .getByRole("link", { name: "Book now" })
        .evaluate((element) => !/[,/] 0\)$/.test(getComputedStyle(element).backgroundColor));
    await expect.poll(isFilled).toBe(false);
    await page.getByRole("contentinfo").evaluate((footer) => footer.scrollIntoView());
    await expect.poll(isFilled).toBe(true);
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(isFilled).toBe(false);
  },
);

test.each(["/contact", "/complaints", "/login", "/book"])(
  "%s from 1024 px: the chat lies over no field, wherever the page is scrolled",
  async (path) => {
    for (const width of [1024, 1280, 1440]) {
      const page = await pageAt(path, { width, height: 768 });
      expect(await page.locator(FIELDS).count()).toBeGreaterThan(0);
      expect(await coveredByChat(page, FIELDS), `${width} px`).toEqual([]);
    }
  },
);

test.each(["/", "/about", "/services", SERVICE, "/contact", "/login"])(
  "%s at 400 %%: the chat does not lie over the heading",
  async (path) => {
    const page = await pageAt(path, { width: 320, height: 256 });
    expect(await coveredByChat(page, "h1")).toEqual([]);
    expect(await page.getByRole("link", { name: "Chat (opens in a new tab)" }).isVisible()).toBe(true);
  },
);

test.each(["/", "/book"])("the name and the links of the header keep apart at 768 px on %s", async (path) => {
  const page = await pageAt(path, { width: 768, height: 800 });
  const name = await page.getByRole("banner").getByText("Limber Yard").boundingBox();
  const first = await page.getByRole("navigation", { name: "Main" }).getByRole("link").first().boundingBox();
  if (!name || !first) throw new Error("The name and the links are in the header");
  expect(first.x - (name.x + name.width)).toBeGreaterThanOrEqual(16);
});

test.each([360, 390])(
  "on a phone of %i px the ribbon is one line, and nothing touches an edge or its neighbour",
  async (width) => {
    const page = await pageAt("/services/deep-tissue-massage", { width, height: 740 });
    const edges = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((box) => box.getBoundingClientRect().toJSON());
    expect((await edges("header")).top).toBeLessThanOrEqual(28);
    const caption = await page.locator("figcaption").evaluate((box) => {
      const range = document.createRange();
      range.selectNodeContents(box);
      const { left, right } = range.getBoundingClientRect();
      return { left, right: innerWidth - right };
    });
    expect(Math.min(caption.left, caption.right)).toBeGreaterThanOrEqual(16);
    await page.goto("/book");
    for (const [above, below] of [
      ["h1", ".offer > summary"],
      [".day-leaf:visible", ".day-cells"],
    ] as const)
      expect((await edges(below)).top - (await edges(above)).bottom, below).toBeGreaterThanOrEqual(4);
  },
);

test.each([360, 390, 768, 1366])("at the foot the address of an email stands in one line (%i px)", async (width) => {
  const page = await pageAt("/about", { width, height: 740 });
  const email = page.getByRole("contentinfo").getByRole("link", { name: /@/ });
  expect((await email.boundingBox())?.height).toBeLessThanOrEqual(28);
});

test("on a phone of 360 px the therapists stand in one row, and a sentence keeps clear of the choices above it", async () => {
  const page = await pageAt("/book?service=deep-tissue-massage", { width: 360, height: 740 });
  await page.getByText("Change treatment, length or therapist").click();
  const cells = page.locator(".therapists label");
  await expect.poll(() => cells.count()).toBe(4);
  const tops = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  // On a Sunday no one works: the page moves on, and says so.
  const today = await page.locator("input[name=from]").first().inputValue();
  const sunday = addDays(today, 7 + ((7 - weekdayOf(today)) % 7));
  await page.goto(`/book?service=deep-tissue-massage&day=${sunday}`);
  const note = await page.locator(".days > [role=status]").boundingBox();
  const above = await page.getByText("Any time", { exact: true }).boundingBox();
  expect((note?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0))).toBeGreaterThanOrEqual(8);
});

test("the strip of the contact page shows its oxide line well, or not at all", async () => {
  for (const width of [320, 360, 390, 414, 768, 1024]) {
    const page = await newPage(site.url, { viewport: { width, height: 800 } });
    await page.goto("/contact", { waitUntil: "networkidle" });
    const drawing = await page.getByRole("main").locator("section").first().locator("svg.plate").screenshot();
    const { data, info } = await sharp(drawing).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    let red = 0;
    for (let at = 0; at < data.length; at += 3) {
      if ((data[at] ?? 0) - (data[at + 1] ?? 0) > 60 && (data[at] ?? 0) - (data[at + 2] ?? 0) > 60) red++;
    }
    const isWell = red > info.width / 3;
    expect(red === 0 || isWell, `${red} red pixels at ${width} px`).toBe(true);
  }
});

async function pageAt(path: string, viewport: { width: number; height: number }): Promise<Page> {
  const page = await looked(site.url);
  await page.setViewportSize(viewport);
  await page.goto(path);
  return page;
}

/** What the chat covers of these elements, on a walk down the page. */
function coveredByChat(page: Page, selector: string): Promise<string[]> {
  return page.evaluate((wanted) => {
    const chat = document.querySelector(".chat-pill") as HTMLElement;
    const covered = new Set<string>();
    for (let top = 0; top <= document.documentElement.scrollHeight; top += 30) {
      scrollTo({ top, behavior: "instant" });
      const over = chat.getBoundingClientRect();
      for (const element of document.querySelectorAll(wanted)) {
        const box = element.getBoundingClientRect();
        const apart =
          box.right <= over.left || box.left >= over.right || box.bottom <= over.top || box.top >= over.bottom;
        if (!apart && element.checkVisibility()) covered.add(element.outerHTML.slice(0, 80));
      }
    }
    return [...covered];
  }, selector);
}

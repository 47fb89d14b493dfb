import { expect, test } from "vitest";
import { COLOUR_RULES, expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { MAIL_KINDS, mailOf } from "#tests/support/every-mail.ts";
import { demoApp } from "#tests/support/test-app.ts";

const WIDTHS = [320, 390, 640];

test.each(["light", "dark"] as const)("every mail fits each width and can be read, %s", async (colorScheme) => {
  const page = await newPage("http://limber-yard.test", { colorScheme });
  for (const kind of MAIL_KINDS) {
    const { html } = await mailOf(await demoApp(), kind);
    // Most mail programs show no pictures before they are allowed to.
    expect(html, kind).not.toMatch(/<img|url\(/);
    expect(html, kind).toContain('name="viewport"');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await page.setContent(html);
      const words = `${kind} at ${width} px`;
      expect(await page.evaluate(() => document.documentElement.scrollWidth), words).toBe(width);
    }
    await expectNoViolations(page, [...COLOUR_RULES, "link-name"]);
  }
});

test.each(MAIL_KINDS)("%s reads well as plain text, with times as on the site", async (kind) => {
  const { text, subject } = await mailOf(await demoApp(), kind);
  expect(`${subject}\n${text}`).not.toMatch(/\b\d{1,2}(:\d\d)?\s?[ap]m\b|midday|\{\w+\}|<[a-z]|undefined|\[object/i);
  for (const line of text.split("\n")) expect(line).toBe(line.trimEnd());
});

const RINGED = [
  ["appointment-confirmed-client", "Booked"],
  ["appointment-pending-client", "Requested"],
  ["appointment-rescheduled-client", "Your new time"],
  ["appointment-reminder-client", "See you"],
] as const;

test.each(RINGED)(
  "%s begins with the time in a round ring, and has its facts as rows and two buttons",
  async (kind, word) => {
    const page = await newPage("http://limber-yard.test", { viewport: { width: 320, height: 640 } });
    const { html, text } = await mailOf(await demoApp(), kind);
    await page.setContent(html);
    const ring = page.locator("table.ring");
    expect((await ring.innerText()).split("\n").filter(Boolean)).toEqual([word, "Fri 7 May", "10:00", "until 11:00"]);
    const box = await ring.boundingBox();
    expect([box?.width, box?.height]).toEqual([226, 226]);
    const rows = await page.locator("table.rows th").allTextContents();
    expect(rows.filter((row) => row !== "Was")).toEqual(["When", "Treatment", "With", "Price", "Where"]);
    const map = page.getByRole("link", { name: /Larchgate Industrial Estate/ });
    expect(await map.first().getAttribute("href")).toContain("https://www.google.com/maps/dir/");
    expect(text).toMatch(/^When +Friday 7 May 2027, 10:00 to 11:00, UK time \(BST\)$/m);
    expect(text).toMatch(/^Where +Unit 7, Larchgate Industrial Estate, Foundry Rise, Ashenholme, LY7 4QG$/m);
    expect(text).toMatch(/^Move or cancel http:\S+$/m);
    expect(text).toMatch(/^Directions https:\S+$/m);
    expect(text).toMatch(/^Treatment +Deep Tissue Massage, 60 minutes$/m);
    expect(text).not.toContain(`${word}\n`);
    const links = await page.getByRole("link").allTextContents();
    expect(links).toEqual(expect.arrayContaining(["Move or cancel", "Directions"]));
  },
);

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { setServiceActive } from "#app/catalogue/edit-catalogue.server.ts";
import { setTherapistActive } from "#app/diary/stranded/therapists.server.ts";
import { adminPage } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { addJo, addService, FERRIER, LEGAL, saveFacts, setOpening } from "#tests/support/ferrier.ts";
import { practice } from "#tests/support/practice.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

// A practice of its own: no reviews, no films, and as many services and therapists as it adds.
const site = sharedSite({ DEMO: "off" });
const LOOK = { viewport: { width: 1440, height: 900 }, javaScriptEnabled: false };
// A welcome and a mission are the owner’s own words.
const BELOW = ["Why Choose Us", "What We Do", "Getting here"];

/** Headings of the page below the hero, and the empty distances between its sections. */
async function standing(page: Page, path = "/"): Promise<{ headings: string[]; apart: number[] }> {
  await page.goto(path);
  return page.evaluate(() => {
    const sections = [...document.querySelectorAll("main section")].slice(1);
    const boxes = sections.map((section) => {
      const all = [...section.querySelectorAll("*")];
      // A drawing reaches beyond its frame.
      const leaves = all.filter((one) => one.tagName === "svg" || (!one.closest("svg") && one.children.length === 0));
      const rects = leaves.map((leaf) => leaf.getBoundingClientRect()).filter(({ height }) => height > 1);
      return { top: Math.min(...rects.map(({ top }) => top)), bottom: Math.max(...rects.map(({ bottom }) => bottom)) };
    });
    // A wide screen shows who you will meet earlier than a phone does.
    boxes.sort((one, other) => one.top - other.top);
    const headings = [...document.querySelectorAll("main section h2")];
    headings.sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top);
    return {
      headings: headings.map(({ textContent }) => textContent ?? ""),
      apart: boxes.slice(1).map(({ top }, index) => Math.round(top - (boxes[index]?.bottom ?? 0))),
    };
  });
}

const cardsOn = (page: Page) =>
  page.getByRole("region", { name: "What We Do" }).getByRole("article").getByRole("heading").allTextContents();

test("what a practice does not have is left out with its heading, and the rest keeps its distance", async () => {
  const { page, app } = await adminPage(site, LOOK);
  await saveFacts(app, { ...FERRIER, legal: LEGAL });
  const expectApart = (apart: number[]) => {
    for (const distance of apart) expect(distance, `${apart}`).toBeGreaterThan(30);
    for (const distance of apart) expect(distance, `${apart}`).toBeLessThan(260);
  };
  const nobody = await standing(page);
  const promises = ["The whole price", "Free to change", "No late fee"];
  expect(nobody.headings.filter((heading) => !promises.includes(heading))).toEqual(
    BELOW.filter((heading) => heading !== "What We Do"),
  );
  expectApart(nobody.apart);
  expect((await standing(page, "/services")).headings).not.toContain("Our Services");
  expect((await standing(page, "/about")).headings).not.toContain("Who you will meet");

  const jo = await addJo(app);
  const [first, second] = [await addService(app, [jo]), await addService(app, [jo], "Foot massage")];
  for (const shown of [2, 1]) {
    await setServiceActive(app, practice, { id: second, active: shown === 2 });
    const { headings, apart } = await standing(page);
    expect(headings.slice(0, 2)).toEqual(["Next free times", "Who you will meet"]);
    expect(headings).toEqual(expect.arrayContaining(BELOW));
    expect(headings).not.toContain("What clients have written");
    expectApart(apart);
    expect(await cardsOn(page)).toEqual(["Back and neck massage", "Foot massage"].slice(0, shown));
    await page.goto("/services");
    await page.getByText(shown === 2 ? "Two ways I work" : "One way I work").waitFor();
    await page.getByRole("heading", { name: "Our Services" }).waitFor();
  }
  await setTherapistActive(app, practice, { therapistId: jo, active: false, accepted: [] });
  const { headings, apart } = await standing(page);
  expect(headings).not.toContain("Who you will meet");
  expect(headings).not.toContain("Next free times");
  expectApart(apart);
  await page.setViewportSize({ width: 390, height: 844 });
  expectApart((await standing(page)).apart);
  await setServiceActive(app, practice, { id: first, active: false });
  expect((await standing(page)).headings).not.toContain("What We Do");
  await setServiceActive(app, practice, { id: first, active: true });
  await setServiceActive(app, practice, { id: second, active: true });
  await setTherapistActive(app, practice, { therapistId: jo, active: true, accepted: [] });
});

test("which cards stand at home, and in which order, is chosen by keyboard and without a script", async () => {
  const { page, app } = await adminPage(site, { ...LOOK, expectedErrors: [/422/] });
  const therapists = await app.db.kysely.selectFrom("therapists").select("id").where("active", "=", 1).execute();
  const ids = therapists.map(({ id }) => id);
  for (const title of ["Sports massage", "Taping"]) await addService(app, ids, title);
  await page.goto("/admin/services");
  await page.getByRole("link", { name: "On the home page" }).click();
  const shown = () => page.locator("select").evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value));
  expect(await shown()).toEqual(["back-and-neck-massage", "foot-massage", "sports-massage"]);
  await page.getByLabel("First").focus();
  await page.keyboard.type("Taping");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Taping");
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await page.getByRole("link", { name: "Choose each service once" }).waitFor();
  await page.getByLabel("Second").focus();
  await page.keyboard.type("None");
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await page.getByText("Saved.").waitFor();
  expect(await shown()).toEqual(["taping", "sports-massage", ""]);
  await setOpening(app, "open");
  const visitor = await newPage(site.url);
  const cards = async () => {
    await visitor.goto("/");
    return cardsOn(visitor);
  };
  await expect.poll(cards, { timeout: 20_000 }).toEqual(["Taping", "Sports massage"]);
  await expectNoViolations(visitor);
});

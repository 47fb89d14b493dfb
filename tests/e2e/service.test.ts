import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import services from "#scripts/demo/services.json" with { type: "json" };
import { services as words } from "#scripts/demo/words/services.ts";
import { adminEditPage } from "#tests/support/admin-edit-page.ts";
import { showActions } from "#tests/support/admin-page.ts";
import { treatmentOn } from "#tests/support/booking-page.ts";
import { newPage } from "#tests/support/browser.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
const SOON = { timeout: 5_000 };
const DEEP = "/services/deep-tissue-massage";

test.each(services)("$title: what it is, its prices, who it is for and when not to book", async (service) => {
  const page = await newPage(site.url, { javaScriptEnabled: false });
  await page.goto(`/services/${service.slug}`);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(service.title);
  expect(await page.locator("svg.plate:visible").count()).toBe(3);
  const text = (await page.locator("main").textContent())?.toLowerCase() ?? "";
  const { detail, whoFor, whatToExpect, whenNotToBook } = service.words;
  const said = [...detail, whoFor, whatToExpect, whenNotToBook, ...words.wait.text, ...words.help.text];
  for (const sentence of said) {
    expect(text).toContain(sentence.toLowerCase());
  }
  const rows = await page.getByRole("row").allTextContents();
  const expected = service.lengths.map(({ minutes, label, pricePence }) => {
    return `${minutes} minutes${label}£${pricePence / 100}Book`;
  });
  expect(rows.slice(1)).toEqual(expected);
});

test("Book of a length has the service and the length chosen", async () => {
  const page = await newPage(site.url);
  await page.goto(DEEP);
  await page.getByRole("link", { name: "Book Deep Tissue Massage, 90 minutes" }).click();
  expect(await treatmentOn(page)).toBe("deep-tissue-massage");
  expect(await page.locator("input[name=minutes]:checked").inputValue()).toBe("90");
});

test("a length's whole row is pressed to book it", async () => {
  const page = await newPage(site.url, { viewport: { width: 390, height: 800 } });
  await page.goto(DEEP);
  await page.getByRole("rowheader", { name: "45 minutes" }).click({ force: true });
  await page.waitForURL(/\/book\?service=deep-tissue-massage&minutes=45/);
});

test("BOOK NOW has the service chosen, and booking leads back to its page", async () => {
  const page = await newPage(site.url);
  await page.goto("/services/relaxation-massage");
  await page.getByRole("link", { name: "BOOK NOW", exact: true }).first().click();
  expect(await treatmentOn(page)).toBe("relaxation-massage");
  await page.getByText("Change treatment, length or therapist").click();
  await page.getByRole("link", { name: "About Relaxation Massage" }).click();
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Relaxation Massage");
});

test.each([true, false])("a next free time has all of it chosen (with a script: %s)", async (javaScriptEnabled) => {
  const page = await newPage(site.url, { javaScriptEnabled });
  await page.goto(DEEP);
  const times = page.getByRole("region", { name: "Next free times" }).getByRole("link", { name: /\d\d:\d\d/ });
  expect(await times.count()).toBe(3);
  const start = new URL((await times.nth(1).getAttribute("href")) ?? "", site.url).searchParams.get("start");
  await times.nth(1).click();
  await page.getByRole("heading", { level: 1, name: "Book Your Appointment" }).waitFor();
  expect(await treatmentOn(page)).toBe("deep-tissue-massage");
  expect(await page.locator("input[name=minutes]:checked").inputValue()).toBe("60");
  expect(await page.locator("input[name=start]:checked").inputValue()).toBe(start);
});

test("it says who gives it, and leads to two others", async () => {
  const page = await newPage(site.url, { javaScriptEnabled: false });
  await page.goto("/services/joint-mobilization");
  const givers = page.getByRole("region", { name: "Who gives it" });
  expect(await givers.getByRole("listitem").count()).toBe(1);
  const about = (await givers.getByRole("link", { name: "Imogen Hartley" }).getAttribute("href")) ?? "";
  expect(about).toBe("/about#imogen-hartley");
  const related = page.getByRole("region", { name: "Related treatments" });
  expect(await related.getByRole("link").count()).toBe(2);
  await related.getByRole("link").first().click();
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Relaxation Massage");
});

test("massage at an event is by enquiry, with its subject filled in", async () => {
  const page = await newPage(site.url);
  await page.goto("/services/event-massage");
  expect(await page.getByRole("link", { name: "BOOK NOW", exact: true }).count()).toBe(0);
  expect(await page.getByRole("link", { name: "or call 01632 960 417" }).getAttribute("href")).toBe(
    "tel:+441632960417",
  );
  const href = await page.getByRole("link", { name: "Send a message" }).first().getAttribute("href");
  expect(href).toBe("/contact?subject=Massage+at+your+event");
});

test("a service that is not there is answered with those that are", async () => {
  const page = await newPage(site.url, { expectedErrors: [/Failed to load resource.*404/] });
  const answer = await page.goto("/services/magic");
  expect(answer?.status()).toBe(404);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("That treatment is not here.");
  await page.getByRole("main").getByRole("link", { name: "Joint Mobilization" }).click();
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Joint Mobilization");
});

test("what the practice adds, moves to the row and hides is so on the page", async () => {
  const desk = await adminEditPage(site);
  const visitor = await newPage(site.url, { expectedErrors: [/Failed to load resource.*404/] });
  await addService(desk, "Chair Massage");
  await expect.poll(async () => (await titlesIn(visitor, "Our Services")).at(-1), SOON).toBe("Chair Massage");
  await desk.getByText("More: place, time between").click();
  await desk.getByLabel("Where it stands").selectOption("In the row beneath it");
  await desk.getByRole("button", { name: "Save" }).click();
  await desk.getByText("Saved.").waitFor();
  await expect.poll(() => titlesIn(visitor, "Also at the Yard"), SOON).toContain("Chair Massage");
  expect(await titlesIn(visitor, "Our Services")).not.toContain("Chair Massage");
  await desk.goto("/admin/services");
  await showActions(desk.getByRole("row").filter({ hasText: "Chair Massage" }));
  await desk.getByRole("button", { name: "Hide Chair Massage" }).click();
  await expect.poll(() => titlesIn(visitor, "Also at the Yard"), SOON).not.toContain("Chair Massage");
  expect((await visitor.goto("/services/chair-massage"))?.status()).toBe(404);
});

async function addService(desk: Page, title: string): Promise<void> {
  await desk.goto("/admin/services/new");
  await desk.getByLabel("Title").fill(title);
  await desk.getByLabel("One line for the card").fill("Shoulders, sitting up.");
  await desk.getByLabel("Category").fill("relaxation");
  await desk.getByLabel("Minutes of length 1").fill("15");
  await desk.getByLabel("Price in £ of length 1").fill("20");
  await desk.getByLabel("Imogen Hartley").check();
  await desk.getByRole("button", { name: "Save" }).click();
  await desk.getByRole("heading", { level: 1, name: title }).waitFor();
}

async function titlesIn(page: Page, region: string): Promise<string[]> {
  await page.goto("/services");
  return page.getByRole("region", { name: region }).getByRole("heading", { level: 3 }).allTextContents();
}

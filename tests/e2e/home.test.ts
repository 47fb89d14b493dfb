import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { nextFreeTime } from "#app/booking/next-free-time.server.ts";
import { newPage } from "#tests/support/browser.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside } from "#tests/support/signed-in.ts";

const site = sharedSite();

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
  await expectLink(page, "Learn More on who we are", "/about");
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

test("mission, vision, name, address, phone, e-mail, hours: all there to read", async () => {
  const page = await home();
  await page.getByRole("heading", { name: "Our mission" }).waitFor();
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
  const page = await home();
  const next = await nextFreeTime(await appBeside(site, site.dataDir));
  if (!next) throw new Error("The demo practice has a free time within a fortnight");
  await page.getByRole("region", { name: "Come and see us" }).getByText("Next free time:").getByRole("link").click();
  await page.waitForURL(/\/book\?/);
  expect(await page.locator("input[name=start]:checked").inputValue()).toBe(new Date(next.start).toISOString());
  expect(await page.locator("select").first().inputValue()).toBe(next.service);
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

import { expect, test } from "vitest";
import { newPage } from "#tests/support/browser.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();

async function about(look: Parameters<typeof newPage>[1] = {}) {
  const page = await newPage(site.url, look);
  await page.goto("/about");
  return page;
}

test("it tells the story, how we work, what the evidence says, and how a first visit goes, in order", async () => {
  const page = await about();
  expect(await page.title()).toBe("About us and our therapists | Limber Yard");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Skilled hands on an industrial estate");
  expect(await page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents()).toEqual([
    "How it works",
    "What the evidence says",
    "Who you will meet",
    "How a first visit goes",
    "What the letters mean",
    "Boundaries",
    "The room and getting here",
  ]);
  await page.getByText("no evidence that massage makes you stronger or faster").waitFor();
  await page.getByText("Source: Davis, Alabed and Chico").waitFor();
  expect(await page.getByRole("region", { name: "How it works" }).getByRole("listitem").count()).toBe(5);
});

test("each therapist stands there with role, days, treatments, and a way to book with them", async () => {
  const page = await about();
  const cards = page.getByRole("region", { name: "Who you will meet" }).getByRole("article");
  expect(await cards.getByRole("heading").allTextContents()).toEqual(["Imogen Hartley", "Tom Ellery", "Priya Sandhu"]);
  const imogen = cards.first();
  await imogen.getByText("Lead therapist").waitFor();
  await imogen.getByText("Monday to Thursday and Saturday").waitFor();
  const treatment = imogen.getByRole("link", { name: "Trigger Point Therapy" });
  expect(await treatment.getAttribute("href")).toBe("/services/trigger-point-therapy");
  await cards.nth(1).getByRole("link", { name: "Book with Tom" }).click();
  await page.waitForURL(/\/book\?/);
  expect(await page.locator("input[name=therapist]:checked").inputValue()).toBe("tom-ellery");
});

test("it ends with the phone and a way to book", async () => {
  const closing = (await about()).getByRole("region", { name: "Ask or book" });
  const phone = closing.getByRole("link", { name: "01632 960 417" });
  expect(await phone.getAttribute("href")).toBe("tel:+441632960417");
  expect(await closing.getByRole("link", { name: "Book now" }).getAttribute("href")).toBe("/book");
});

test("without a script it reads the same", async () => {
  const page = await about({ javaScriptEnabled: false });
  await page.getByText("Our work is professional and never sexual.").waitFor();
});

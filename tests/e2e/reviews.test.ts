import { expect, test } from "vitest";
import { adminPage } from "#tests/support/admin-page.ts";
import { newPage } from "#tests/support/browser.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();

test("a review comes to the home page with name, source and date, and goes when it is deleted", async () => {
  const visitor = await newPage(site.url);
  const shown = visitor.getByRole("region", { name: "What clients have written" });
  await visitor.goto("/");
  expect(await shown.count()).toBe(0);

  const { page } = await adminPage(site, { expectedErrors: [/status of 422/] });
  await page.goto("/admin/settings");
  await page.getByRole("main").getByRole("link", { name: "Reviews" }).click();
  await page.getByText("There are none yet.").waitFor();
  await page.getByRole("link", { name: "Add a review" }).click();
  await page.getByLabel("Words").fill("Listened first.\n\nThen found the spot.");
  await page.getByLabel("Name").fill("Jo from Ashenholme");
  await page.getByLabel("Where it was written").fill("A card in the clinic");
  await page.getByLabel("Date").fill("2026-10-02");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Confirm that it is genuine, or do not show it" }).click();
  await page.getByLabel("It is genuine, and word for word").check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Jo from Ashenholme" }).waitFor();

  await expect.poll(async () => (await visitor.goto("/")) && shown.count()).toBe(1);
  expect(await shown.getByRole("blockquote").textContent()).toBe("Listened first.Then found the spot.");
  await shown.getByText("Jo from Ashenholme").waitFor();
  await shown.getByText("A card in the clinic, 2 October 2026").waitFor();
  expect(await visitor.locator("script[type='application/ld+json']").allTextContents()).toEqual([
    expect.not.stringMatching(/review|rating/i),
  ]);

  await page.getByRole("link", { name: "Jo from Ashenholme" }).click();
  await page.getByText("Delete this review").click();
  await page.getByRole("button", { name: "Delete for good" }).click();
  await page.getByText("There are none yet.").waitFor();
  await expect.poll(async () => (await visitor.goto("/")) && shown.count()).toBe(0);
});

import { expect, test } from "vitest";
import { adminEditPage, DESKTOP, REFUSED } from "#tests/support/admin-edit-page.ts";
import { WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();

test.each(byTurns(WIDTHS, 0))(
  "the home page's pitch is written, previewed, saved, and read by the next visitor (%s)",
  async (width, viewport) => {
    const page = await adminEditPage(site, { viewport });
    const read = `Come in by ${width}, Ashenholme. Ring 01632 960 417.`;
    const visitor = await newPage(site.url);
    await visitor.goto("/");
    await page.goto("/admin/settings/words");
    await expectNoViolations(page);
    await page.getByRole("link", { name: "Home", exact: true }).last().click();
    await page.getByLabel("Hero: pitch").fill(`Come in by ${width}, {town}. Ring {phone}.`);
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByText(read).waitFor();
    await expectNoViolations(page);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    await visitor.reload();
    expect(await visitor.getByText(read).count()).toBe(1);
  },
);

test("without a script an empty text is named, and a question is added", async () => {
  const page = await adminEditPage(site, { javaScriptEnabled: false, viewport: DESKTOP, expectedErrors: REFUSED });
  await page.goto("/admin/settings/words/contact");
  await page.getByLabel("Hero", { exact: true }).fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Hero: enter some words" }).waitFor();
  await page.goto("/admin/settings/words/faq");
  await page.getByLabel("Getting here 3: question").fill("Is there a bus?");
  await page.getByLabel("Getting here 3: answer").fill("The 14.");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  expect(await page.getByLabel("Getting here 3: question").inputValue()).toBe("Is there a bus?");
  expect(await page.getByLabel("Getting here 4: question").inputValue()).toBe("");
});

import sharp from "sharp";
import { expect, test } from "vitest";
import { adminEditPage, DESKTOP, REFUSED } from "#tests/support/admin-edit-page.ts";
import { WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
const DEEP = "/admin/services/demo-deep-tissue-massage";

test.each(WIDTHS)("a price is changed, and visitors see it at the next request (%s)", async (width, viewport) => {
  const page = await adminEditPage(site, { viewport });
  const price = width === "phone" ? "61.50" : "62.50";
  const visitor = await newPage(site.url);
  const pricesShown = async () => {
    await visitor.goto("/book?service=deep-tissue-massage");
    return visitor.locator("main").textContent();
  };
  await page.goto("/admin/services");
  await page.getByRole("link", { name: "Deep Tissue Massage" }).click();
  await page.getByLabel("Price in £ of length 2").fill(price);
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("heading", { name: "Preview: not saved yet" }).waitFor();
  expect(await page.getByText(`60 minutes, £${price}`).count()).toBe(1);
  expect(await pricesShown()).not.toContain(`£${price}`);
  await expectNoViolations(page);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  expect(await pricesShown()).toContain(`£${price}`);
});

test("what can't stand is named, and what was typed stays", async () => {
  const page = await adminEditPage(site, { viewport: DESKTOP, expectedErrors: REFUSED });
  await page.goto("/admin/services/new");
  await page.getByLabel("Title").fill("Chair Massage");
  await page.getByLabel("Minutes of length 1").fill("12");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Enter a length in minutes: 5 to 480, in steps of 5" }).waitFor();
  await page.getByRole("link", { name: "Enter one line for the card" }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("summary");
  expect(await page.getByLabel("Title").inputValue()).toBe("Chair Massage");
  await expectNoViolations(page);
  await page.getByLabel("One line for the card").fill("Shoulders, sitting up.");
  await page.getByLabel("Category").fill("relaxation");
  await page.getByLabel("Minutes of length 1").fill("15");
  await page.getByLabel("Price in £ of length 1").fill("20");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 1, name: "Chair Massage" }).waitFor();
});

test("two people at one service: the second sees both versions, and decides", async () => {
  const [first, second] = [await adminEditPage(site), await adminEditPage(site, { expectedErrors: REFUSED })];
  const address = "/admin/services/demo-joint-mobilization";
  await Promise.all([first.goto(address), second.goto(address)]);
  await first.getByLabel("One line for the card").fill("Theirs.");
  await first.getByRole("button", { name: "Save" }).click();
  await first.getByText("Saved.").waitFor();
  await second.getByLabel("One line for the card").fill("Mine.");
  await second.getByRole("button", { name: "Save" }).click();
  const notice = second.getByRole("alert");
  await notice.getByRole("heading", { name: "Somebody saved this before you" }).waitFor();
  expect(await notice.getByRole("definition").allInnerTexts()).toEqual([
    expect.stringMatching(/Theirs\.\s+Yours\s+Mine\./),
  ]);
  await expectNoViolations(second);
  await second.getByRole("button", { name: "Save mine" }).click();
  await second.getByText("Saved.").waitFor();
  await first.goto(address);
  expect(await first.getByLabel("One line for the card").inputValue()).toBe("Mine.");
});

test("without a script a service is hidden, moved and shown again", async () => {
  const page = await adminEditPage(site, { javaScriptEnabled: false });
  await page.goto("/admin/services");
  await page.getByRole("button", { name: "Hide Trigger Point Therapy" }).click();
  await page.getByText("Saved.").waitFor();
  await page.getByRole("button", { name: "Move Trigger Point Therapy up" }).click();
  const titles = await page.getByRole("link", { name: /Massage$|Therapy$/ }).allInnerTexts();
  expect(titles.indexOf("Trigger Point Therapy")).toBeLessThan(titles.indexOf("Post-Event Massage"));
  await page.getByRole("button", { name: "Show Trigger Point Therapy" }).click();
  expect(await page.getByRole("button", { name: "Hide Trigger Point Therapy" }).count()).toBe(1);
});

test("a photograph is uploaded, shown and removed; a drawing in SVG is refused", async () => {
  const page = await adminEditPage(site, { viewport: DESKTOP, expectedErrors: REFUSED });
  await page.goto(DEEP);
  const flat = { create: { width: 900, height: 600, channels: 3, background: "#164a3c" } } as const;
  const buffer = await sharp(flat).jpeg().toBuffer();
  await page.getByLabel("A picture").setInputFiles({ name: "table.jpg", mimeType: "image/jpeg", buffer });
  await page.getByLabel("What it shows").fill("A treatment table");
  await page.getByRole("button", { name: "Upload picture" }).click();
  const picture = page.getByRole("img", { name: "A treatment table" });
  await picture.waitFor();
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expectNoViolations(page);
  const file = await page.request.get((await picture.getAttribute("src")) ?? "");
  expect(file.headers()).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
  await page.getByRole("button", { name: "Remove the picture" }).click();
  await picture.waitFor({ state: "detached" });
  const svg = {
    name: "a.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
  };
  await page.getByLabel("A picture").setInputFiles(svg);
  await page.getByLabel("What it shows").fill("A drawing");
  await page.getByRole("button", { name: "Upload picture" }).click();
  await page.getByRole("link", { name: "Choose a JPEG, PNG, WebP or AVIF picture" }).waitFor();
  expect(await page.getByLabel("What it shows").inputValue()).toBe("A drawing");
});

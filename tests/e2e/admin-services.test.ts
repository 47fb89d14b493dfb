import sharp from "sharp";
import { expect, test } from "vitest";
import { book } from "#app/appointments/booking/book.server.ts";
import { manageUrlOf } from "#app/appointments/requests/manage-link.server.ts";
import { addDays, dateInWords, localDateOf } from "#app/platform/date-time.ts";
import { visitor } from "#app/platform/permissions.ts";
import { adminEditPage, DESKTOP, REFUSED } from "#tests/support/admin-edit-page.ts";
import { adminPage, WIDTHS } from "#tests/support/admin-page.ts";
import { COLOUR_RULES, expectNoViolations } from "#tests/support/axe.ts";
import { PERSON } from "#tests/support/booking-page.ts";
import { apartStarts } from "#tests/support/bookings.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
const DEEP = "/admin/services/demo-deep-tissue-massage";

test.each(byTurns(WIDTHS, 1))(
  "a price is changed, and visitors see it at the next request (%s)",
  async (width, viewport) => {
    const page = await adminEditPage(site, { viewport });
    const price = width === "phone" ? "61.50" : "62.50";
    const visitor = await newPage(site.url);
    const pricesShown = async () => {
      await visitor.goto("/book?service=deep-tissue-massage");
      return visitor.locator("main").textContent();
    };
    await page.goto("/admin/services");
    await page.getByRole("link", { name: "Deep Tissue Massage", exact: true }).click();
    await page.getByLabel("Price in £ of length 2").fill(price);
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByRole("heading", { name: "Preview: not saved yet" }).waitFor();
    expect(await page.getByText(`60 minutes, £${price}`).count()).toBe(1);
    expect(await pricesShown()).not.toContain(`£${price}`);
    await expectNoViolations(page);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    expect(await pricesShown()).toContain(`£${price}`);
  },
);

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
  expect(await page.getByLabel("Category").inputValue()).toBe("Massage");
  await page.getByLabel("Minutes of length 1").fill("15");
  await page.getByLabel("Price in £ of length 1").fill("20");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: /^Select at least one therapist who offers this/ }).click();
  await page.getByLabel("Imogen Hartley").check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 1, name: "Chair Massage" }).waitFor();
});

test("a new service asks three things on a phone, and what nobody booked can be deleted", async () => {
  const page = await adminEditPage(site, { viewport: { width: 390, height: 844 }, expectedErrors: REFUSED });
  await page.goto("/admin/services/new");
  expect(
    await page
      .getByRole("group")
      .getByText(/^(What|Price and length|Who)$/)
      .allInnerTexts(),
  ).toEqual(["What", "Price and length", "Who"]);
  const more = page.getByText("More: place, time between");
  expect((await more.boundingBox())?.y).toBeLessThan(1600);
  expect(await page.getByLabel(/^Minutes of length/).count()).toBe(1);
  expect(await page.getByLabel("Caption").isVisible()).toBe(false);
  await page.getByLabel("Title").fill("Elbow Massage");
  await page.getByLabel("One line for the card").fill("For elbows.");
  await page.getByLabel("Minutes of length 1").fill("30");
  await page.getByLabel("Price in £ of length 1").fill("30");
  await page.getByRole("button", { name: "Add length" }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("lengths.1.minutes");
  await page.keyboard.type("45");
  await page.getByLabel("Price in £ of length 2").fill("42");
  await page.getByLabel("Imogen Hartley").check();
  await more.click();
  await page.getByLabel("Minutes kept free after").fill("7");
  await more.click();
  await page.getByRole("button", { name: "Save" }).click();
  // What is refused in there is not hidden.
  await page.getByLabel("Minutes kept free after").fill("10");
  await expectNoViolations(page);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  expect(await page.getByLabel(/^Minutes of length/).count()).toBe(2);
  await page.getByText("Delete this service").click();
  await page.getByRole("button", { name: "Delete for good" }).click();
  await page.getByRole("heading", { level: 1, name: "Services" }).waitFor();
  await expect.poll(() => page.getByRole("link", { name: "Elbow Massage" }).allInnerTexts()).toEqual([]);
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
  await notice.getByRole("heading", { name: "Someone else saved this before you" }).waitFor();
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

test("a price from a day and one of a therapist, by keyboard on a phone: shown beside the present one, kept by who booked", async () => {
  const { page, app } = await adminPage(site, { viewport: { width: 390, height: 844 }, expectedErrors: REFUSED });
  const today = localDateOf(app.clock.now(), "Europe/London");
  const [start = 0] = await apartStarts(app, { from: addDays(today, 12), to: addDays(today, 26) });
  const day = localDateOf(start, "Europe/London");
  const input = { service: "relaxation-massage", minutes: 60, therapist: "imogen-hartley", start, ...PERSON };
  const earlier = await book(app, visitor, { input: { ...input, phone: "+447700900982" }, idempotencyKey: null });
  if (earlier.kind !== "booked") throw new Error(earlier.kind);
  const type = async (label: string, typed: string) => {
    await page.getByLabel(label, { exact: true }).focus();
    await page.keyboard.type(typed);
  };
  const press = async (name: string) => {
    await page.getByRole("button", { name }).focus();
    await page.keyboard.press("Enter");
  };
  await page.goto("/admin/services/demo-relaxation-massage");
  await page.getByText("More: place, time between").focus();
  await page.keyboard.press("Enter");
  await press("Add later price");
  await page.getByLabel("Minutes of price 1", { exact: true }).fill("60");
  // In which order a browser takes day and month is its own affair.
  await page.getByLabel("From of price 1", { exact: true }).fill(day);
  await type("Price in £ of price 1", "71");
  await press("Add therapist’s price");
  await page.keyboard.type("60");
  await type("With of price 2", "Priya");
  await type("Price in £ of price 2", "83.50");
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoViolations(page, COLOUR_RULES);
  await page.getByRole("button", { name: "Save" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Saved.").waitFor();

  const client = await newPage(site.url, { viewport: { width: 390, height: 844 } });
  const now = `£${earlier.appointment.pricePence / 100}`;
  const says = async (at: string, ...words: string[]) => {
    await client.goto(at);
    const main = client.getByRole("main");
    for (const expected of words) await expect.poll(() => main.textContent(), { message: at }).toContain(expected);
  };
  const inWords = dateInWords(day, { day: "numeric", month: "long", year: "numeric" });
  await says("/services/relaxation-massage", now, `From ${inWords}: from £71`);
  await expectNoViolations(client);
  await client.emulateMedia({ colorScheme: "dark" });
  await expectNoViolations(client, COLOUR_RULES);
  const choice = "/book?service=relaxation-massage&minutes=60";
  await says(`${choice}&therapist=imogen-hartley&day=${day}`, "£71");
  await says(`${choice}&therapist=priya-sandhu`, "£83.50");
  await says(new URL(manageUrlOf(app, earlier.appointment)).pathname, `${now}.00 in total`);
  await page.getByText("Delete this service").click();
  await page.getByRole("button", { name: "Delete for good" }).click();
  await page.getByRole("alert").filter({ hasText: "has been booked" }).waitFor();
});

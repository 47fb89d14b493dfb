import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { receiveMessage } from "#app/messages/receive-message.server.ts";
import { adminPage } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
const CHAT = "Chat with us (opens in a new tab)";
const LETTER = {
  firstName: "Asha",
  lastName: "Perrin",
  email: "asha@example.com",
  subject: "Runners",
  message: "Do you treat runners?",
};

test("the specification's links stand in the side on a desktop, with the account and the chat below them", async () => {
  const { page } = await adminPage(site, { viewport: { width: 1440, height: 900 } });
  await page.goto("/users");
  const side = page.getByRole("navigation", { name: "Admin" });
  for (const [name, address] of [
    [/^Dashboard/, "/admin"],
    [/^Appointments/, "/appointments"],
    [/^Users/, "/users"],
    ["Your account", "/account"],
  ] as const) {
    expect(await side.getByRole("link", { name }).getAttribute("href")).toBe(address);
  }
  expect(await side.locator("[aria-current=page]").allTextContents()).toEqual(["Users"]);
  expect(await page.getByRole("link", { name: CHAT }).count()).toBe(1);
  const chat = await side.getByRole("link", { name: CHAT }).boundingBox();
  expect((chat?.y ?? 901) + (chat?.height ?? 0)).toBeLessThan(900);
  await side.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/login");
});

test.each([true, false])("a phone has five places at its foot, the rest behind More (script: %s)", async (script) => {
  const { page } = await adminPage(site, { viewport: { width: 390, height: 844 }, javaScriptEnabled: script });
  await page.goto("/admin/mail");
  const bar = page.getByRole("navigation", { name: "Admin" });
  const places = ["Today", "Diary", "Clients", "Messages"];
  for (const name of places) await bar.getByRole("link", { name: new RegExp(`^${name}`) }).waitFor();
  expect(await bar.getByRole("link").count()).toBe(places.length);
  expect(Math.round((await bar.boundingBox())?.height ?? 0)).toBeLessThanOrEqual(78);
  await bar.getByRole("button", { name: "More" }).click();
  expect(await bar.locator("[aria-current=page]").textContent()).toMatch(/^Mail/);
  const chat = bar.getByRole("link", { name: CHAT });
  expect(await chat.getAttribute("href")).toBe("https://chat.limberyard.example/");
  await bar.getByRole("link", { name: "Your account" }).waitFor();
  if (script) await expectNoViolations(page);
  await bar.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/login");
});

test("an unread message is counted at its link, and no more once it is read", async () => {
  const { page, app } = await adminPage(site, { viewport: { width: 390, height: 844 } });
  await app.db.kysely.updateTable("enquiries").set({ state: "done" }).execute();
  await receiveMessage(app, LETTER, "counted");
  await page.goto("/admin");
  const bar = page.getByRole("navigation", { name: "Admin" });
  await bar.getByRole("link", { name: "Messages 1 unread" }).click();
  await page.getByRole("link", { name: LETTER.subject }).first().click();
  await bar.getByRole("link", { name: "Messages", exact: true }).waitFor();
});

test.each([390, 1440])(
  "the footer is one line at %i px, and opens to all that every page has at its foot",
  async (width) => {
    const { page } = await adminPage(site, { viewport: { width, height: 844 } });
    await page.goto("/admin/mail");
    const footer = page.getByRole("contentinfo");
    expect((await footer.boundingBox())?.height).toBeLessThan(90);
    await footer.getByText("Contact Us, policies, display").click();
    await footer.getByRole("region", { name: "Follow Us" }).waitFor();
    await footer.getByText("delivered by experienced therapists").waitFor();
    await expectNoViolations(page);
  },
);

test("a press is answered before its page or its dialog is there, and moves nothing", async () => {
  const { page } = await adminPage(site, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.goto("/admin/messages");
  const bar = page.getByRole("navigation", { name: "Admin" });
  const diary = bar.getByRole("link", { name: "Diary" });
  const before = await diary.boundingBox();
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/*.data*", async (route) => {
    await held;
    await route.continue();
  });
  await diary.tap();
  await expect.poll(() => tintOf(diary)).toMatch(/inset/);
  expect(await diary.boundingBox()).toEqual(before);
  letGo();
  await page.waitForURL("**/admin/diary*");
  await expect.poll(() => tintOf(diary)).toBe("none");

  const add = page.getByRole("link", { name: "Add Appointment" }).filter({ visible: true }).first();
  await add.tap();
  await page.getByRole("dialog", { name: "Add Appointment" }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("find");
});

const tintOf = (control: Locator) => control.evaluate((element) => getComputedStyle(element).boxShadow);

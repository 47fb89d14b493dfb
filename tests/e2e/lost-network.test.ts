import { sql } from "kysely";
import type { Page, Route } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { adminPage, adminToast } from "#tests/support/admin-page.ts";
import { COLOUR_RULES, expectNoViolations } from "#tests/support/axe.ts";
import {
  chooseTime,
  chooseTreatment,
  confirm,
  fillPerson,
  openBooking,
  PERSON,
  untilScheduled,
} from "#tests/support/booking-page.ts";
import { keptPage, newPage } from "#tests/support/browser.ts";
import { type Fixtures, fixturesIn } from "#tests/support/doors/fixtures.ts";
import { doors } from "#tests/support/doors/table.ts";
import { leaveWaiting } from "#tests/support/left-waiting.ts";
import { logIn } from "#tests/support/login-page.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside, openBeside, type SignedIn, signedIn } from "#tests/support/signed-in.ts";
import { typeAndSend, typedNow } from "#tests/support/typed-form.ts";

const site = sharedSite();
// What the browser writes to its console when an answer is lost or is an error.
const expectedErrors = [/Failed to load resource/];
const OUR_FAULT = "Something went wrong on this site";

const cutOff = keptPage({ expectedErrors, viewport: { width: 1440, height: 900 } }, async (page) => {
  await page.context().addCookies([{ ...cookie, url: site.url }]);
  await loseWhatIsSent(page);
});
let fixtures: Fixtures;
let cookie: SignedIn["browserCookie"];
beforeAll(async () => {
  const app = await openBeside(site, site.dataDir);
  fixtures = await fixturesIn(app);
  await leaveWaiting(app);
  cookie = (await signedIn(app, { role: "admin", name: "Imogen Hartley" })).browserCookie;
  await app.db.close();
});

test("booking offline: the screen stays, says that nothing is booked, and books when it is tried again", async () => {
  const page = await filledIn("ada.offline@example.com");
  await page.context().setOffline(true);
  await confirm(page);
  await alertOf(page, "This page could not reach the site. Nothing is booked yet: try again.").waitFor();
  expect(await typedIn(page)).toEqual({ ...PERSON, email: "ada.offline@example.com" });
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoViolations(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectNoViolations(page, COLOUR_RULES);
    await page.emulateMedia({ colorScheme: "light" });
  }
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await untilScheduled(page);
  expect(await alertOf(page, "reach the site").count()).toBe(0);
});

test("booking whose answer is lost: says that it is not known, and pressing again books once", async () => {
  const email = "ada.lost@example.com";
  const page = await filledIn(email);
  await page.route("**/book.data*", answerLost, { times: 1 });
  await confirm(page);
  const words = "It is not clear yet whether it was booked. Sending it again can’t book twice.";
  await alertOf(page, words).waitFor();
  expect((await typedIn(page)).email).toBe(email);
  await page.getByRole("button", { name: /^Confirm booking/ }).click();
  await untilScheduled(page);
  const app = await appBeside(site, site.dataDir);
  const rows = await app.db.kysely.selectFrom("appointments").select("id").where("email", "=", email).execute();
  expect(rows).toHaveLength(1);
});

test.each([
  [503, "Nothing is booked yet"],
  [500, "It is not clear yet whether it was booked"],
  [502, "It is not clear yet whether it was booked"],
  [504, "It is not clear yet whether it was booked"],
  [413, "Nothing is booked yet"],
])("booking answered with %i: the screen stays and says what it means", async (status, words) => {
  const page = await filledIn("ada.refused@example.com");
  await page.route("**/book.data*", (route) => route.fulfill({ status, body: "A proxy's own page" }), { times: 1 });
  await confirm(page);
  await alertOf(page, words).waitFor();
  expect(await page.getByText(OUR_FAULT).count()).toBe(0);
  expect((await typedIn(page)).name).toBe(PERSON.name);
});

test("another day chosen offline: nothing typed is lost, and it comes when the network is back", async () => {
  const page = await filledIn("ada.day@example.com");
  await page.context().setOffline(true);
  await chooseTreatment(page, "Relaxation Massage");
  await alertOf(page, "This page could not reach the site.").waitFor();
  expect((await typedIn(page)).name).toBe(PERSON.name);
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "About Relaxation Massage" }).waitFor();
  expect((await typedIn(page)).name).toBe(PERSON.name);
});

test("a session that ended: what was typed is back after signing in, and gone once it is saved", async () => {
  const { page, app, admin } = await adminPage(site, { expectedErrors });
  const settings = "/admin/settings/business";
  const tagline = page.getByLabel("A line about you");
  await page.goto(settings);
  await tagline.fill("Typed before the session ended");
  await app.db.kysely.deleteFrom("sessions").where("userId", "=", admin.id).execute();
  await page.getByRole("button", { name: "Save" }).click();
  // The button's script has run: the page is loaded by itself.
  await page.getByRole("button", { name: "Use a passkey" }).waitFor();
  await logIn(page, admin);
  await page.waitForURL(`**${settings}`);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  expect(await tagline.inputValue()).toBe("Typed before the session ended");
  expect(await page.evaluate(() => sessionStorage.getItem("unsent"))).not.toContain("password");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem("unsent"))).toBeNull();
});

test("a page's own button: 413, 503, 500 and an ended session leave what was typed", async () => {
  const { page, app, admin } = await adminPage(site, { expectedErrors });
  const record = fixtures.fill("/admin/appointments/{appointment}");
  const note = page.getByLabel("Private note");
  const typed = "Typed before the answer was lost";
  // By key: what is told may lie over the button.
  const save = () => page.getByRole("button", { name: "Save note" }).press("Enter");
  const answers: [number, string][] = [
    [413, "That is too much at once. Nothing has been saved."],
    [503, "That can’t be done just now. Nothing has been saved: try again."],
    [500, "Something went wrong on the way. It is not clear yet whether it was saved"],
  ];
  await page.goto(record);
  await note.fill(typed);
  for (const [status, words] of answers) {
    await page.route("**/note", (route) => route.fulfill({ status, body: "A proxy's own page" }), { times: 1 });
    await save();
    await adminToast(page, words).waitFor();
    expect(await note.inputValue()).toBe(typed);
  }
  await app.db.kysely.deleteFrom("sessions").where("userId", "=", admin.id).execute();
  await save();
  await page.getByRole("button", { name: "Use a passkey" }).waitFor();
  await logIn(page, admin);
  await page.waitForURL(`**${record}`);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect.poll(() => note.inputValue()).toBe(typed);
});

test("a password is never kept, and signing out leaves nothing behind", async () => {
  const { page } = await adminPage(site, { viewport: { width: 1440, height: 900 } });
  await page.goto("/admin/services/new");
  const unsent = () => page.evaluate(() => sessionStorage.getItem("unsent"));
  const title = page.getByLabel("Title");
  await title.fill("Half a title");
  expect(await unsent()).toContain("Half a title");
  await title.evaluate((field: HTMLInputElement) => {
    const password = Object.assign(document.createElement("input"), { type: "password", name: "password" });
    field.form?.append(password);
    password.setAttribute("aria-label", "Password");
  });
  await page.getByLabel("Password").fill("a secret");
  expect(await unsent()).not.toContain("secret");
  await page.evaluate(() => window.addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), true));
  page.on("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Log Out" }).click();
  await page.waitForURL("**/login");
  expect(await unsent()).toBeNull();
});

test("a failure behind a form without a script: the whole page around it, the telephone and a reference", async () => {
  const page = await newPage(site.url, { javaScriptEnabled: false, expectedErrors: [/status of 50\d/] });
  const app = await appBeside(site, site.dataDir);
  await openBooking(page);
  await chooseTime(page);
  await fillPerson(page);
  await sql`alter table appointment_claims rename to claims_away`.execute(app.db.kysely);
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: /^Confirm booking/ }).click();
  const reference = (await answered).headers()["x-request-id"] ?? "none";
  await sql`alter table claims_away rename to appointment_claims`.execute(app.db.kysely);
  await page.getByRole("heading", { level: 1, name: OUR_FAULT }).waitFor();
  expect(await page.getByRole("main").getByRole("link", { name: "01632 960 417" }).count()).toBe(1);
  expect(await page.getByText(reference).count()).toBe(1);
  expect(await page.getByRole("banner").count()).toBe(1);
  expect(await page.getByRole("contentinfo").count()).toBe(1);
});

// Pages of the waiting list have no script: the browser says that the answer is lost, and Back brings back what was typed.
const HYDRATED = doors.filter(({ door, get }) => {
  const pageOf = (prefix: string) => door.startsWith(prefix) && door.endsWith(".tsx") && get.admin === 200;
  return pageOf("routes/admin/") || (pageOf("routes/book/") && !pageOf("routes/book/waiting/"));
});
const SCREENS = [...HYDRATED.map(({ at }) => at), "/appointments?add=1&day={day}"];

test.each(SCREENS)("%s: a lost answer to any of its forms leaves the screen and what was typed", async (at) => {
  const page = await cutOff(site.url);
  await leaveFor(page, at);
  const heading = await headingOf(page);
  const forms = await page.locator(FORMS).evaluateAll(differing);
  for (const [tried, nth] of forms.entries()) {
    if (tried > 0) await leaveFor(page, at);
    const form = page.locator(FORMS).nth(nth);
    const { typed, bySelf, to } = await form.evaluate(typeAndSend);
    if (bySelf) {
      expect(isPage(to), `${to}: the browser sends it, and a page answers`).toBe(false);
      await expect.poll(() => page.url(), { message: `form ${nth} of ${at}` }).toContain("chrome-error:");
      await page.goBack();
      await expect.poll(() => headingOf(page)).toBe(heading);
      continue;
    }
    const said = page.getByRole("alert").filter({ hasText: /reach|not clear/ });
    await expect.poll(() => said.count(), { message: `form ${nth} of ${at}` }).toBeGreaterThan(0);
    expect(await form.evaluate(typedNow), `form ${nth} of ${at}`).toEqual(typed);
    expect(await headingOf(page)).toBe(heading);
  }
});

/** No answer to a POST. Only what pages and scripts ask for is looked at: a route would switch the browser's cache off. */
async function loseWhatIsSent(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  devtools.on("Fetch.requestPaused", ({ requestId, request }) => {
    const answered =
      request.method === "POST"
        ? devtools.send("Fetch.failRequest", { requestId, errorReason: "Failed" })
        : devtools.send("Fetch.continueRequest", { requestId });
    // The page may have been left meanwhile.
    answered.catch(() => {});
  });
  const patterns = (["Document", "Fetch", "XHR"] as const).map((resourceType) => ({ resourceType }));
  await devtools.send("Fetch.enable", { patterns });
}

/** What a form before left typed would make leaving the page a question. */
async function leaveFor(page: Page, at: string): Promise<void> {
  if (page.url().startsWith(site.url)) await page.evaluate(() => sessionStorage.clear());
  await page.goto(fixtures.fill(at));
  // A form that its script has not taken over yet is sent by the browser.
  await page.waitForFunction(
    () => !("__reactRouterContext" in window) || Object.keys(document.body).some((key) => key.startsWith("__react")),
  );
}

// Leaving is done by the browser.
const FORMS = "form[method=post]:not([action$='/logout'])";

// A file is fetched by the browser, which tells on a page of its own what it could not fetch.
const PAGES = doors.filter(({ door }) => door.endsWith(".tsx"));

function isPage(path: string): boolean {
  return PAGES.some(({ at }) => fixtures.fill(at).split("?")[0] === path);
}

/** Which forms to try: of those that stand in every row of a list the first will do. */
function differing(forms: Element[]): number[] {
  const shapes = forms.map((form) =>
    [...(form as HTMLFormElement).elements].map((part) => part.getAttribute("name")).join(),
  );
  return shapes.flatMap((shape, nth) => (shapes.indexOf(shape) === nth ? [nth] : []));
}

function headingOf(page: Page): Promise<string | null> {
  const ofDialog = page.getByRole("dialog").getByRole("heading");
  return page.getByRole("heading", { level: 1 }).or(ofDialog).first().textContent();
}

async function filledIn(email: string): Promise<Page> {
  const page = await newPage(site.url, { expectedErrors });
  await openBooking(page);
  await chooseTime(page, 2);
  await fillPerson(page, { ...PERSON, email });
  return page;
}

async function typedIn(page: Page) {
  const [name, phone, email] = ["Full name", "Phone", "E-mail"].map((label) => page.getByLabel(label).inputValue());
  return { name: await name, phone: await phone, email: await email };
}

function alertOf(page: Page, words: string) {
  return page.getByRole("alert").filter({ hasText: words });
}

/** The server gets the request and does what it asks; its answer never arrives. */
async function answerLost(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { listAdapters } from "#app/adapters/adapters.db.server.ts";
import { localeTimes } from "#app/platform/date-time.ts";
import { readOrMakeSealingKey, seal } from "#app/platform/encryption.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { createServer } from "#app/platform/http/create-server.server.ts";
import type { SiteBuild } from "#app/platform/http/site.server.ts";
import { TOKEN_CELL } from "#app/settings/schemas/scheduler-choice.ts";
import type { Video } from "#app/settings/schemas/videos.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { root } from "#scripts/bootstrap/project.mjs";
import { adminEditPage, REFUSED } from "#tests/support/admin-edit-page.ts";
import { COLOUR_RULES, expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { appointmentsOf, plugIn } from "#tests/support/calendly/plugged-in.ts";
import { startCalendly, TOKEN } from "#tests/support/calendly/stand-in.ts";
import { exportedAppointment, movedIn } from "#tests/support/firebase/exports.ts";
import { PUBLIC_PAGES } from "#tests/support/public-pages.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside, signedIn } from "#tests/support/signed-in.ts";
import { isTakenOver } from "#tests/support/taken-over.ts";
import { demoApp, type TestApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

const calendly = await startCalendly();
afterAll(calendly.close);
const site = sharedSite(calendly.environment);
const build: SiteBuild = await import(pathToFileURL(`${root}/build/server/index.js`).href);

const OF_CALENDLY = [new RegExp(`^foreign host: ${calendly.url}/`)];

test("with every other company's system off no byte of a public page changes, and none frames another site", async () => {
  // A minute past: no start becomes too near in the second of `anew`.
  const now = TUESDAY_NINE + 60_000;
  const app = await demoApp({ now, config: { ...calendly.config, mode: "production" } });
  const server = createServer(app, build, { clientFolder: `${root}/build/client` });
  const port = await server.listen();
  onTestFinished(() => server.close());
  const origin = `http://127.0.0.1:${port}`;
  const home = `${origin}/`;
  const read = async () => Promise.all(PUBLIC_PAGES.map((path) => bytesOf(origin + path)));
  const before = await read();
  await leaveSwitchedOff(app);
  await anew(app, home);
  const after = await read();
  PUBLIC_PAGES.forEach((path, at) => {
    expect(differenceOf(before[at] ?? "", after[at] ?? ""), path).toBeNull();
  });
  expect(before.join()).not.toContain(calendly.url);
  expect(before[PUBLIC_PAGES.indexOf("/")]).toMatch(TO_A_TIME);
  await plugIn(app, calendly);
  await anew(app, home);
  await expect.poll(async () => TO_A_TIME.test(await bytesOf(home))).toBe(false);
  const plugged = await read();
  const opened = PUBLIC_PAGES.filter((_, at) => plugged[at]?.includes(`frame-src 'self' ${calendly.url};`));
  expect(opened).toEqual(["/book"]);
  expect(plugged.filter((page) => /<iframe/.test(page))).toEqual([]);
  // What Calendly does not hear of is promised nowhere (decisions/0335).
  expect(PUBLIC_PAGES.filter((_, at) => TO_A_TIME.test(plugged[at] ?? ""))).toEqual([]);
});

const TO_A_TIME = /\/book\?[^"]*start=/;

/** What an owner leaves behind who has tried everything and switched it off: keys, addresses, a film of the release before. */
async function leaveSwitchedOff(app: TestApp): Promise<void> {
  const now = app.clock.now();
  const token = seal(readOrMakeSealingKey(app.config), TOKEN_CELL, TOKEN);
  const value = { kind: "own", page: calendly.page, token, serviceId: "", therapistId: "" } as const;
  const { videos, emailjs } = (await readSettings(app.db.kysely, app.log)).settings;
  const keys = { serviceId: "service_a", templateId: "template_b", publicKey: "key_c" };
  const films = videos.map(({ title, lines }) => ({ title, address: "", lines }));
  await writeSetting(app.db.kysely, { key: "scheduler", value, now });
  await writeSetting(app.db.kysely, { key: "emailjs", value: { ...emailjs, ...keys, sends: false }, now });
  await writeSetting(app.db.kysely, { key: "videos", value: films as Video[], now });
  await movedIn(app, [], { appointments: { a: exportedAppointment({ date: "Invalid Date" }) } });
  expect(await listAdapters(app.db.kysely)).toEqual([]);
}

/** As a save in the settings does: pages that are kept are made anew a second later, by a clock that then goes back. */
async function anew(app: TestApp, home: string): Promise<void> {
  const now = app.clock.now();
  await app.db.kysely.transaction().execute((tx) => raiseContentVersion(tx, now));
  app.clock.set(now + 1001);
  await bytesOf(home);
  app.clock.set(now);
}

/** Where two texts part, with a little of each; null if they never do. */
function differenceOf(one: string, other: string): string[] | null {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  const parts = at >= 0 ? at : one.length === other.length ? null : one.length;
  return parts === null ? null : [one, other].map((text) => text.slice(Math.max(0, parts - 80), parts + 40));
}

/** The policy and the text, without what is another's at every look. */
async function bytesOf(address: string): Promise<string> {
  const answer = await fetch(address);
  const policy = answer.headers.get("content-security-policy") ?? "";
  const text = `${policy}\n${await answer.text()}`;
  return text
    .replace(/nonce[-=]"?[\w+/=]{16,}"?/g, "nonce")
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}(\.\d+\.[\w-]+)?/g, "id");
}

test("the owner tries the token, reads Calendly's own answer, and switches", async () => {
  const page = await adminEditPage(site, { expectedErrors: REFUSED, viewport: { width: 390, height: 844 } });
  await page.goto("/admin/settings/calendly");
  await page.getByText("Visitors see your own times.").waitFor();
  await page.getByLabel(/^Calendly: shown once/).check();
  await page.getByLabel("Token").fill("a wrong one");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Enter the address of your page on Calendly" }).waitFor();
  await page.getByLabel("Your page on Calendly").fill(`${calendly.page}?month=2026-12`);
  await page.getByLabel("Token").fill("another-wrong-one");
  await page.getByRole("button", { name: "Try it" }).click();
  await page.getByText("Calendly answered 401: Unauthenticated: The access token is invalid").waitFor();
  await expectNoViolations(page);
  await page.getByLabel("Token").fill(TOKEN);
  await page.getByRole("button", { name: "Try it" }).click();
  await page.getByText("it belongs to Owner").waitFor();
  await page.getByLabel("Token").fill(TOKEN);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Visitors see your calendar on Calendly.").waitFor();
  expect(await page.content()).not.toContain(TOKEN);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoViolations(page, COLOUR_RULES);
});

test("a visitor loads the calendar by a press, books in it, and only Calendly is believed", async () => {
  const app = await appBeside(site, site.dataDir);
  await plugIn(app, calendly);
  const user = await signedIn(app);
  const page = await newPage(site.url, { viewport: { width: 390, height: 844 }, expectedErrors: OF_CALENDLY });
  await page.context().addCookies([{ ...user.browserCookie, url: site.url }]);
  await page.clock.install();
  await page.goto("/book");
  await page.getByText("_calendly_session").waitFor();
  expect(await page.getByRole("link", { name: /on Calendly/ }).getAttribute("href")).toBe(calendly.page);
  await expectNoViolations(page);
  expect(page.frames()).toHaveLength(1);
  await page.getByLabel("Phone").fill("01632 960 001");
  await page.getByRole("button", { name: "Load the calendar" }).click();
  const frame = page.frameLocator("iframe");
  await frame.getByRole("heading", { name: "60 minutes" }).waitFor();
  await expectFrameSize(page, { width: 390 });
  await page.setViewportSize({ width: 320, height: 700 });
  await expectFrameSize(page, { width: 320 });

  // Only a page whose script runs hears anything.
  await expect.poll(() => isTakenOver(page)).toBe(true);
  await forge(page);
  calendly.become("late");
  await frame.getByRole("button", { name: "Schedule event" }).click();
  await page.getByText("Confirming…").waitFor();
  await page.clock.fastForward(10_000);
  await page.getByText("Calendly’s email is on its way. The details are still arriving").waitFor();
  calendly.become("well");
  const [booked, ...others] = calendly.bookings;
  const start = Date.parse(String(booked?.event.start_time));
  const { date, time } = localeTimes(start, "Europe/London", "en-GB");
  await page.getByRole("heading", { name: `Appointment scheduled for ${date} at ${time}` }).waitFor();
  expect(others).toEqual([]);
  expect(await appointmentsOf(app)).toMatchObject([
    { starts_at: start, status: "Confirmed", user_id: user.id, email: user.email, phone: "+441632960001" },
  ]);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoViolations(page, COLOUR_RULES);
});

test("without a script the press loads the calendar, too, and what is missing is told", async () => {
  const app = await appBeside(site, site.dataDir);
  await plugIn(app, calendly);
  const page = await newPage(site.url, { javaScriptEnabled: false, expectedErrors: [...OF_CALENDLY, ...REFUSED] });
  await page.goto("/book");
  await page.getByRole("button", { name: "Load the calendar" }).waitFor();
  await page
    .locator("form")
    .filter({ hasText: "Your details" })
    .evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
  await page.getByLabel("Full name").fill("Ann");
  await page.getByRole("button", { name: "Load the calendar" }).click();
  await page.getByRole("link", { name: "Enter your phone number" }).waitFor();
  expect(await page.getByLabel("Full name").inputValue()).toBe("Ann");
  await page.getByLabel("Phone").fill("01632 960 001");
  await page.getByLabel("E-mail").fill("ann@example.com");
  await page.getByRole("button", { name: "Load the calendar" }).click();
  await page.frameLocator("iframe").getByRole("heading", { name: "60 minutes" }).waitFor();
});

/** The same message as Calendly's, from the page itself: nothing comes of it. */
async function forge(page: Page): Promise<void> {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        window.addEventListener("message", () => resolve(), { once: true });
        const uri = "https://api.calendly.com/scheduled_events/FORGED/invitees/FORGED";
        window.postMessage({ event: "calendly.event_scheduled", payload: { event: { uri }, invitee: { uri } } }, "*");
      }),
  );
  expect(asked).not.toContain("/book/scheduled");
  expect(await page.getByText("Confirming…").count()).toBe(0);
}

async function expectFrameSize(page: Page, { width }: { width: number }): Promise<void> {
  await expect.poll(async () => (await page.locator("iframe").boundingBox())?.height).toBe(630);
  await expect.poll(async () => (await page.locator("iframe").boundingBox())?.width).toBeGreaterThanOrEqual(320);
  const scrolled = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(scrolled).toBe(width);
}

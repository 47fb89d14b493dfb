import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { noteAdapter } from "#app/adapters/note-adapter.server.ts";
import { saveEmailjs } from "#app/connections/emailjs/save-emailjs.server.ts";
import { getSettingVersion } from "#app/settings/save-setting.server.ts";
import { adminPage } from "#tests/support/admin-page.ts";
import { contentsOf } from "#tests/support/archives/archives.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { startEmailjsStandIn } from "#tests/support/emailjs-stand-in.ts";
import { startFilmSites } from "#tests/support/films/stand-in.ts";
import { exportedAppointment, exportedUser, movedIn } from "#tests/support/firebase/exports.ts";
import { practice } from "#tests/support/practice.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { PASSWORD, signedInLongAgo } from "#tests/support/signed-in.ts";

const emailjs = await startEmailjsStandIn();
afterAll(emailjs.close);
const films = await startFilmSites();
afterAll(films.close);
const OUTBOUND_PRIVATE = `${emailjs.origin},${films.origin}`;
const site = sharedSite({ ...films.environment, EMAILJS_URL: emailjs.origin, OUTBOUND_PRIVATE });

const LIBRARY = readFileSync("node_modules/@emailjs/browser/dist/email.min.js", "utf8");
const FORM = `<!doctype html><title>An old page</title><form>
  <input name="user_firstName" value="Ann"><input name="user_lastName" value="Lee">
  <input name="user_email" value="ann@example.com"><input name="user_subject" value="From an old page">
  <textarea name="user_message">Line one\nLine two</textarea></form><script src="/email.min.js"></script>`;

/** A page of another site, made for EmailJS. Answers at two names of this machine: two origins. */
async function oldPage(): Promise<number> {
  const server = createServer((request, response) => {
    const isLibrary = request.url === "/email.min.js";
    response.writeHead(200, { "Content-Type": isLibrary ? "text/javascript" : "text/html" });
    response.end(isLibrary ? LIBRARY : FORM);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  return (server.address() as AddressInfo).port;
}

/** Sends the page's form with the real library, pointed at our site; what it resolves to or throws. */
async function sent(page: Page, { origin, publicKey }: { origin: string; publicKey: string }): Promise<unknown> {
  return page.evaluate(
    async ([to, key]) => {
      const { emailjs: library } = window as unknown as { emailjs: Library };
      library.init({ origin: to, publicKey: key });
      try {
        const { status, text } = await library.sendForm("service_a", "template_b", "form");
        return { status, text };
      } catch (error) {
        const { status, text } = error as { status?: number; text?: string };
        return status ? { status, text } : (error as Error).name;
      }
    },
    [origin, publicKey] as const,
  );
}

/** The library's other way: JSON, which the browser asks about first. */
async function sentAsJson(page: Page, origin: string): Promise<unknown> {
  return page.evaluate(async (to) => {
    const { emailjs: library } = window as unknown as { emailjs: Library };
    const variables = { user_firstName: "Ann", user_lastName: "Lee", user_email: "ann@example.com" };
    library.init({ origin: to, publicKey: "key_c" });
    const words = { user_subject: "From an old page, as JSON", user_message: "By send()" };
    const { status, text } = await library.send("service_a", "template_b", { ...variables, ...words });
    return { status, text };
  }, origin);
}

type Library = {
  send: (service: string, template: string, variables: object) => Promise<{ status: number; text: string }>;
  init: (options: { origin: string; publicKey: string }) => void;
  sendForm: (service: string, template: string, form: string) => Promise<{ status: number; text: string }>;
};

test("an owner sets EmailJS up, tries it, and an old page's own library then sends to us", async () => {
  const port = await oldPage();
  const { page, app } = await adminPage(site, { viewport: { width: 360, height: 740 }, colorScheme: "dark" });
  await page.goto("/admin/settings/emailjs");
  await page.getByLabel("Service ID").fill("service_a");
  await page.getByLabel("Template ID").fill("template_b");
  await page.getByLabel("Public key").fill("key_c");
  await page.getByLabel("Private key").fill("a-private-key");
  await page.getByLabel("Your pages on other sites").fill(`http://localhost:${port}`);
  emailjs.next({ status: 422, text: "The recipients address is empty" });
  await page.getByRole("button", { name: "Try it" }).click();
  await page.getByText("names no recipient").waitFor();
  expect(await page.getByRole("alert").textContent()).toContain(
    "EmailJS’s answer: 422 The recipients address is empty",
  );
  await expectNoViolations(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByLabel("Private key").fill("a-private-key");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("These sites may send messages now").waitFor();

  const expectedErrors = [/^foreign host: http:\/\/(localhost|127\.0\.0\.1):\d+\//, /status of 400/, /CORS|ERR_FAILED/];
  const old = await newPage(`http://localhost:${port}`, { expectedErrors });
  await old.goto("/");
  const { origin } = new URL(site.url);
  expect(await sent(old, { origin, publicKey: "key_c" })).toEqual({ status: 200, text: "OK" });
  const unknown = "The Public Key is invalid. To find this ID, visit https://dashboard.emailjs.com/admin/account";
  expect(await sent(old, { origin, publicKey: "other" })).toEqual({ status: 400, text: unknown });
  expect(await sentAsJson(old, origin)).toEqual({ status: 200, text: "OK" });
  await old.goto(`http://127.0.0.1:${port}/`);
  expect(await sent(old, { origin, publicKey: "key_c" })).toBe("TypeError");
  const stored = app.db.kysely.selectFrom("enquiries").select("message").where("subject", "=", "From an old page");
  expect(await stored.execute()).toEqual([{ message: "Line one\nLine two" }]);
});

test("since when a system fails, or refuses, stands on Settings, its own page and the dashboard", async () => {
  const { page, app } = await adminPage(site, { viewport: { width: 1440, height: 900 } });
  const keys = { serviceId: "service_a", templateId: "template_b", publicKey: "key_c", privateKey: "" };
  const typed = { ...keys, sends: true, noPrivateKey: false, origins: [] };
  const version = await getSettingVersion(app.db.kysely, "emailjs");
  expect((await saveEmailjs(app, practice, { version, typed })).kind).toBe("saved");
  const line = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: "EmailJS", exact: true }) });
  await page.goto("/admin/settings");
  await line.getByText("Working").waitFor();
  for (const [status, overview, own, need] of STATES) {
    await noteAdapter(app, "emailjs", { status, words: "EmailJS was asked." });
    await page.goto("/admin/settings");
    await line.getByText(overview).waitFor();
    await page.goto("/admin/settings/emailjs");
    await page.getByText(own).waitFor();
    await page.goto("/admin");
    await page.getByText(need).waitFor();
  }
  const again = await getSettingVersion(app.db.kysely, "emailjs");
  await saveEmailjs(app, practice, { version: again, typed: { ...typed, sends: false } });
  await page.goto("/admin/settings");
  expect(await line.getByText("Working").count()).toBe(0);
});

const STATES = [
  [500, /Failing since \w+day \d/, /^EmailJS has failed since \w+day \d/, "EmailJS fails"],
  [401, /Key refused since/, /^EmailJS has refused what we send since/, "EmailJS refuses your key"],
] as const;

test("without a script the checklist leads to moving in, and everything is downloaded after a password", async () => {
  const viewport = { width: 390, height: 844 };
  const { page, app, admin } = await adminPage(site, { viewport, javaScriptEnabled: false, expectedErrors: [/422/] });
  await signedInLongAgo(app, admin.id);
  await page.goto("/admin/go-live");
  await page.locator("[data-mends=moving-in]").click();
  await page.getByRole("heading", { level: 1, name: "Import" }).waitFor();
  await page.getByText("npm run import-practice -- everything.zip").waitFor();
  await page.goto("/admin/settings/everything");
  await page.getByRole("button", { name: "Download everything" }).click();
  await page.getByRole("heading", { level: 1, name: "Confirm it’s you" }).waitFor();
  await page.getByLabel("Your password, or a code").fill("not my password");
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("link", { name: "That is not your password" }).waitFor();
  await page.getByLabel("Your password, or a code").fill(PASSWORD);
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("heading", { level: 1, name: "Export everything" }).waitFor();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download everything" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^everything-\d{4}-\d\d-\d\d\.zip$/);
  const contents = await contentsOf(await download.path());
  expect([...contents.keys()]).toEqual(expect.arrayContaining(["README.md", "clients.csv", "manifest.json"]));
});

test("what a move from Firebase is not sure of is decided, without a script too", async () => {
  const { page, app } = await adminPage(site, { viewport: { width: 1440, height: 900 } });
  await movedIn(app, [exportedUser({ customAttributes: '{"admin":true}' })], {
    appointments: {
      a: exportedAppointment({ date: "03/04/2026", name: "Ann Twodates" }),
      b: exportedAppointment({ date: "Invalid Date", name: "Ben Nodate", email: "ben@example.com", phone: "" }),
    },
  });
  await page.goto("/admin/import/firebase");
  await page.getByRole("heading", { name: "2 to decide" }).waitFor();
  await page.getByText("Admins on the old site").waitFor();
  await expectNoViolations(page);

  const { page: plain } = await adminPage(site, {
    viewport: { width: 360, height: 740 },
    javaScriptEnabled: false,
    expectedErrors: [/status of 422/],
  });
  await plain.goto("/admin/import/firebase");
  await plain.getByRole("button", { name: "Take as Friday 3 April 2026, 10:00" }).click();
  await plain.getByRole("heading", { name: "1 to decide" }).waitFor();
  const ben = plain.getByRole("listitem").filter({ hasText: "Ben Nodate" });
  await ben.getByLabel("Date").fill("2041-09-06");
  await ben.getByLabel("Time").fill("10:02");
  await ben.getByRole("button", { name: "Take as typed" }).click();
  await plain.getByRole("link", { name: /whole five minutes/ }).waitFor();
  await ben.getByLabel("Time").fill("10:00");
  await ben.getByRole("button", { name: "Take as typed" }).click();
  await plain.getByText("Decided.").waitFor();
  expect(await plain.getByRole("heading", { name: /to decide/ }).count()).toBe(0);
});

test("a film is saved, looked up once, and shown from here until Play; what its site refuses is told", async () => {
  const { page } = await adminPage(site, { viewport: { width: 390, height: 844 }, colorScheme: "dark" });
  await page.goto("/admin/settings/videos");
  await page.getByLabel("Title of film 2").fill("");
  await page.getByLabel("Address of film 2").fill("https://vimeo.com/123456789");
  films.nextWords({ status: 403, text: "Forbidden" });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Vimeo answered 403: “Forbidden”.").waitFor();
  await expectNoViolations(page);
  await page.goto("/admin/settings/videos/2");
  await page.getByRole("button", { name: "Fetch again" }).click();
  await page.getByText("2 min 31 s").waitFor();
  await page.getByRole("button", { name: "Use its title" }).click();
  await page.getByRole("heading", { level: 1, name: "Film 2: Film 123456789" }).waitFor();
  await page.getByLabel("Address to try").fill("https://youtu.be/abcdefghijk");
  films.nextWords({ status: 401, text: "Unauthorized" });
  await page.getByRole("button", { name: "Try it" }).click();
  await page.getByText("YouTube answered 401: “Unauthorized”. The film is private").waitFor();
  await expectNoViolations(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  const asked = films.asked.length;
  const visitor = await newPage(site.url, { expectedErrors: [/^foreign host: https:\/\/player\.vimeo\.com\//] });
  await visitor.route("https://player.vimeo.com/**", (route) => route.fulfill({ contentType: "text/html", body: "" }));
  await visitor.goto("/");
  await visitor.getByText("A film on Vimeo, 2 min 31 s.").waitFor();
  const still = visitor.locator("[data-film='Film 123456789'] img");
  await still.scrollIntoViewIfNeeded();
  await expect.poll(() => still.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  expect(await still.getAttribute("src")).toMatch(/^\/media\//);
  await visitor.getByRole("link", { name: "Play: Film 123456789, on Vimeo" }).click();
  const player = visitor.locator("iframe[title='Film 123456789']");
  await player.waitFor({ state: "attached" });
  expect(await player.getAttribute("src")).toBe("https://player.vimeo.com/video/123456789?dnt=1&autoplay=1");
  expect(films.asked.length).toBe(asked);
});

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { COLOUR_RULES, expectNoViolations } from "#tests/support/axe.ts";
import { behind } from "#tests/support/behind.ts";
import { bookAhead } from "#tests/support/booked-ahead.ts";
import { bookedLate } from "#tests/support/booked-late.ts";
import { keptPage, newPage } from "#tests/support/browser.ts";
import { cutLine } from "#tests/support/cut-line.ts";
import { lastQuarter } from "#tests/support/london-now.ts";
import { walkedIn } from "#tests/support/practice.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { newSession, openBeside, type Person, personIn } from "#tests/support/signed-in.ts";

const site = sharedSite();
const OWN = "/my-appointment";
const AGE = /^As of \d\d:\d\d, you’re offline\.$/;
// What fails because there is no network, and the page that the worker shows instead.
const expectedErrors = [/Failed to load resource/];
const device = keptPage({ hasWorkers: true, expectedErrors });

let app: AppContext;
let client: Person;
let other: Person;
let admin: Person;
let booking: string;
let late: string;
let page: Page;
let line: Awaited<ReturnType<typeof cutLine>>;
beforeAll(async () => {
  app = await openBeside(site, site.dataDir);
  [client, other, admin] = [
    await personIn(app, { name: "Cleo Client" }),
    await personIn(app, { name: "Otto Other" }),
    await personIn(app, { name: "Imogen Hartley", role: "admin" }),
  ];
  booking = `/booking/${await bookAhead(app, { email: client.email, userId: client.id })}`;
  late = `/booking/${manageSecretOf(app, await bookedLate(app))}`;
  await walkedIn(app, {
    ...lastQuarter(),
    therapist: "tom-ellery",
    name: "Willa Waits",
    phone: "01632 960001",
    despite: "on",
  });
  line = await cutLine(site.url);
  page = await device(line.url);
  await become(client);
});
afterEach(online);
afterAll(() => {
  line.close();
  return app.db.close();
});

// The browser forgets for a moment that it is offline when it begins a page or a worker: the line is cut as well.
async function offline(): Promise<void> {
  await page.context().setOffline(true);
  line.cut();
}

async function online(): Promise<void> {
  line.join();
  await page.context().setOffline(false);
}

async function become(person: Person): Promise<void> {
  const { browserCookie } = await newSession(app, person.id);
  await page.context().addCookies([{ ...browserCookie, url: line.url }]);
}

/** Looks at a page until its copy is there and the worker answers for it. */
async function look(path: string): Promise<void> {
  await page.goto(path);
  await expect.poll(stored).toEqual(expect.arrayContaining([path, "/offline"]));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
}

/** The pages that are stored. */
function stored(): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    const paths = requests.flat().map(({ url }) => new URL(url).pathname);
    return paths.filter((path) => !path.startsWith("/assets/"));
  });
}

function registeredFor(): Promise<string[]> {
  return page.evaluate(async () => {
    const all = await navigator.serviceWorker.getRegistrations();
    return all.map(({ scope }) => new URL(scope).pathname).sort();
  });
}

test("a public page registers nothing, is no worker's, and has the same bytes beside one", async () => {
  const bytes = async () => {
    const texts: string[] = [];
    for (const path of ["/about", "/faq", "/policies/privacy"])
      texts.push((await (await page.goto(path))?.text()) ?? "");
    return texts.map((text) => text.replace(/nonce="[^"]+"/g, ""));
  };
  const before = await bytes();
  expect(before.join()).not.toMatch(/worker\.js|serviceWorker/);
  expect(await registeredFor()).toEqual([]);
  await look(OWN);
  expect(await bytes()).toEqual(before);
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  expect(await registeredFor()).toEqual([OWN]);
});

test("without a network: what is booked, how old it is, and the telephone number; by link, address or neither", async () => {
  await look(OWN);
  await look(booking);
  expect(await registeredFor()).toEqual(["/booking/", OWN]);
  await offline();
  // A page that is open asks for data: its link leads to the copy all the same.
  await page.getByRole("button", { name: "Menu" }).click();
  await page.locator("#menu").getByRole("link", { name: "My Appointments" }).click();
  await page.getByText(AGE).waitFor();
  await page.getByText("Deep Tissue Massage, 60 minutes").first().waitFor();
  expect(await page.getByText("£").count()).toBe(0);
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoViolations(page, COLOUR_RULES);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(`${booking}?booked`);
  await page.getByText(AGE).waitFor();
  await page.getByText("Therapist").waitFor();
  await page.goto(`${booking}/cancel`);
  await page.getByRole("heading", { name: "You’re offline" }).waitFor();
  await page.getByRole("link", { name: "01632 960 417" }).waitFor();
  await expect(page.goto("/about")).rejects.toThrow("ERR_INTERNET_DISCONNECTED");
});

test("a change without a network is refused at once, with the number, and what was typed stays", async () => {
  await look(late);
  const typed = page.getByLabel("When would suit you?");
  await typed.fill("Thursday after four");
  await offline();
  await page.getByRole("button", { name: "Ask to move it" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "Nothing has been changed: try again." });
  await alert.getByRole("link", { name: "01632 960 417" }).waitFor();
  expect(await typed.inputValue()).toBe("Thursday after four");
  // Sent without the page's script.
  await typed.evaluate((field: HTMLTextAreaElement) => HTMLFormElement.prototype.submit.call(field.form));
  await page.getByText("nothing was sent").waitFor();
});

test("another person on the same device sees nothing of the first, and an empty list is never shown from a copy", async () => {
  await become(other);
  await page.goto(OWN);
  await page.getByText("No appointments found.").waitFor();
  await expect.poll(stored).toEqual(["/offline"]);
  await offline();
  for (const path of [OWN, booking]) {
    await page.goto(path);
    await page.getByText("This device has no copy of the page").waitFor();
    expect(await page.getByText("No appointments found.").count()).toBe(0);
  }
});

test("a session that has ended takes its copies along at the next look", async () => {
  for (const [path, says] of [
    [OWN, "You must be logged in to view your appointments"],
    ["/login", "Forgot Password?"],
  ] as const) {
    await become(client);
    await look(OWN);
    await app.db.kysely.deleteFrom("sessions").where("userId", "=", client.id).execute();
    await page.goto(path);
    await page.getByText(says).waitFor();
    await expect.poll(stored).toEqual([]);
  }
});

test("Today without a network is names and times; signing out leaves nothing behind", async () => {
  await become(admin);
  await look("/admin");
  await offline();
  await page
    .getByRole("button", { name: /has arrived$/ })
    .first()
    .click();
  await page.locator(".admin-toast", { hasText: /Nothing has been saved.*01632\s960\s417/ }).waitFor();
  await page.goto("/admin");
  await page.getByText(AGE).waitFor();
  await page.getByText("Willa Waits").waitFor();
  expect(await page.getByText(/01632 960 ?001|Deep Tissue|£/).count()).toBe(0);
  await expectNoViolations(page);
  await online();
  await page.goto("/admin");
  const tab = await page.context().newPage();
  await tab.goto("/admin");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Logout" }).filter({ visible: true }).click();
  await page.waitForURL("**/login");
  await expect.poll(() => tab.evaluate(() => caches.keys())).toEqual([]);
  await expect.poll(registeredFor).toEqual([]);
  await tab.reload();
  expect(new URL(tab.url()).pathname).toBe("/");
  await expect.poll(() => tab.evaluate(() => caches.keys())).toEqual([]);
});

// What a broken release might have left: it answers every page itself, and waits for no other.
const OLDER = `addEventListener("install", () => skipWaiting());
  addEventListener("activate", (event) => event.waitUntil(clients.claim()));
  addEventListener("fetch", (event) => {
    if (event.request.mode === "navigate") event.respondWith(new Response("the release before"));
  });`;

test("a new release takes over from an older worker, and removes what that one stored in its own way", async () => {
  const replaced = await behind(site.url, "/worker.js", OLDER);
  const own = await newPage(replaced.url, { hasWorkers: true, expectedErrors });
  await own.goto(booking);
  await expect.poll(() => own.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
  await own.evaluate(async (path) => (await caches.open("offline-0-nobody")).put(path, new Response("old")), booking);
  await own.goto(booking);
  await own.getByText("the release before").waitFor();
  replaced.stop();
  await own.evaluate(async () => {
    const { serviceWorker } = navigator;
    const taken = new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve));
    await (await serviceWorker.getRegistration())?.update();
    await taken;
  });
  await expect.poll(() => own.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
  await own.goto(booking);
  await own.getByRole("heading", { level: 1 }).waitFor();
  await expect
    .poll(() => own.evaluate(async () => (await caches.keys()).map((name) => name.slice(0, 10))))
    .toEqual(["offline-1-"]);
  // Not only its store: the copy itself.
  await expect.poll(() => own.evaluate(async (path) => Boolean(await caches.match(path)), booking)).toBe(true);
  await own.context().setOffline(true);
  await own.goto(booking);
  await own.getByText(AGE).waitFor();
});

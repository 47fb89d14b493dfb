import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { systemClock } from "#app/platform/clock.server.ts";
import { dateInWords, localDateOf } from "#app/platform/date-time.ts";
import { DEFAULT_WORDS } from "#app/site/page-words.ts";
import { adminPage } from "#tests/support/admin-page.ts";
import { chooseTime, confirm, fillPerson, openBooking, untilScheduled } from "#tests/support/booking-page.ts";
import { newPage } from "#tests/support/browser.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
const POLICIES = [
  ["/policies/privacy", "Privacy notice", "Privacy"],
  ["/policies/cookies", "Cookies and device storage", "Cookies"],
  ["/policies/terms", "Terms", "Terms"],
  ["/policies/cancellations", "Cancellations and changes", "Cancellations"],
  ["/accessibility", "Accessibility", "Accessibility"],
] as const;

test.each(POLICIES)(
  "%s is reached from every page's foot and says since when it stands",
  async (path, title, label) => {
    const page = await newPage(site.url);
    await page.goto("/");
    await page.getByRole("contentinfo").getByRole("link", { name: label, exact: true }).click();
    await page.waitForURL(`**${path}`);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    const main = page.getByRole("main");
    expect(await main.textContent()).toMatch(/Last updated \w+day \d+ \w+ \d{4}/);
    expect(await main.textContent()).not.toMatch(/[{}[\]]/);
    const contents = await main.getByRole("navigation", { name: "On this page" }).getByRole("link").allTextContents();
    const headings = await main.getByRole("heading", { level: 2 }).allTextContents();
    expect(headings).toEqual(["On this page", ...contents]);
    await main.getByRole("link", { name: contents.at(-1), exact: true }).click();
    expect(new URL(page.url()).hash).not.toBe("");
  },
);

test("every link of every policy leads somewhere", async () => {
  const page = await newPage(site.url);
  const links = new Set<string>();
  for (const [path] of POLICIES) {
    await page.goto(path);
    for (const link of await page.getByRole("main").getByRole("link").all()) {
      links.add((await link.getAttribute("href")) ?? "");
    }
  }
  const ours = [...links].filter((link) => link.startsWith("/"));
  expect(ours).toContain("/faq#can-you-treat-my-child");
  for (const link of ours) {
    const answer = await fetch(site.url + link);
    expect(answer.status, link).toBe(200);
    const [, fragment] = link.split("#");
    if (fragment) expect(await answer.text(), link).toContain(`id="${fragment}"`);
  }
});

test("what the practice changes is dated", async () => {
  const { page } = await adminPage(site);
  await page.goto("/admin/settings/words/terms");
  await page.getByLabel("Summary").fill("Our own terms.");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved").first().waitFor();
  const reader = await newPage(site.url);
  const today = dateInWords(localDateOf(systemClock.now(), "Europe/London"));
  await reader.goto("/policies/terms");
  await reader.getByText("Our own terms.").waitFor();
  await reader.getByText(`Last updated ${today}`).waitFor();
});

test("reading sets nothing, and the cookie page names all that is set", async () => {
  const named = DEFAULT_WORDS.cookies.uses.map(({ name }) => name).join(" ");
  const reader = await newPage(site.url);
  for (const path of ["/", "/about", "/contact", "/faq", "/policies/privacy"]) await reader.goto(path);
  expect(await keptBy(reader)).toEqual([]);

  const person = await newPage(site.url);
  await openBooking(person);
  await chooseTime(person);
  await fillPerson(person);
  await confirm(person);
  await untilScheduled(person);
  await person.goto("/my-appointment");
  await person.goto("/");
  await person.getByRole("radio", { name: "Dark" }).check();
  const { page: signedIn } = await adminPage(site);
  await signedIn.goto("/account");
  const kept = [...(await keptBy(person)), ...(await keptBy(signedIn))];
  expect(kept).toEqual(expect.arrayContaining(["appointments", "theme", "ly.session_token"]));
  expect(kept.filter((name) => !named.includes(name))).toEqual([]);
});

test("no promise about health forms is made while there are none", async () => {
  for (const path of ["/policies/privacy", "/policies/terms", "/faq"]) {
    const said = await (await fetch(site.url + path)).text();
    expect(said, path).not.toMatch(/encrypted|health form|explicit consent/i);
  }
});

/** The names of all that a browser keeps for the site. */
async function keptBy(page: Page): Promise<string[]> {
  const cookies = await page.context().cookies();
  const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  return [...cookies.map(({ name }) => name), ...stored];
}

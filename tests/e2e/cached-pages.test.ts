import { expect, test } from "vitest";
import { setPicture } from "#app/catalogue/set-picture.server.ts";
import { removeUnused } from "#app/media/media.jobs.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { bookAhead } from "#tests/support/booked-ahead.ts";
import { apartStarts } from "#tests/support/bookings.ts";
import { newPage } from "#tests/support/browser.ts";
import { painting } from "#tests/support/films/painting.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside } from "#tests/support/signed-in.ts";
import { fileOf } from "#tests/support/uploaded.ts";

const site = sharedSite();

async function home(headers: Record<string, string> = {}) {
  const answer = await fetch(site.url, { headers });
  return {
    status: answer.status,
    etag: answer.headers.get("etag"),
    csp: answer.headers.get("content-security-policy"),
    text: await answer.text(),
  };
}

test("the home page is made once for everybody without a cookie, and not sent again to who has it", async () => {
  // The page holds the next free time and so belongs to one minute: two in a row may fall on either side of its end.
  const differentPages = async () => new Set([await home(), await home()].map(({ text }) => text)).size;
  await expect.poll(differentPages, { timeout: 10_000 }).toBe(1);
  const { etag, csp } = await home();
  expect(csp).toMatch(/script-src[^;]*'sha256-/);
  expect(csp).not.toContain("'nonce-");
  await expect.poll(async () => (await home({ "if-none-match": (await home()).etag ?? "" })).status).toBe(304);
  expect(etag).toMatch(/^"[0-9a-f]{24}-/);
});

test("whoever is known gets a page of their own, with a nonce", async () => {
  const cookie = { cookie: "ly.session=somebody" };
  const [one, other] = [await home(cookie), await home(cookie)];
  expect([one.etag, other.etag]).toEqual([null, null]);
  expect(one.csp).toContain("'nonce-");
  expect(one.csp).not.toBe(other.csp);
});

test("what the practice changes is on the next visitor's page", async () => {
  const app = await appBeside(site, site.dataDir);
  const { business } = (await readSettings(app.db.kysely, app.log)).settings;
  await home();
  const now = app.clock.now();
  await app.db.kysely.transaction().execute(async (tx) => {
    await writeSetting(tx, { key: "business", value: { ...business, fullName: "Limber Yard by the Blue Gate" }, now });
    await raiseContentVersion(tx, now);
  });
  await expect.poll(async () => (await home()).text, { timeout: 5_000 }).toContain("Limber Yard by the Blue Gate");
});

test("the kept page works in a browser: its scripts pass its own policy", async () => {
  const page = await newPage(site.url);
  await page.goto("/");
  await page.getByRole("radio", { name: "Dark" }).check();
  expect(
    await page.evaluate(() => document.documentElement.dataset.theme ?? document.documentElement.className),
  ).toMatch(/dark/);
});

test("a browser takes the rules that say which pages it may make ready, and nobody's own page is among them", async () => {
  const page = await newPage(site.url);
  const session = await page.context().newCDPSession(page);
  const taken = new Promise<string>((resolve) => {
    session.on("Preload.ruleSetUpdated", ({ ruleSet }) => resolve(ruleSet.errorMessage ?? ruleSet.sourceText));
  });
  await session.send("Preload.enable");
  await page.goto("/");
  const rules = await taken;
  expect(JSON.parse(rules).prerender).toHaveLength(1);
  expect(rules).not.toMatch(/admin|account|appointment|booking\/|login|logout/);
});

test("a kept page names no picture that is gone: it is made anew long before the old one is removed", async () => {
  const app = await appBeside(site, site.dataDir);
  const put = async () => {
    const upload = { file: fileOf(await painting()), alt: "A treatment table" };
    const service = { list: "services", id: "demo-deep-tissue-massage" } as const;
    await setPicture(app, { kind: "admin", userId: "imogen" }, { ...service, upload });
  };
  const pictures = async () => (await (await fetch(`${site.url}/services`)).text()).match(/\/media\/[\w-]+\.webp/g);
  await put();
  await expect.poll(pictures, { timeout: 5_000 }).not.toBeNull();
  const [old = ""] = (await pictures()) ?? [];
  await put();
  await expect.poll(pictures, { timeout: 5_000 }).not.toContain(old);
  // Who opened the page before may still load it, until the hour has passed.
  expect((await fetch(site.url + old)).status).toBe(200);
  await removeUnused({ ...app, clock: { now: () => app.clock.now() + 3_600_000 } });
  expect((await fetch(site.url + old)).status).toBe(404);
  for (const address of (await pictures()) ?? []) expect((await fetch(site.url + address)).status).toBe(200);
});

/** The booking page with what belongs to one request taken out, and what that was. */
async function bookingPage(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(site.url + path, { headers });
  const text = await answer.text();
  const nonce = answer.headers.get("content-security-policy")?.match(/'nonce-([^']+)'/)?.[1] ?? "";
  const draftKey = text.match(/name="key" value="([^"]+)"/)?.[1] ?? "";
  return { nonce, draftKey, text, common: text.replaceAll(nonce, "nonce").replaceAll(draftKey, "draft") };
}

test("the booking page is made once for the same times, and each request has its own nonce and key of the form", async () => {
  // The page belongs to one minute, and two in a row may fall on either side of its end.
  const twice = async () => [await bookingPage("/book"), await bookingPage("/book")] as const;
  await expect.poll(async () => new Set((await twice()).map(({ common }) => common)).size, { timeout: 10_000 }).toBe(1);
  for (const path of ["/book", "/book?service=sport-foot-massage&minutes=30"]) {
    const pages = [await bookingPage(path), await bookingPage(path), await bookingPage(path)];
    expect(new Set(pages.map(({ nonce }) => nonce)).size).toBe(3);
    expect(new Set(pages.map(({ draftKey }) => draftKey)).size).toBe(3);
    for (const { text, nonce, draftKey } of pages) {
      expect(new Set(text.matchAll(/ nonce="([^"]*)"/g).map(([, given]) => given))).toEqual(new Set([nonce]));
      expect(text.split(draftKey).length).toBe(3);
    }
  }
});

test("a time that is booked is on nobody's next page, and a guest's details are on their own alone", async () => {
  const app = await appBeside(site, site.dataDir);
  const today = localDateOf(app.clock.now(), "Europe/London");
  const [start = 0] = await apartStarts(app, { from: addDays(today, 9), to: addDays(today, 20) });
  const path = `/book?service=deep-tissue-massage&therapist=imogen-hartley&day=${localDateOf(start, "Europe/London")}`;
  const time = `value="${new Date(start).toISOString()}"`;
  const guest = { cookie: "ly.guest=name=Rosa+Whitfield&email=rosa%40example.com&phone=" };
  expect((await bookingPage(path)).text).toContain(time);
  expect((await bookingPage(path, guest)).text).toContain("Rosa Whitfield");
  expect((await bookingPage(path)).text).not.toContain("Rosa Whitfield");
  await bookAhead(app, { email: "rosa@example.com" });
  expect((await bookingPage(path)).text).not.toContain(time);
});

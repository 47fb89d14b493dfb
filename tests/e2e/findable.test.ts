import sharp from "sharp";
import { expect, test } from "vitest";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { PAGES } from "#app/site/page-words.ts";
import services from "#scripts/demo/services.json" with { type: "json" };
import { newPage } from "#tests/support/browser.ts";
import { doors } from "#tests/support/doors/table.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside } from "#tests/support/signed-in.ts";

const site = sharedSite();

type Listed = { path: string; lastmod: string | undefined };

async function sitemap(): Promise<Listed[]> {
  const answer = await fetch(`${site.url}/sitemap.xml`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/xml; charset=utf-8"]);
  const entries = (await answer.text()).matchAll(/<url><loc>(.*?)<\/loc>(?:<lastmod>(.*?)<\/lastmod>)?<\/url>/g);
  return [...entries].map(([, address = "", lastmod]) => {
    expect(address.startsWith(site.url)).toBe(true);
    return { path: address.slice(site.url.length) || "/", lastmod };
  });
}

test("the sitemap lists the pages that may be found, and no other", async () => {
  const listed = (await sitemap()).map(({ path }) => path);
  const expected = [
    ...Object.values(PAGES).map(({ address }) => address),
    ...services.map(({ slug }) => `/services/${slug}`),
    "/book",
  ];
  expect(listed.sort()).toEqual(expected.sort());
});

test("each of them answers, says that its own address is the one, and has a head of its own", async () => {
  const seen = new Map<string, string>();
  for (const { path } of await sitemap()) {
    const answer = await fetch(site.url + path);
    const html = await answer.text();
    expect([answer.status, answer.headers.get("x-robots-tag")], path).toEqual([200, null]);
    expect(html, path).not.toContain('name="robots"');
    expect(/<link rel="canonical" href="(.*?)"/.exec(html)?.[1], path).toBe(site.url + path);
    const title = unescaped(/<title>(.*?)<\/title>/.exec(html)?.[1]);
    const description = unescaped(/<meta name="description" content="(.*?)"/.exec(html)?.[1]);
    expect(title.length, title).toBeLessThanOrEqual(60);
    expect(description.length, description).toBeLessThanOrEqual(155);
    expect(description.length, description).toBeGreaterThan(30);
    expect(seen.get(title) ?? seen.get(description), `${path} is like another`).toBeUndefined();
    seen.set(title, path).set(description, path);
  }
});

test("with a query a page still says its one address", async () => {
  const html = await (await fetch(`${site.url}/book?service=relaxation-massage`)).text();
  expect(/<link rel="canonical" href="(.*?)"/.exec(html)?.[1]).toBe(`${site.url}/book`);
});

test("what can be looked at and isn't listed says that it is not to be found", async () => {
  const listed = new Set((await sitemap()).map(({ path }) => path));
  const pages = doors.filter(({ at, get }) => get.nobody === 200 && /^\/[a-z-]*$/.test(at) && !listed.has(at));
  expect(pages.map(({ at }) => at).sort()).toEqual(["/login", "/my-appointment", "/offline"]);
  for (const { at } of pages) {
    expect(await (await fetch(site.url + at)).text(), at).toContain('<meta name="robots" content="noindex, nofollow"');
  }
});

test("the day of the last change is said, and moves on with a change", async () => {
  const before = await sitemap();
  expect(before.every(({ lastmod }) => /^\d{4}-\d\d-\d\d$/.test(lastmod ?? ""))).toBe(true);
  const app = await appBeside(site, site.dataDir);
  await app.db.kysely.transaction().execute(async (tx) => {
    const changed = { updated_at: Date.UTC(2031, 0, 2, 12) };
    await tx.updateTable("services").set(changed).where("slug", "=", "relaxation-massage").execute();
    await raiseContentVersion(tx, app.clock.now());
  });
  const changed = async () =>
    (await sitemap()).filter(({ lastmod }) => lastmod === "2031-01-02").map(({ path }) => path);
  await expect
    .poll(changed, { timeout: 5_000 })
    .toEqual(["/", "/about", "/services", "/services/relaxation-massage", "/book"]);
});

test("robots may read everything but the desk, and are told where the list is", async () => {
  const answer = await fetch(`${site.url}/robots.txt`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const lines = (await answer.text()).trim().split("\n");
  expect(lines).toContain("User-agent: *");
  expect(lines).toContain(`Sitemap: ${site.url}/sitemap.xml`);
  const shut = lines.filter((line) => line.startsWith("Disallow: ")).map((line) => line.slice("Disallow: ".length));
  expect(shut).toEqual(["/admin", "/appointments", "/users", "/api/"]);
  for (const { path } of await sitemap()) expect(shut.some((start) => path.startsWith(start))).toBe(false);
});

test("every card is there, 1200 by 630, and named by the page's own title", async () => {
  for (const { path } of await sitemap()) {
    const html = await (await fetch(site.url + path)).text();
    const image = /<meta property="og:image" content="(.*?)"/.exec(html)?.[1] ?? "";
    const answer = await fetch(image);
    expect(answer.headers.get("content-type"), image).toBe("image/png");
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([width, height], image).toEqual([1200, 630]);
    expect(html, path).toContain(`<meta property="og:url" content="${site.url}${path}"`);
  }
});

test("icons and manifest are linked, there, and as large as they say", async () => {
  const page = await newPage(site.url);
  await page.goto("/");
  const links = page.locator("link[rel~=icon], link[rel=apple-touch-icon]");
  const hrefs = await links.evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).href));
  expect(hrefs.map((href) => new URL(href).pathname)).toEqual([
    "/icon-192.png",
    "/favicon.svg",
    "/apple-touch-icon.png",
  ]);
  for (const href of hrefs) expect((await fetch(href)).status, href).toBe(200);
  const answer = await fetch(`${site.url}${await page.locator("link[rel=manifest]").getAttribute("href")}`);
  expect(answer.headers.get("content-type")).toBe("application/manifest+json");
  const { name, short_name, icons } = await answer.json();
  expect([name, short_name]).toEqual(["Limber Yard Sports Massage & Wellness", "Limber Yard"]);
  for (const { src, sizes, type } of icons as Record<string, string>[]) {
    const icon = await fetch(`${site.url}${src}`);
    expect(icon.headers.get("content-type")?.split(";")[0]).toBe(type);
    if (type !== "image/png") continue;
    const { width, height } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});

function unescaped(html = ""): string {
  return html.replaceAll("&amp;", "&").replaceAll("&#x27;", "'").replaceAll("&quot;", '"');
}

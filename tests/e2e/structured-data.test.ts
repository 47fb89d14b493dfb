import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import services from "#scripts/demo/services.json" with { type: "json" };
import { keptPage, newPage } from "#tests/support/browser.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside } from "#tests/support/signed-in.ts";
import { graphOn, hoursSaid, hoursShown, type Said, theOnly } from "#tests/support/structured-data.ts";

const site = sharedSite();
const POLICIES = [
  ...["/policies/cancellations", "/policies/privacy", "/policies/cookies", "/policies/terms"],
  ...["/accessibility", "/complaints"],
];

const withoutScript = keptPage({ javaScriptEnabled: false });

async function open(address: string): Promise<{ page: Page; graph: Said[] }> {
  const page = await withoutScript(site.url);
  await page.goto(address);
  return { page, graph: await graphOn(page) };
}

const business = (graph: Said[]) => theOnly(graph, "HealthAndBeautyBusiness");
const headings = (page: Page, region: string) =>
  page.getByRole("region", { name: region }).getByRole("heading", { level: 3 }).allTextContents();

test.each(["/", "/about", "/services", "/contact"])(
  "%s: name, phone, email and address are those shown",
  async (at) => {
    const { page, graph } = await open(at);
    const { name, telephone, email, address, url } = business(graph);
    const footer = page.getByRole("contentinfo");
    expect(url).toBe(`${site.url}/`);
    expect(theOnly(graph, "WebSite").name).toBe(name);
    expect(await page.getByRole("banner").getByRole("link").first().textContent()).toBe(name);
    expect(await footer.locator("a[href^='tel:']").getAttribute("href")).toBe(`tel:${telephone}`);
    expect(await footer.locator("a[href^='mailto:']").textContent()).toBe(email);
    const { streetAddress, addressLocality, postalCode } = address as Record<string, string>;
    const lines = await footer.locator("address > span").allTextContents();
    // The page keeps a postcode on one line.
    expect(lines.join(", ").replaceAll("\u00a0", " ")).toBe(`${streetAddress}, ${addressLocality} ${postalCode}`);
  },
);

test("home: treatment hours are those shown, and prices run from the lowest to the highest", async () => {
  const { page, graph } = await open("/");
  const { openingHoursSpecification, priceRange } = business(graph);
  expect(hoursSaid(openingHoursSpecification)).toEqual(await hoursShown(page, "Treatment hours"));
  const prices = services.flatMap(({ lengths }) => lengths.map(({ pricePence }) => pricePence / 100));
  expect(priceRange).toBe(`£${Math.min(...prices)} to £${Math.max(...prices)}`);
  expect(await page.getByRole("main").textContent()).toContain(`From £${Math.min(...prices)}`);
});

test("contact: the hours of the phone are those shown, and are not the treatment hours", async () => {
  const { page, graph } = await open("/contact");
  const { contactPoint, openingHoursSpecification } = business(graph);
  const said = hoursSaid((contactPoint as Said).hoursAvailable);
  expect(said).toEqual(await hoursShown(page, "Get In Touch"));
  expect(said).not.toEqual(hoursSaid(openingHoursSpecification));
  theOnly(graph, "ContactPage");
});

test("services: the list names the services of the page, in its order", async () => {
  const { page, graph } = await open("/services");
  const items = theOnly(graph, "ItemList").itemListElement as { position: number; name: string; url: string }[];
  const shown = [...(await headings(page, "Our Services")), ...(await headings(page, "Also at the Yard"))];
  expect(items.map(({ name }) => name)).toEqual(shown);
  expect(items.map(({ position }) => position)).toEqual(shown.map((_, index) => index + 1));
  for (const { name, url } of items) {
    const href = await page.getByRole("listitem").getByRole("link", { name, exact: true }).first().getAttribute("href");
    expect(`${site.url}${href}`).toBe(url);
  }
});

test.each(services)("$title: its offers are the prices shown", async ({ slug, booking }) => {
  const { page, graph } = await open(`/services/${slug}`);
  const { name, description, url, offers = [] } = theOnly(graph, "Service");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(name);
  expect(await page.getByRole("main").textContent()).toContain(description);
  expect(await page.locator("link[rel=canonical]").getAttribute("href")).toBe(url);
  const rows = await page.getByRole("row").all();
  const shown = await Promise.all(rows.slice(1).map((row) => pricedRow(row)));
  const said = (offers as Record<string, string>[]).map((offer) => ({
    name: offer.name,
    price: `£${offer.price}`,
    url: offer.url,
  }));
  expect(said).toEqual(shown);
  expect(said.length > 0).toBe(booking === "online");
});

async function pricedRow(row: import("playwright-core").Locator) {
  const length = (await row.getByRole("rowheader").textContent()) ?? "";
  const price = Number(((await row.getByRole("cell").first().textContent()) ?? "").replace("£", ""));
  const href = await row.getByRole("link").getAttribute("href");
  return { name: /^\d+ minutes/.exec(length)?.[0], price: `£${price.toFixed(2)}`, url: `${site.url}${href}` };
}

test("about: the people are those shown, each where their name leads, and a path leads to each page but the first", async () => {
  const { page, graph } = await open("/about");
  const people = graph.filter((thing) => thing["@type"] === "Person").map(({ name }) => name);
  expect(people).toEqual(await headings(page, "Who you will meet"));
  for (const person of graph.filter((thing) => thing["@type"] === "Person")) {
    const place = page.locator(`[id="${person["@id"]?.split("#")[1]}"]`);
    expect(await place.getByRole("heading", { level: 3 }).textContent()).toBe(person.name);
  }
  expect(business((await open("/")).graph)["@id"]).toBe(business(graph)["@id"]);
  for (const at of ["/about", "/services", "/services/joint-mobilization", "/contact", "/book"]) {
    const path = theOnly((await open(at)).graph, "BreadcrumbList").itemListElement as { item: string }[];
    expect(path.map(({ item }) => item).at(-1)).toBe(`${site.url}${at}`);
    expect(path[0]?.item).toBe(`${site.url}/`);
  }
});

test("questions: each question and answer is one of the page", async () => {
  const { page, graph } = await open("/faq");
  const said = theOnly(graph, "FAQPage").mainEntity as { name: string; acceptedAnswer: { text: string } }[];
  expect(said.map(({ name }) => name)).toEqual(await page.locator("details h3").allTextContents());
  expect(said.map(({ acceptedAnswer }) => acceptedAnswer.text)).toEqual(
    await page.locator("details > p").allTextContents(),
  );
});

test.each(POLICIES)("%s says whose it is and where it stands", async (at) => {
  const { graph } = await open(at);
  business(graph);
  const path = theOnly(graph, "BreadcrumbList").itemListElement as { item: string }[];
  expect(path.map(({ item }) => item)).toEqual([`${site.url}/`, `${site.url}${at}`]);
});

test("booking is said to be possible where it is", async () => {
  for (const at of ["/", "/book"]) {
    const { potentialAction } = business((await open(at)).graph);
    const { target } = potentialAction as { target: { urlTemplate: string } };
    expect((await fetch(target.urlTemplate)).status).toBe(200);
  }
});

test("what the practice writes can't break out of it", async () => {
  const app = await appBeside(site, site.dataDir);
  const { business: stored } = (await readSettings(app.db.kysely, app.log)).settings;
  const blurb = `</script><script>document.title = "broken"</script> & "quotes" <!-- \u2028`;
  const now = app.clock.now();
  await app.db.kysely.transaction().execute(async (tx) => {
    await writeSetting(tx, { key: "business", value: { ...stored, blurb }, now });
    await raiseContentVersion(tx, now);
  });
  const page = await newPage(site.url);
  await expect
    .poll(
      async () => {
        await page.goto("/");
        return business(await graphOn(page)).description;
      },
      { timeout: 5_000 },
    )
    .toBe(blurb);
  expect(await page.title()).not.toBe("broken");
});

test("what is private says nothing to machines", async () => {
  const page = await newPage(site.url);
  for (const at of ["/login", "/my-appointment"]) {
    await page.goto(at);
    expect(await page.locator("script[type='application/ld+json']").count()).toBe(0);
    expect(await page.locator("meta[name=robots]").getAttribute("content")).toBe("noindex, nofollow");
  }
});

import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addClients } from "#app/clients/add-clients.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { REFUSED } from "#tests/support/admin-edit-page.ts";
import { violationsOn } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { fixturesIn } from "#tests/support/doors/fixtures.ts";
import { switchedOn } from "#tests/support/health.ts";
import { CLINIKO_KEY, startPretendCliniko } from "#tests/support/pretend-cliniko.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { openBeside } from "#tests/support/signed-in.ts";

const cliniko = await startPretendCliniko();
afterAll(cliniko.close);
const site = sharedSite(cliniko.environment);
let app: AppContext;
let fixtures: Awaited<ReturnType<typeof fixturesIn>>;
beforeAll(async () => {
  app = await switchedOn(await openBeside(site, site.dataDir));
  fixtures = await fixturesIn(app);
  // The client whom Imogen treats.
  const record = fixtures.fill("{record}");
  const client = await app.db.kysely
    .selectFrom("clients")
    .selectAll()
    .where("id", "=", record)
    .executeTakeFirstOrThrow();
  const known = { contact: { userId: null, name: "Bo Larsen", email: "bo@example.com", phone: null }, since: 0 };
  await app.db.kysely.transaction().execute((tx) => addClients(tx, [{ ...known, isExisting: true }]));
  cliniko.patient({ id: "101", name: client.name ?? "", email: client.email ?? "" });
  cliniko.patient({ id: "102", name: "Bo Larsen", email: "bo@example.com" });
  cliniko.patient({ id: "103", name: "Zoë Grünwald", email: "zoe@example.com" });
  for (const [id, patient] of [
    ["201", "101"],
    ["202", "102"],
    ["203", "102"],
    ["204", "103"],
    ["205", "101"],
  ] as const)
    cliniko.note({ id, patient, words: `Stiff neck ${id}` });
  cliniko.form({ id: "301", patient: "101", words: "Broke a wrist in 2019" });
});
afterAll(() => app.db.close());

async function pageFor(
  visitor: "admin" | "therapist" | "client",
  width: number,
  colorScheme: "light" | "dark",
): Promise<Page> {
  const page = await newPage(site.url, { viewport: { width, height: 844 }, colorScheme, expectedErrors: REFUSED });
  const [name = "", value = ""] = ((await fixtures.cookieOf(visitor)) ?? "").split(/=(.*)/s);
  await page.context().addCookies([{ name, value, url: site.url }]);
  return page;
}

async function isSound(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  expect(await violationsOn(page)).toEqual([]);
}

test("an owner counts what is in Cliniko, imports it and downloads the certificate; a therapist reads it", async () => {
  const page = await pageFor("admin", 360, "light");
  await page.goto("/admin/import");
  await page.getByRole("link", { name: "Your notes and forms are in Cliniko?" }).click();
  await page.getByRole("heading", { name: "From Cliniko" }).waitFor();
  await isSound(page, 360);
  await page.getByLabel("API key").fill("not a key");
  await page.getByRole("button", { name: "Count what is there" }).click();
  await page.getByText("Enter the API key as Cliniko shows it, with its end, like -uk1.").first().waitFor();
  await page.getByLabel("API key").fill(CLINIKO_KEY);
  await page.getByRole("button", { name: "Count what is there" }).click();
  await page.getByRole("heading", { name: "Counted, and nothing is stored yet" }).waitFor();
  await page.getByText("2 of 3 patients are clients here.").waitFor();
  await page.getByText("Zoë Grünwald").waitFor();
  await isSound(page, 360);
  expect(await page.content()).not.toContain(CLINIKO_KEY);
  await page.getByRole("button", { name: "Import 5 records" }).click();
  const certificate = page.getByRole("link", { name: /^Certificate of / });
  await certificate.waitFor();
  await certificate.click();
  await page.getByRole("heading", { name: "Certificate" }).waitFor();
  await isSound(page, 360);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download the certificate" }).click(),
  ]);
  expect(readFileSync(await download.path(), "utf8")).toMatch(/Stored: 4[\s\S]*Stored: 1[\s\S]*SHA-256/);

  const therapist = await pageFor("therapist", 1440, "dark");
  const record = fixtures.fill("{record}");
  await therapist.goto(`/admin/clients/${record}/treatment-notes`);
  await therapist.getByText("Form imported from Cliniko").waitFor();
  await isSound(therapist, 1440);
  await therapist
    .getByRole("listitem")
    .filter({ hasText: "Note imported from Cliniko" })
    .first()
    .getByRole("link")
    .click();
  await therapist.getByText(/by Nat Hermiston/).waitFor();
  await therapist.getByText(/Stiff neck 20\d/).waitFor();
  await isSound(therapist, 1440);
  expect(await therapist.getByRole("button", { name: "Add amendment" }).count()).toBe(0);

  const client = await pageFor("client", 360, "dark");
  await client.goto("/account/health");
  await client.getByText("Broke a wrist in 2019").waitFor();
  await client.getByText("Headache, Cough").waitFor();
  expect(await client.getByText(/Stiff neck/).count()).toBe(0);
  await isSound(client, 360);
  expect(await app.db.kysely.selectFrom("cliniko_imports").select("key_sealed").execute()).toEqual([
    { key_sealed: null },
  ]);
});

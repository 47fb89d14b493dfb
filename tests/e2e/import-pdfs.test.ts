import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addClients } from "#app/clients/add-clients.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { REFUSED } from "#tests/support/admin-edit-page.ts";
import { violationsOn } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { fixturesIn } from "#tests/support/doors/fixtures.ts";
import { switchedOn } from "#tests/support/health.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { openBeside } from "#tests/support/signed-in.ts";

const site = sharedSite();
let app: AppContext;
let fixtures: Awaited<ReturnType<typeof fixturesIn>>;
beforeAll(async () => {
  app = await switchedOn(await openBeside(site, site.dataDir));
  fixtures = await fixturesIn(app);
  const people = ["Orla Quist", "Piet Quist"].map((name) => ({
    ...{ contact: { userId: null, name, email: `${name.split(" ")[0]}@example.com`, phone: null } },
    ...{ since: 0, isExisting: true },
  }));
  await app.db.kysely.transaction().execute((tx) => addClients(tx, people));
});
afterAll(() => app.db.close());

async function pageFor(visitor: "admin" | "therapist", width: number, more: Parameters<typeof newPage>[1] = {}) {
  const page = await newPage(site.url, { viewport: { width, height: 844 }, expectedErrors: REFUSED, ...more });
  const [name = "", value = ""] = ((await fixtures.cookieOf(visitor)) ?? "").split(/=(.*)/s);
  await page.context().addCookies([{ name, value, url: site.url }]);
  return page;
}

const pdf = (name: string, words: string) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from(`%PDF-1.7 ${words}`),
});

test.each([
  ["on a phone", 360, { colorScheme: "light" }],
  ["without a script", 1440, { colorScheme: "dark", javaScriptEnabled: false }],
] as const)(
  "an owner sees whose each file is, chooses who is missing, and imports them, %s",
  async (nth, width, more) => {
    const page = await pageFor("admin", width, more);
    const sound = async () => {
      if (!("javaScriptEnabled" in more)) expect(await violationsOn(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    };
    await page.goto("/admin/import");
    await page.getByRole("link", { name: "You have PDFs per client, from Fresha or Jane?" }).click();
    await page.getByRole("heading", { name: "PDFs per client" }).waitFor();
    await sound();
    await page.getByLabel("Client numbers (optional)").fill("7, orla@example.com");
    await page.getByRole("button", { name: "Upload and preview" }).click();
    await page.getByText("Choose where the files come from").first().waitFor();
    expect(await page.getByLabel("Client numbers (optional)").inputValue()).toBe("7, orla@example.com");
    await page.getByLabel("Client numbers (optional)").fill("");
    await page.getByLabel("Where the files come from").selectOption("Jane");
    await page
      .getByLabel("Files", { exact: true })
      .setInputFiles([
        pdf("Quist, Orla 2024-03-01.pdf", `orla ${nth}`),
        pdf("scan 7.pdf", `piet ${nth}`),
        pdf("nobody.pdf", `nobody ${nth}`),
        { name: "letter.docx", mimeType: "application/octet-stream", buffer: Buffer.from("PK not a PDF") },
      ]);
    await page.getByRole("button", { name: "Upload and preview" }).click();
    await page.getByRole("heading", { name: "Nothing is stored yet" }).waitFor();
    await sound();
    await page.getByText(/^Orla Quist, by name\. .*1 Mar(ch)? 2024$/).waitFor();
    await page.getByLabel("Find the client of scan 7.pdf").fill("Piet");
    await page
      .getByRole("listitem")
      .filter({ hasText: "scan 7.pdf" })
      .getByRole("button", { name: "Find client" })
      .click();
    await page.getByLabel("Client of scan 7.pdf", { exact: true }).selectOption({ index: 0 });
    await page.getByRole("button", { name: "Choose client" }).click();
    await page.getByText(/^Piet Quist, chosen by you/).waitFor();
    await page.getByRole("button", { name: "Import 2 files" }).click();
    const certificate = page.getByRole("link", { name: /^Download the certificate of / }).first();
    await expect
      .poll(
        async () => {
          await page.goto("/admin/import/pdfs");
          return certificate.count();
        },
        { timeout: 30_000 },
      )
      .toBeGreaterThan(0);
    await sound();
    const [download] = await Promise.all([page.waitForEvent("download"), certificate.click()]);
    const text = readFileSync(await download.path(), "utf8");
    expect(text).toMatch(/Stored: 2\n[\s\S]*Left out: 2\n[\s\S]*SHA-256/);
    expect(text).not.toMatch(/Quist|scan|letter/);
  },
);

import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { switchedOn } from "#tests/support/health.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { newSession, openBeside } from "#tests/support/signed-in.ts";
import { staffIn } from "#tests/support/staff.ts";

const site = sharedSite();
const IMOGEN = "demo-imogen-hartley";
let app: AppContext;
let therapist: string;
beforeAll(async () => {
  app = await switchedOn(await openBeside(site, site.dataDir));
  therapist = (await staffIn(app, { roles: ["therapist"], therapistId: IMOGEN, name: "Imogen" })).id;
});
afterAll(() => app.db.close());

async function treatedClient(): Promise<string> {
  const [id, client] = [newId(), newId()];
  const visit = { service: "demo-deep-tissue-massage", source: "website", minutes: 60, pence: 6000, cancelled: null };
  const start = app.clock.now() - 3_600_000;
  await insertVisits(app, [{ ...visit, id, start, therapist: IMOGEN, status: "Confirmed", state: "finished", client }]);
  return client;
}

// Chromium styles the page that it shows a picture on; a script that was stopped would say so in other words.
const EXPECTED = [/status of 422/, /^console: Applying inline style violates .*\/content\)$/];

async function pageFor(viewport: { width: number; height: number }) {
  const page = await newPage(site.url, { viewport, expectedErrors: EXPECTED });
  await page.context().addCookies([{ ...(await newSession(app, therapist)).browserCookie, url: site.url }]);
  return page;
}

const SCRIPT = "<script>document.title='RAN';fetch('/ran')</script>";

test.each(byTurns(WIDTHS, 0))(
  "a therapist takes a picture onto a record, opens it, and chooses that the client reads it (%s)",
  async (_width, viewport) => {
    const page = await pageFor(viewport);
    const client = await treatedClient();
    await page.goto(`/admin/clients/${client}`);
    await page.getByRole("link", { name: "Files", exact: true }).click();
    await page.getByText("No files yet.").waitFor();
    await expectNoViolations(page);
    await page.getByRole("link", { name: "Take a picture" }).click();
    await page.getByRole("heading", { name: "Take a picture" }).waitFor();
    await expectNoViolations(page);
    const input = page.getByLabel("Picture", { exact: true });
    expect(await input.getAttribute("capture")).toBe("environment");
    await page.getByRole("button", { name: "Add to the record" }).click();
    await page.getByRole("link", { name: "Choose a picture or a PDF" }).waitFor();
    await page.getByLabel("Title").fill("Zebra knee");
    const plain = sharp({ create: { width: 300, height: 200, channels: 3, background: "#a33" } });
    const jpeg = Buffer.concat([await plain.jpeg().toBuffer(), Buffer.from(SCRIPT)]);
    await input.setInputFiles({ name: "zebra.jpg", mimeType: "text/html", buffer: jpeg });
    await page.getByRole("button", { name: "Add to the record" }).click();
    await page.getByRole("link", { name: "Zebra knee" }).waitFor();
    await expectNoViolations(page);
    expect(await page.title()).not.toContain("Zebra");
    await page.getByRole("link", { name: "Zebra knee" }).click();
    const picture = page.getByRole("img", { name: "Zebra knee" });
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(300);
    await expectNoViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    expect(page.url()).not.toContain("ebra");
    await page.getByLabel("The client reads it in their account").check();
    await page.getByRole("button", { name: "Save who reads it" }).click();
    await page.getByText("Saved").first().waitFor();
    await page.getByRole("link", { name: "Files", exact: true }).first().click();
    await page.getByText("Client reads it").waitFor();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain("Zebra");
  },
);

test.each(byTurns(WIDTHS, 1))(
  "a therapist issues a letter once its client has agreed to what is previewed (%s)",
  async (_width, viewport) => {
    const page = await pageFor(viewport);
    const client = await treatedClient();
    await page.goto(`/admin/clients/${client}/files`);
    await page.getByRole("link", { name: "Write a letter" }).click();
    await page.getByRole("heading", { name: "Write a letter" }).waitFor();
    await page.getByLabel("To").fill("Dr Zebra\nThe Surgery");
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByRole("link", { name: "Enter the letter" }).waitFor();
    await expectNoViolations(page);
    await page.getByLabel("What it is about").fill("Zebra shoulder");
    await page.getByLabel("Letter", { exact: true }).fill("First line\n\nSecond line");
    await page.getByRole("button", { name: "Preview" }).click();
    const preview = page.getByRole("region", { name: "This is what goes, and nothing else" });
    await preview.getByText("Second line").waitFor();
    await page.getByRole("button", { name: "Issue letter" }).click();
    await page.getByRole("link", { name: /^Confirm that the client agreed/ }).waitFor();
    await expectNoViolations(page);
    await page.getByRole("checkbox", { name: /^“I agree that this letter goes to Dr Zebra,/ }).check();
    await page.getByLabel("How they agreed").selectOption("By phone");
    await page.getByRole("button", { name: "Issue letter" }).click();
    await page.getByRole("heading", { name: "Letter to Dr Zebra" }).waitFor();
    await page.getByText(/Agreed on .*, by phone, noted by /).waitFor();
    await expectNoViolations(page);
    expect(await page.getByRole("button", { name: "Take it out" }).count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    expect(`${page.url()} ${await page.title()}`).not.toContain("ebra");
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download PDF" }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^file-\w+\.pdf$/);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain("Zebra");
  },
);

test("nothing in a file ever runs: not HTML behind a picture, nor script in a PDF, opened by its address", async () => {
  const page = await pageFor({ width: 1280, height: 800 });
  const client = await treatedClient();
  const plain = sharp({ create: { width: 30, height: 20, channels: 3, background: "#a33" } });
  const jpeg = Buffer.concat([await plain.jpeg().toBuffer(), Buffer.from(`<html>${SCRIPT}`)]);
  const pdf = Buffer.from(
    `%PDF-1.7\n<html>${SCRIPT}\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF`,
  );
  for (const [title, buffer] of [
    ["Picture", jpeg],
    ["Paper", pdf],
  ] as const) {
    await page.goto(`/admin/clients/${client}/files/new`);
    await page.getByLabel("Picture or PDF").setInputFiles({ name: "a.html", mimeType: "text/html", buffer });
    await page.getByLabel("Title").fill(title);
    await page.getByRole("button", { name: "Add to the record" }).click();
    await page.getByRole("link", { name: title, exact: true }).waitFor();
  }
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const rows = await app.db.kysely.selectFrom("record_files").select("id").where("client_id", "=", client).execute();
  expect(rows).toHaveLength(2);
  for (const { id } of rows) {
    const path = `/admin/clients/${client}/files/${id}/content`;
    const answer = await page.request.get(path);
    expect(answer.headers()).toMatchObject({
      "content-security-policy": expect.stringMatching(/default-src 'none'.*sandbox/),
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    });
    const isPdf = answer.headers()["content-type"] === "application/pdf";
    expect(answer.headers()["content-disposition"]).toMatch(
      isPdf ? /^attachment; filename="file-\w+\.pdf"$/ : /^inline/,
    );
    if (isPdf) {
      const downloading = page.waitForEvent("download");
      await page.goto(path).catch(() => {});
      await downloading;
    } else {
      await page.goto(path);
      expect(await page.content()).not.toContain("RAN");
    }
    expect(await page.title()).not.toBe("RAN");
  }
  expect(asked).not.toContain("/ran");
});

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { getManaged, manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import { sendForm } from "#app/health/form/forms.server.ts";
import { unzipped } from "#app/moving/archive/zip-js.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { violationsOn } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { fixturesIn } from "#tests/support/doors/fixtures.ts";
import { answered, switchedOn } from "#tests/support/health.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { openBeside } from "#tests/support/signed-in.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const site = sharedSite();
let app: AppContext;
let fixtures: Awaited<ReturnType<typeof fixturesIn>>;
let record: string;
beforeAll(async () => {
  app = await switchedOn(await openBeside(site, site.dataDir));
  fixtures = await fixturesIn(app);
  const appointment = await getAppointment(app.db.kysely, fixtures.fill("{appointment}"));
  const managed = appointment && (await getManaged(app, manageSecretOf(app, appointment)));
  if (!managed) throw new Error("The link opens nothing");
  await sendForm(app, managed, answered({ thinners: "yes", help: "ZEBRA-CANARY" }));
  const row = app.db.kysely.selectFrom("record_keys").select("client_id");
  record = (await row.executeTakeFirstOrThrow()).client_id;
});
afterAll(() => app.db.close());

const withCodes = (has: boolean) =>
  app.db.kysely.updateTable("users").set({ twoFactorEnabled: has }).where("role", "=", "admin").execute();

async function pageOf(visitor: "admin" | "client", width: number, colorScheme: "light" | "dark" = "light") {
  const page = await newPage(site.url, {
    viewport: { width, height: 844 },
    colorScheme,
    expectedErrors: [/status of 422/],
  });
  const [name = "", value = ""] = ((await fixtures.cookieOf(visitor)) ?? "").split(/=(.*)/s);
  await page.context().addCookies([{ name, value, url: site.url }]);
  return page;
}

async function looksRight(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  expect(await violationsOn(page)).toEqual([]);
}

test.each([
  [360, "light"],
  [1440, "dark"],
] as const)(
  "an owner downloads a client’s file for an insurer, which proves itself offline, at %i px (%s)",
  async (width, colorScheme) => {
    await withCodes(false);
    const page = await pageOf("admin", width, colorScheme);
    await page.goto(`/admin/clients/${record}`);
    await page.getByRole("link", { name: "File for an insurer" }).click();
    await page.getByText("A password alone is not enough here.").waitFor();
    await looksRight(page, width);
    await withCodes(true);
    await page.reload();
    await page.getByRole("heading", { name: "File for an insurer" }).waitFor();
    await looksRight(page, width);
    await page.getByLabel("Reason").fill("  ");
    await page.getByRole("button", { name: "Download file" }).click();
    await page.getByText("Enter the reason").waitFor();
    // A reason that is too long stays, to be shortened.
    const long = page.getByLabel("Reason");
    await long.evaluate((area: HTMLTextAreaElement) => area.removeAttribute("maxlength"));
    const words = "Claim 7 of Balens. ".repeat(12);
    // The page's script may begin while something is typed, and puts the cursor elsewhere.
    await expect.poll(() => long.fill(words).then(() => long.inputValue())).toBe(words);
    await page.getByRole("button", { name: "Download file" }).click();
    await page.getByText("The reason must be 200 characters or fewer").waitFor();
    expect(await long.inputValue()).toBe(words);
    await looksRight(page, width);
    await long.fill("Claim 7 of Balens");
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download file" }).click();
    const folder = temporaryFolder();
    const zip = join(folder, "record.zip");
    await (await downloading).saveAs(zip);
    for (const { name, read } of await unzipped(zip))
      writeFileSync(join(folder, name), Buffer.from(await new Response(read()).arrayBuffer()));
    expect(readFileSync(join(folder, "record.pdf"), "latin1").slice(0, 5)).toBe("%PDF-");

    const offline = await newPage(site.url, { viewport: { width, height: 844 } });
    const asked: string[] = [];
    offline.on("request", (request) => asked.push(request.url()));
    const address = pathToFileURL(join(folder, "verify.html")).href;
    await offline.goto(address);
    const choose = (file: string) => offline.getByLabel("record.json").setInputFiles(join(folder, file));
    await choose("record.json");
    await offline.getByText(/^All \d+ entries are as they were written\.$/).waitFor();
    expect(await violationsOn(offline)).toEqual([]);

    const text = readFileSync(join(folder, "record.json"), "utf8");
    expect(text).toContain("ZEBRA-CANARY");
    // One byte of an answer, of a hash, of what holds a line together, and of the first line.
    const form = text.split("\n").findIndex((line) => line.includes("ZEBRA-CANARY"));
    const changed = {
      answer: [text.replace("ZEBRA-CANARY", "ZEBRA-CANARZ"), `Entry ${form} (Health form`],
      hash: [
        text.replace(/"hash":"(.)/, (all, one) => all.slice(0, -1) + (one === "a" ? "b" : "a")),
        "Entry 1 (About this bundle",
      ],
      brace: [text.replace('"answers":[', '"answers":('), `Entry ${form} was changed: it can’t be read any longer.`],
      head: [text.replace("health-record-1", "health-record-2"), "The first line was changed"],
      missing: [text.split("\n").toSpliced(2, 1).join("\n"), "Entry 3 ("],
    };
    for (const [name, [bytes = "", fault = ""]] of Object.entries(changed)) {
      writeFileSync(join(folder, `${name}.json`), bytes);
      await choose(`${name}.json`);
      await offline.getByText(fault).waitFor();
      expect(await offline.getByText("as they were written").count(), name).toBe(0);
      expect(await offline.getByRole("status").getByRole("paragraph").count(), name).toBe(1);
    }
    expect(asked.filter((url) => url !== address)).toEqual([]);
  },
);

test.each([
  [360, "light"],
  [1440, "dark"],
] as const)(
  "an owner who treats nobody opens a record in an emergency, and the client reads it, at %i px (%s)",
  async (width, colorScheme) => {
    await app.db.kysely.deleteFrom("health_access").execute();
    await withCodes(false);
    const page = await pageOf("admin", width, colorScheme);
    await page.goto(`/admin/clients/${record}`);
    await page.getByRole("link", { name: "Emergency access" }).click();
    await page.getByRole("heading", { name: "Emergency access" }).waitFor();
    // The record's own pages lead here, too.
    await page.goto(`/admin/clients/${record}/treatment-notes`);
    await page.getByRole("heading", { name: "Emergency access" }).waitFor();
    await page.getByText("A password alone is not enough here.").waitFor();
    await looksRight(page, width);
    await withCodes(true);
    await page.reload();
    await page.getByRole("button", { name: "Open the record for one hour" }).click();
    await page.getByText("Enter the reason").waitFor();
    await looksRight(page, width);
    await page.getByLabel("Reason").fill("Fainted at the front desk");
    await page.getByRole("button", { name: "Open the record for one hour" }).click();
    await page.getByText(/^You can read this record until/).waitFor();
    await looksRight(page, width);
    await page.getByRole("link", { name: "Health form" }).click();
    await page.getByText("ZEBRA-CANARY").waitFor();
    expect(await page.getByRole("link", { name: "Type in a form on paper" }).count()).toBe(0);
    await page.getByRole("link", { name: "Emergency access" }).click();
    await page.getByRole("link", { name: "Treatment notes" }).click();
    await page.getByText(/^You read these under emergency access until/).waitFor();
    expect(await page.getByRole("link", { name: "Write note without an appointment" }).count()).toBe(0);
    const client = await pageOf("client", width, colorScheme);
    await client.goto("/account/health");
    await client
      .getByText(/emergency access for one hour, without treating you\. Reason: Fainted at the front desk/)
      .waitFor();
    await looksRight(client, width);
  },
);

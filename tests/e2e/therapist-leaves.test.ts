import { readFile } from "node:fs/promises";
import { BlobReader, type FileEntry, TextWriter, ZipReader } from "@zip.js/zip.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { getManaged, manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import { sendForm } from "#app/health/form/forms.server.ts";
import { setController } from "#app/health/keeping/controller.server.ts";
import { choicePath, choiceSecretOf } from "#app/health/leaving/departures.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { violationsOn } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { fixturesIn } from "#tests/support/doors/fixtures.ts";
import { answered, switchedOn } from "#tests/support/health.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { newSession, openBeside } from "#tests/support/signed-in.ts";
import { staffIn } from "#tests/support/staff.ts";

const site = sharedSite();
const IMOGEN = "demo-imogen-hartley";
let app: AppContext;
let fixtures: Awaited<ReturnType<typeof fixturesIn>>;
let leaver: string;
beforeAll(async () => {
  app = await switchedOn(await openBeside(site, site.dataDir));
  fixtures = await fixturesIn(app);
  const appointment = await getAppointment(app.db.kysely, fixtures.fill("{appointment}"));
  const managed = appointment && (await getManaged(app, manageSecretOf(app, appointment)));
  if (!managed) throw new Error("The link opens nothing");
  await sendForm(app, managed, answered({ clot: "yes", help: "ZEBRA-HELP" }));
  await setController(app, await adminActor(app), { clientId: fixtures.fill("{record}"), therapistId: IMOGEN });
  leaver = (await staffIn(app, { roles: ["therapist"], therapistId: IMOGEN, name: "Imogen" })).id;
});
afterAll(() => app.db.close());

async function pageFor(width: number, options: Parameters<typeof newPage>[1] = {}) {
  return newPage(site.url, { viewport: { width, height: 844 }, expectedErrors: [/status of 4\d\d/], ...options });
}

test("a therapist leaves: the owner asks, the client answers without a script, and the leaver takes the file", async () => {
  const owner = await pageFor(1440, { colorScheme: "dark" });
  const [name = "", value = ""] = ((await fixtures.cookieOf("admin")) ?? "").split(/=(.*)/s);
  await owner.context().addCookies([{ name, value, url: site.url }]);
  await owner.goto(`/admin/therapists/${IMOGEN}/records`);
  await owner.getByRole("link", { name: "Imogen Hartley leaves" }).click();
  await owner.getByRole("button", { name: "Ask their clients" }).click();
  await owner.getByText("Enter the reason").first().waitFor();
  expect(await violationsOn(owner)).toEqual([]);
  await owner.getByLabel("Reason").fill("Own rooms in June");
  await owner.getByRole("button", { name: "Ask their clients" }).click();
  await owner.getByText("Emailed, no answer yet").waitFor();
  expect(await violationsOn(owner)).toEqual([]);

  const { id } = await app.db.kysely.selectFrom("departure_clients").select("id").executeTakeFirstOrThrow();
  const client = await pageFor(360, { javaScriptEnabled: false });
  await client.goto(choicePath(choiceSecretOf(app, id)));
  await client.getByRole("heading", { name: "Imogen Hartley is leaving" }).waitFor();
  expect(await client.title()).not.toMatch(/health|Imogen/);
  await client.getByRole("button", { name: "It stays" }).click();
  await client.getByText(/^It stays\. You can change this/).waitFor();
  await client.getByRole("button", { name: "It goes with Imogen Hartley" }).click();
  await client.getByText(/^It goes with Imogen Hartley\. You can change this/).waitFor();
  const dark = await pageFor(360, { colorScheme: "dark" });
  await dark.goto(choicePath(choiceSecretOf(app, id)));
  expect(await dark.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await violationsOn(dark)).toEqual([]);

  await owner.reload();
  await owner.getByText(/^Follows: their own answer/).waitFor();
  await owner.getByRole("button", { name: "Close the records" }).click();
  await owner.getByRole("heading", { name: "3. Imogen Hartley takes what follows" }).waitFor();
  expect(await violationsOn(owner)).toEqual([]);

  const phone = await pageFor(360);
  await phone.context().addCookies([{ ...(await newSession(app, leaver)).browserCookie, url: site.url }]);
  await phone.goto(`/admin/therapists/${IMOGEN}/own-file`);
  await phone.getByText(/^One client follows you\./).waitFor();
  await phone.getByRole("button", { name: "Make the key" }).click();
  const key = await phone.getByText(/^([0-9A-Z]{8}-){3}[0-9A-Z]{8}$/).innerText();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await violationsOn(phone)).toEqual([]);
  const downloading = phone.waitForEvent("download");
  await phone.getByRole("button", { name: "Download the file" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("own-file.zip");
  const bytes = await readFile(await download.path());
  expect(bytes.includes("ZEBRA")).toBe(false);
  const texts = await textsIn(bytes, key);
  expect(texts["record-1/record.json"]).toContain("ZEBRA-HELP");
  await expect(textsIn(bytes, "another-key")).rejects.toThrow();

  await phone.getByLabel("Code from the file").fill("00000000");
  await phone.getByRole("button", { name: "I have the file" }).click();
  await phone
    .getByText(/Enter the code from the file/)
    .first()
    .waitFor();
  await phone.getByLabel("Code from the file").fill(texts["code.txt"] ?? "");
  await phone.getByRole("button", { name: "I have the file" }).click();
  await phone.getByText(/^You have the file, and what is in it is deleted here\./).waitFor();
  expect(await violationsOn(phone)).toEqual([]);
  await owner.reload();
  await owner.getByText(/^Went along, and was deleted here /).waitFor();
  const certificate = owner.waitForEvent("download");
  await owner.getByRole("link", { name: "Download certificate" }).click();
  expect((await certificate).suggestedFilename()).toBe("certificate.pdf");
});

async function textsIn(bytes: Buffer, password: string): Promise<Record<string, string>> {
  const zip = new ZipReader(new BlobReader(new Blob([new Uint8Array(bytes)])), { useWebWorkers: false });
  const texts: Record<string, string> = {};
  for (const entry of await zip.getEntries())
    texts[entry.filename] = await (entry as FileEntry).getData(new TextWriter(), { password });
  return texts;
}

import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { adminPage, adminToast, WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { bookFor, clientOf, makePast } from "#tests/support/clients.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
const person = (name: string, phone = "+441632960001") => ({
  name,
  phone,
  email: `${name.toLowerCase().replace(/\W+/g, ".")}@example.com`,
});

test.each(byTurns(WIDTHS, 1))("an admin finds a client and keeps notes about them (%s)", async (width, viewport) => {
  const { page, app } = await adminPage(site, { viewport, expectedErrors: [/status of 422/] });
  const name = `Noor ${width}`;
  const [first] = await bookFor(app, [person(name), person(name)]);
  await makePast(app, first?.id ?? "");
  await page.goto("/admin/clients");
  await page.getByRole("searchbox", { name: "Search" }).fill(name);
  await page.waitForURL("**/admin/clients?q=Noor*");
  const row = page.getByRole("row").filter({ hasText: name });
  await row.getByText("1 not recorded").filter({ visible: true }).waitFor();
  await expectNoViolations(page);
  await row.getByRole("link", { name }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await page.getByRole("table", { name: "History" }).getByRole("row").nth(2).waitFor();

  await page.getByRole("button", { name: "Add note" }).click();
  await page.getByText("Write a note").waitFor();
  await page.getByLabel("New note").fill("Likes the window open.\nParks at the back.");
  await page.getByRole("button", { name: "Add note" }).click();
  await adminToast(page, "Note added.").waitFor();
  const note = page.getByRole("listitem").filter({ hasText: "Likes the window open." });
  await note.getByText("Imogen Hartley,").waitFor();
  expect(await page.getByLabel("New note").inputValue()).toBe("");
  await expectNoViolations(page);
  await note.getByRole("button", { name: /^Remove/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove note" }).click();
  await note.waitFor({ state: "detached" });
});

test.each(byTurns(WIDTHS, 0))("two records of one person are made one (%s)", async (width, viewport) => {
  const { page, app } = await adminPage(site, { viewport });
  const [kept, other] = await bookFor(app, [
    person(`Mina ${width}`, "+441632960011"),
    { ...person(`Mina ${width}`, "+441632960012"), email: `second.${width}@example.com` },
  ]);
  const id = await clientOf(app, kept?.id ?? "");
  await page.goto(`/admin/clients/${id}`);
  await page.getByRole("button", { name: `Merge: Mina ${width}, second.${width}@example.com` }).click();
  const dialog = page.getByRole("alertdialog", { name: "Are these the same person?" });
  await dialog.waitFor();
  await expectNoViolations(page);
  await dialog.getByRole("button", { name: "Merge records" }).click();
  await adminToast(page, "Both are in the record of").waitFor();
  await page
    .getByRole("definition")
    .filter({ hasText: `second.${width}@example.com` })
    .waitFor();
  expect(await clientOf(app, other?.id ?? "")).toBe(id);
});

test.each(byTurns(WIDTHS, 1))(
  "what a stranger typed is shown to the practice, to be used or not (%s)",
  async (width, viewport) => {
    const { page, app } = await adminPage(site, { viewport });
    const client = person(`Petra ${width}`, "+441632960021");
    const typed = { ...client, name: `Quinn ${width}`, phone: "+441632960022" };
    const [, used, kept] = await bookFor(app, [client, typed, typed]);
    await page.goto(`/admin/appointments/${kept?.id}`);
    await page
      .getByText(`Booked as Quinn ${width}, 01632 960 022. The record says Petra ${width}, 01632 960 021.`)
      .waitFor();
    await expectNoViolations(page);
    await page.getByRole("button", { name: "Keep the record" }).click();
    await adminToast(page, "The record stays as it is.").waitFor();
    await page.getByText("The record says").waitFor({ state: "detached" });
    await page.goto(`/admin/clients/${await clientOf(app, used?.id ?? "")}`);
    await page.getByRole("heading", { level: 1, name: `Petra ${width}` }).waitFor();
    await expectNoViolations(page);
    await page.getByRole("button", { name: "Use the new details" }).click();
    await page.getByRole("heading", { level: 1, name: `Quinn ${width}` }).waitFor();
    await page.getByText("The record says").waitFor({ state: "detached" });
  },
);

test("any other record can be looked for, to be merged", async () => {
  const { page, app } = await adminPage(site);
  const [kept, other] = await bookFor(app, [person("Olga Kept"), person("Wanda Other")]);
  await page.goto(`/admin/clients/${await clientOf(app, kept?.id ?? "")}`);
  await page.getByRole("link", { name: "Look for another record" }).click();
  await page.getByRole("searchbox", { name: "Search" }).fill("wanda");
  await page.waitForURL("**/admin/clients?q=wanda*");
  await page.getByRole("button", { name: /^Merge: Wanda Other/ }).click();
  await page.getByRole("button", { name: "Merge records" }).click();
  await page.getByRole("heading", { level: 1, name: "Olga Kept" }).waitFor();
  expect(await clientOf(app, other?.id ?? "")).toBe(await clientOf(app, kept?.id ?? ""));
});

test.each(byTurns(WIDTHS, 0))("a client's data is exported and then erased (%s)", async (width, viewport) => {
  const { page, app } = await adminPage(site, { viewport, expectedErrors: [/status of 409/] });
  const name = `Erna ${width}`;
  const [requestInfo] = await bookFor(app, [person(name)]);
  const id = await clientOf(app, requestInfo?.id ?? "");
  await page.goto(`/admin/clients/${id}`);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export data" }).click();
  const file = JSON.parse(await readFile(await (await download).path(), "utf8"));
  expect(file).toMatchObject({ client: { name }, appointments: [{ id: requestInfo?.id }] });

  const erase = async () => {
    await page.getByRole("button", { name: "Erase data" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Erase data" }).click();
  };
  await erase();
  await adminToast(page, "They have an appointment ahead.").waitFor();
  await makePast(app, requestInfo?.id ?? "");
  await page.reload();
  await erase();
  await page.getByText("This person’s data was erased on").waitFor();
  await page.getByRole("heading", { level: 1, name: "Erased client" }).waitFor();
  await page.reload();
  expect(await page.content()).not.toContain(name);
  await expectNoViolations(page);
});

test.each(byTurns(WIDTHS, 1))("a client is booked for again from their record (%s)", async (width, viewport) => {
  const { page, app } = await adminPage(site, { viewport, expectedErrors: [/status of 409/] });
  const name = `Bela ${width}`;
  const [requestInfo] = await bookFor(app, [person(name)]);
  await makePast(app, requestInfo?.id ?? "");
  const id = await clientOf(app, requestInfo?.id ?? "");
  await page.goto(`/admin/clients/${id}`);
  await page.getByRole("button", { name: "Book again" }).click();
  const dialog = page.getByRole("dialog", { name: `Book for ${name}` });
  expect(await dialog.getByLabel("Name").inputValue()).toBe(name);
  expect(await dialog.getByLabel("Therapist").inputValue()).toBe("imogen-hartley");
  await expectNoViolations(page);
  // Without an address it is still this person's.
  await dialog.getByLabel("Email", { exact: true }).fill("");
  await dialog.getByLabel("Phone").fill("");
  await dialog.getByLabel("Date").fill(dayAfter(app.clock.now(), width === "phone" ? 30 : 31));
  await dialog.getByLabel("Time", { exact: true }).fill("06:00");
  await dialog.getByRole("button", { name: /^Book (appointment$|\d)/ }).click();
  await dialog.getByRole("button", { name: "Book anyway" }).click();
  await adminToast(page, "Appointment scheduled for").waitFor();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("table", { name: "History" }).getByRole("row").nth(2).waitFor();
});

function dayAfter(now: number, days: number): string {
  return new Date(now + days * 86_400_000).toISOString().slice(0, 10);
}

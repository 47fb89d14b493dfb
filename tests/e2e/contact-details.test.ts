import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { REFUSED } from "#tests/support/admin-edit-page.ts";
import { adminPage, adminToast, WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { bookFor, clientOf } from "#tests/support/clients.ts";
import { mailingSite } from "#tests/support/shared-site.ts";

const site = mailingSite();
const person = (name: string) => ({
  name,
  phone: "+441632960001",
  email: `${name.toLowerCase().replace(/\W+/g, ".")}@example.com`,
});

test.each(byTurns(WIDTHS, 0))("an appointment's contact details are corrected (%s)", async (width, viewport) => {
  const { page, app } = await adminPage(site, { viewport, expectedErrors: REFUSED });
  const [requestInfo] = await bookFor(app, [person(`Cora ${width}`)]);
  const at = `/admin/appointments/${requestInfo?.id}`;
  await page.goto(at);
  await page.getByRole("link", { name: "Correct contact details" }).click();
  await page.getByRole("heading", { level: 1, name: "Contact details" }).waitFor();
  expect(await page.getByLabel("Phone").inputValue()).toBe("01632 960 001");
  await page.getByLabel("Email").fill("nonsense");
  await save(page);
  await page.getByRole("link", { name: /^Enter an email address in the correct format/ }).waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe("nonsense");
  await expectNoViolations(page);
  await page.getByLabel("Email").fill(`right.${width}@example.com`);
  await page.getByLabel("Phone").fill("");
  await save(page);
  await page.waitForURL(`**${at}?saved`);
  await page.getByText("Saved.").waitFor();
  await page.getByRole("link", { name: `right.${width}@example.com` }).waitFor();
  await page.getByText("No Phone").waitFor();
  await page.getByText("Contact details corrected by the practice").waitFor();
  await expectNoViolations(page);
  await page.getByRole("button", { name: "Make a new link" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Make a new link for this booking?" });
  await dialog.getByText(`A new one is emailed to right.${width}@example.com.`).waitFor();
  await expectNoViolations(page);
  await dialog.getByRole("button", { name: "Make a new link" }).click();
  await adminToast(
    page,
    `The link from before has ended. A new one is on its way to right.${width}@example.com.`,
  ).waitFor();
  await page.getByText("Link made anew by the practice").waitFor();
});

test.each(byTurns(WIDTHS, 1))(
  "an edit of old details is shown beside the new ones, and saved only then (%s)",
  async (width, viewport) => {
    const { page, app } = await adminPage(site, { viewport, expectedErrors: REFUSED });
    const [requestInfo] = await bookFor(app, [person(`Stella ${width}`)]);
    const at = `/admin/clients/${await clientOf(app, requestInfo?.id ?? "")}`;
    await page.goto(`${at}/contact`);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByLabel("Name").fill(`Stella Theirs ${width}`);
    await save(other);
    await other.waitForURL(`**${at}?saved`);

    await page.getByLabel("Name").fill(`Stella Mine ${width}`);
    await save(page);
    const notice = page.getByRole("alert").filter({ hasText: "Someone else saved this before you" });
    await notice.getByText(`Stella Theirs ${width}`).waitFor();
    await notice.getByText(`Stella Mine ${width}`).waitFor();
    await expectNoViolations(page);
    await page.getByRole("button", { name: "Save mine" }).click();
    await page.getByRole("heading", { level: 1, name: `Stella Mine ${width}` }).waitFor();
  },
);

test("a correction of a client goes to what they have ahead, without a script too", async () => {
  const { page, app } = await adminPage(site, { javaScriptEnabled: false });
  const [requestInfo] = await bookFor(app, [person("Nora Plain")]);
  await page.goto(`/admin/clients/${await clientOf(app, requestInfo?.id ?? "")}/contact`);
  await page.getByLabel("Email").fill("nora@example.org");
  expect(await page.getByRole("checkbox", { name: /appointments ahead too/ }).isChecked()).toBe(true);
  await save(page);
  await page.getByRole("link", { name: "nora@example.org" }).waitFor();
  const read = app.db.kysely
    .selectFrom("appointments")
    .select("email")
    .where("id", "=", requestInfo?.id ?? "");
  expect(await read.executeTakeFirst()).toEqual({ email: "nora@example.org" });
});

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save" }).click();
}

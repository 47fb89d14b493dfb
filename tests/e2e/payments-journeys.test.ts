import { readFile } from "node:fs/promises";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { followSchedule } from "#app/payments/fees.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { settingSchemas } from "#app/settings/settings.ts";
import { adminPage, MONEY_WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { takesPayments } from "#tests/support/options.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { openSite } from "#tests/support/server.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const what = { minutes: 60, pence: 4800, service: "demo-deep-tissue-massage", source: "website", client: "ana" };
const CAME = { status: "Confirmed", state: "finished", cancelled: null };

test.each(byTurns(MONEY_WIDTHS, 0))(
  "two sellers in one checkout are two payments, and the screen says so before (%s)",
  async (_width, viewport) => {
    const dataDir = temporaryFolder();
    const server = await openSite({ DATA_DIR: dataDir });
    const { page, app } = await adminPage({ url: server.url, dataDir }, { viewport });
    await takesPayments(app, { ownSeller: "demo-tom-ellery" });
    const db = app.db.kysely;
    // So long ago that both are over, whatever the hour of the test; payments began before.
    const now = app.clock.now();
    const value = { on: true, since: now - 9 * DAY, monthlyMail: false, online: false };
    await writeSetting(db, { key: "payments", value, now });
    await raiseContentVersion(db, now);
    const therapists = ["demo-imogen-hartley", "demo-tom-ellery"];
    const visits = therapists.map((therapist, at) => ({
      ...{ ...what, ...CAME, therapist, id: `both-${at}`, start: now - (4 + at) * DAY },
    }));
    await insertVisits(app, visits);
    await page.goto("/admin/clients/ana");
    await page.getByRole("link", { name: "Take all 2 together" }).click();
    const words = /^These are 2 payments: .*£48\.00 to Limber Yard Therapies Ltd/;
    await page.getByText(words).waitFor();
    await page.getByText(/£48\.00 to Tom Ellery/).waitFor();
    await expectNoViolations(page);
    await expectToFit(page);
    await page.getByRole("checkbox").first().uncheck();
    await page.getByText(words).waitFor({ state: "detached" });
    await page.getByRole("checkbox").first().check();
    await page.getByRole("button", { name: "Card, £96.00" }).click();
    await page.getByText("Owes nothing").first().waitFor();
    const paid = await db.selectFrom("payments").select(["seller_id", "pence"]).orderBy("seller_id").execute();
    expect(paid).toEqual([
      { seller_id: "1", pence: 4800 },
      { seller_id: "2", pence: 4800 },
    ]);

    await page.goto("/admin/reports");
    await page.getByRole("link", { name: "Money", exact: true }).last().click();
    await page.getByRole("heading", { level: 1, name: "Money report" }).waitFor();
    await page.getByText(/: £48\.00 taken\.$/).waitFor();
    await page.getByRole("table", { name: "Taken by therapist" }).getByText("Imogen Hartley").waitFor();
    await expectNoViolations(page);
    await expectToFit(page);
    await page.getByRole("link", { name: "Tom Ellery" }).click();
    await page.getByRole("table", { name: "Taken by therapist" }).getByText("Tom Ellery").waitFor();
    await page.getByRole("link", { name: "Day", exact: true }).click();
    await page.getByLabel("Day", { exact: true }).waitFor();
    await page.getByText(/: £48\.00 taken\.$/).waitFor();
    await page.context().close();
    await server.stop();
  },
  180_000,
);

test.each(byTurns(MONEY_WIDTHS, 1))(
  "a fee stands on the client's page, is waived with a reason, and a paid one is given back by a press (%s)",
  async (_width, viewport) => {
    const dataDir = temporaryFolder();
    const server = await openSite({ DATA_DIR: dataDir });
    const { page, app } = await adminPage({ url: server.url, dataDir }, { viewport, expectedErrors: [/422/] });
    await takesPayments(app);
    const [now, db] = [app.clock.now(), app.db.kysely];
    const booking = settingSchemas.bookingRules.parse({ chargesLate: true });
    await writeSetting(db, { key: "bookingRules", value: booking, now });
    await writeSetting(db, { key: "moneyRules", value: settingSchemas.moneyRules.parse({ returnsFees: false }), now });
    await raiseContentVersion(db, now);
    const words = "Later than that it may cost up to 50% of the price.";
    const rule = { id: "rule", at: now - 60 * DAY, words, notice: 1440, percent: 50 };
    await db.insertInto("fee_rules").values(rule).execute();
    const cancelled = { at: now, actor: "client:ana", askedBy: "client" as const, late: true };
    const therapist = "demo-imogen-hartley";
    const late = { ...what, therapist, status: "Cancelled", state: null, cancelled };
    await insertVisits(app, [
      { ...late, id: "late-0", start: now + 5 * HOUR },
      { ...late, id: "late-1", start: now + 8 * HOUR },
    ]);
    await db.updateTable("cancellations").set({ chargeable: 1 }).execute();
    const before = { created_at: now - 30 * DAY };
    await db.updateTable("appointments").set(before).where("id", "like", "late-%").execute();

    await page.goto("/admin/clients/ana");
    await page.getByText("A fee of up to £24.00 is not decided.").first().waitFor();
    await expectNoViolations(page);
    await page.getByRole("link", { name: "Decide about the fee" }).first().click();
    await page.getByRole("button", { name: "Charge nothing" }).click();
    await page.getByText("Enter a reason. It stays with the fee.").first().waitFor();
    await page.getByLabel("Reason for no fee").fill("Was ill");
    await page.getByRole("button", { name: "Charge nothing" }).click();
    await page.getByRole("button", { name: "Charge nothing" }).waitFor({ state: "detached" });

    await page.goto("/admin/clients/ana");
    await page.getByRole("link", { name: "Decide about the fee" }).click();
    await page.getByRole("button", { name: "Charge the fee" }).click();
    await page.getByRole("button", { name: "Card, £24.00" }).click();
    await page.getByText("paid £24.00 by card").first().waitFor();
    const { id, starts_at: start } = await db
      .selectFrom("fees")
      .innerJoin("appointments", "appointments.id", "fees.appointment_id")
      .select(["appointments.id", "appointments.starts_at"])
      .where("fees.state", "=", "charged")
      .executeTakeFirstOrThrow();
    const taken = { taken_therapist_id: therapist, taken_start: start, taken_end: start + HOUR };
    const freed = { freed_therapist_id: null, freed_start: null, freed_end: null };
    await insertVisits(app, [{ ...what, ...CAME, state: null, client: "bo", therapist, id: "refill", start }]);
    const change = { id: "change", at: now, cause: "booked", actor: "client", appointment_id: "refill" };
    await db
      .insertInto("schedule_changes")
      .values({ ...change, ...taken, ...freed })
      .execute();
    await followSchedule(app);
    await page.goto(`/admin/appointments/${id}/pay`);
    await page.getByText("The time was sold again.").waitFor();
    await expectNoViolations(page);
    await expectToFit(page);
    await page.getByRole("button", { name: "Make it credit" }).click();
    await page.getByRole("button", { name: "Make it credit" }).waitFor({ state: "detached" });
    await page.goto("/admin/clients/ana");
    await page.getByText("has £24.00 of credit").waitFor();
    await page.context().close();
    await server.stop();
  },
  180_000,
);

test.each(byTurns(MONEY_WIDTHS, 0))(
  "a client makes a receipt on their own page and reads it in the PDF file (%s)",
  async (_width, viewport) => {
    const dataDir = temporaryFolder();
    const server = await openSite({ DATA_DIR: dataDir });
    const { page, app } = await adminPage({ url: server.url, dataDir }, { viewport });
    await takesPayments(app);
    const now = app.clock.now();
    await insertVisits(app, [
      { ...what, ...CAME, therapist: "demo-imogen-hartley", id: "own-0", start: now - 5 * HOUR },
    ]);
    const client = await signedIn(app, { name: "Ana Client" });
    const own = { user_id: client.id };
    await app.db.kysely.updateTable("appointments").set(own).where("id", "=", "own-0").execute();
    const key = { kind: "account", value: client.id, client_id: "ana" } as const;
    await app.db.kysely.insertInto("client_keys").values(key).execute();
    await page.goto("/admin/appointments/own-0/pay");
    await page.getByRole("button", { name: "Card, £48.00" }).click();
    await page.getByText("paid £48.00 by card").first().waitFor();

    const mine = await newPage(server.url, { viewport });
    await mine.context().addCookies([{ ...client.browserCookie, url: server.url }]);
    await mine.goto("/my-appointment/receipts");
    await mine.getByText("£48.00 paid.").waitFor();
    await expectNoViolations(mine);
    await expectToFit(mine);
    await mine.getByRole("button", { name: /^Receipt/ }).click();
    await mine.getByRole("article", { name: /^Receipt LY-\d{4}-0001$/ }).waitFor();
    await expectNoViolations(mine);
    await expectToFit(mine);
    const [download] = await Promise.all([
      mine.waitForEvent("download"),
      mine.getByRole("link", { name: /PDF/ }).click(),
    ]);
    const read = await wordsIn(await readFile(await download.path()));
    expect(read).toContain("LimberYardTherapiesLtd");
    expect(read).toContain("£48.00");
    expect(read).not.toContain("VAT");

    await mine.goto("/my-appointment/receipts");
    const today = localDateOf(now, "Europe/London");
    await mine.getByLabel("First day").fill(localDateOf(now - 2 * DAY, "Europe/London"));
    await mine.getByLabel("Last day").fill(today);
    await mine.getByRole("button", { name: "Make a statement" }).click();
    await mine.getByRole("article", { name: "Statement" }).getByText("£48.00").first().waitFor();
    await mine.context().close();
    await page.context().close();
    await server.stop();
  },
  180_000,
);

async function wordsIn(file: Uint8Array): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(file) }).promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  return items
    .map((item) => ("str" in item ? item.str : ""))
    .join("")
    .replaceAll(/\s/g, "");
}

async function expectToFit(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
}

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_FORM, type Question } from "#app/health/form/form.ts";
import { pagesOf } from "#app/health/form/steps.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { adminPage, WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { fixturesIn } from "#tests/support/doors/fixtures.ts";
import { switchedOn } from "#tests/support/health.ts";
import { mailingSite, sharedSite } from "#tests/support/shared-site.ts";
import { openBeside } from "#tests/support/signed-in.ts";

const site = mailingSite();
const silent = sharedSite();
let app: AppContext;
let address: string;
beforeAll(async () => {
  app = await switchedOn(await openBeside(site, site.dataDir));
  address = (await fixturesIn(app)).fill("/booking/{secret}/form");
});
afterAll(() => app.db.close());

const PHONE = { width: 390, height: 844 };
const QUESTIONS = DEFAULT_FORM.questions.filter(({ type }) => type === "yes-no");

test("on one page, without a script, a client is told what is missing, and reads whom to call", async () => {
  const page = await newPage(site.url, {
    viewport: PHONE,
    javaScriptEnabled: false,
    expectedErrors: [/status of 422/],
  });
  await page.goto(address);
  expect(await page.title()).toMatch(/^Before your appointment/);
  await page.getByRole("link", { name: "All questions on one page" }).click();
  for (const { title } of QUESTIONS.slice(1))
    await page.getByRole("group", { name: title }).getByLabel("No", { exact: true }).check();
  await page.getByRole("group", { name: "Are you 16 or over?" }).getByLabel("Yes", { exact: true }).check();
  await page.getByLabel("Allergies").fill("Arnica");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("link", { name: `Answer yes or no: ${QUESTIONS[0]?.title}` }).waitFor();
  await page.getByRole("link", { name: /^Select the box to agree/ }).waitFor();
  expect(await page.getByLabel("Allergies").inputValue()).toBe("Arnica");
  await page.getByRole("group", { name: QUESTIONS[0]?.title }).getByLabel("Yes", { exact: true }).check();
  await page.getByRole("checkbox", { name: /^I agree to/ }).check();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("Thank you. That is all, and your appointment is still booked.").waitFor();
  await page.getByText("call 999").waitFor();
  await page.goto(address);
  await page.getByText("Your form is here.").waitFor();
  expect(await page.content()).not.toContain("Arnica");
  await app.db.kysely.deleteFrom("health_consents").execute();
  await app.db.kysely.deleteFrom("health_answers").execute();
});

test.each([true, false])(
  "page by page, the form goes on where it was left (script: %s)",
  async (hasScript) => {
    const page = await newPage(site.url, {
      ...{ viewport: { width: 360, height: 740 }, javaScriptEnabled: hasScript },
      expectedErrors: [/status of 422/],
    });
    const pages = pagesOf(DEFAULT_FORM);
    const all = pages.length;
    const radio = (question: Question | undefined, answer: "Yes" | "No", on = page) =>
      on.getByRole("group", { name: question?.title, exact: true }).getByLabel(answer, { exact: true });
    const [first, second] = pages;
    const answerNo = async (questions: readonly Question[]) => {
      for (const one of questions) if (one.type === "yes-no") await radio(one, "No").check();
    };
    const next = page.getByRole("button", { name: "Next" });
    await page.goto(address);
    await page.getByText(`Right now: 1 of ${all}, about 5 minutes left`).waitFor();
    if (hasScript) await expectNoViolations(page);
    expect(await shipsFramework(page)).toBe(false);
    await next.click();
    await page.getByRole("link", { name: `Answer yes or no: ${QUESTIONS[0]?.title}` }).waitFor();
    await answerNo(first?.questions ?? []);
    await radio(first?.questions[1], "Yes").check();
    // Enter goes on like a press on Next.
    await page.keyboard.press("Enter");
    await page.getByText(`Your health: 2 of ${all}`).waitFor();
    await answerNo(second?.questions ?? []);
    await radio(second?.questions[0], "Yes").check();
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByText(`Right now: 1 of ${all}`).waitFor();
    expect(await radio(first?.questions[0], "No").isChecked()).toBe(true);
    await next.click();
    expect(await radio(second?.questions[0], "Yes").isChecked()).toBe(true);
    await next.click();
    await page.getByText(`Places to leave alone: 3 of ${all}`).waitFor();

    // Whoever else has the link begins anew, and this browser goes on.
    const other = await newPage(site.url, { viewport: PHONE, javaScriptEnabled: hasScript });
    await other.goto(address);
    await other.getByText(`Right now: 1 of ${all}`).waitFor();
    expect(await radio(first?.questions[0], "No", other).isChecked()).toBe(false);
    await other.goto(`${address}?step=2`);
    expect(await radio(second?.questions[0], "Yes", other).isChecked()).toBe(false);
    await page.goto("/");
    await page.goto(address);
    await page.getByText("You have begun this form. It goes on where you left it.").waitFor();
    await page.getByText(`Places to leave alone: 3 of ${all}`).waitFor();

    for (const { questions } of pages.slice(2, -2)) {
      await answerNo(questions);
      const { type } = questions.at(-1) ?? {};
      if (type === "body") {
        expect(await shipsFramework(page)).toBe(true);
        await marked(page, hasScript);
      } else await page.getByRole("textbox").fill("Arnica");
      await next.click();
    }
    await page.getByText(`Who answers: ${all - 1} of ${all}`).waitFor();
    const guardian = page.getByLabel("Full name of a parent or guardian");
    await page.getByLabel("No", { exact: true }).check();
    await guardian.waitFor();
    await page.getByLabel("Yes", { exact: true }).check();
    await guardian.waitFor({ state: "hidden" });
    await next.click();
    await page.getByText(`Your consent: ${all} of ${all}, about a minute left`).waitFor();
    if (hasScript) await expectNoViolations(page);
    const box = page.getByRole("checkbox", { name: /^I agree to/ });
    expect(await box.isChecked()).toBe(false);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("link", { name: /^Select the box to agree/ }).waitFor();
    await box.check();
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Thank you. That is all, and your appointment is still booked.").waitFor();
    await page.getByText("call 999").waitFor();
    expect(await app.db.kysely.selectFrom("health_drafts").select("id").execute()).toEqual([]);
    await page.goto(address);
    await page.getByText("Your form is here.").waitFor();
    await page.getByRole("link", { name: "Fill in the form again" }).click();
    expect(await radio(first?.questions[0], "No").isChecked()).toBe(false);
    await app.db.kysely.deleteFrom("health_consents").execute();
    await app.db.kysely.deleteFrom("health_answers").execute();
  },
  150_000,
);

/** Only the picture needs it. */
async function shipsFramework(page: Page): Promise<boolean> {
  return (await page.content()).includes("__reactRouterContext");
}

/** In the picture by finger and key, or in the list; what was marked stands there again on the way back. */
async function marked(page: Page, hasScript: boolean): Promise<void> {
  const box = (name: string) => page.getByRole("checkbox", { name });
  if (!hasScript) {
    await box("Your left calf").check();
    await box("Your neck").check();
  } else {
    const back = page.getByRole("group", { name: "Back" });
    await back.getByRole("button", { name: "Your left calf", pressed: false }).click();
    await back.getByRole("button", { name: "Your neck" }).focus();
    await page.keyboard.press("Enter");
    const neck = back.getByRole("button", { name: "Your neck", pressed: true });
    await neck.waitFor();
    // Where the keys are is drawn, and what is marked is tinted.
    const look = neck.locator("path").first();
    const drawn = (of: "stroke" | "fill") => look.evaluate((path, name) => getComputedStyle(path)[name], of);
    for (const of of ["stroke", "fill"] as const) expect.soft(await drawn(of), of).not.toBe("rgba(0, 0, 0, 0)");
    await back.getByRole("button", { name: "Your right calf" }).press("Space");
    await back.getByRole("button", { name: "Your right calf", pressed: true }).click();
    await expectNoViolations(page);
    await page.getByText("As a list").click();
    expect(await box("Your right calf").isChecked()).toBe(false);
  }
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Back" }).click();
  if (hasScript) {
    // The list folds away once the picture can be pressed.
    await page.getByRole("button", { name: "Your neck", pressed: true }).first().waitFor();
    await page.getByText("As a list").click();
  }
  for (const name of ["Your left calf", "Your neck"]) expect(await box(name).isChecked()).toBe(true);
  expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(2);
}

test("what someone who is signed in types stays out of the browser’s storage", async () => {
  const { page } = await adminPage(site, { viewport: PHONE });
  await page.goto(`${address}?step=all`);
  await page.getByLabel("Allergies").fill("Zebra");
  await page.getByLabel("Medicines you take").fill("Zebra");
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toContain("Zebra");
});

test.each(["light", "dark"] as const)("axe finds nothing on it, at 390 and 1440 px (%s)", async (colorScheme) => {
  const page = await newPage(site.url, { viewport: PHONE, colorScheme });
  await page.goto(address);
  await expectNoViolations(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectNoViolations(page);
});

test("the privacy notice says what is asked once it is asked", async () => {
  const page = await newPage(site.url, { viewport: PHONE });
  await page.goto("/policies/privacy");
  await page.getByText("Before you come we ask for a health form").waitFor();
  expect(await page.getByText("This site does not ask for it").count()).toBe(0);
  await page.getByText("10 years after your last appointment").waitFor();
});

test.each(byTurns(WIDTHS, 0))(
  "one press asks everyone who is coming for their form, once (%s)",
  async (width, viewport) => {
    const colorScheme = width === "phone" ? "dark" : "light";
    const { page } = await adminPage(site, { viewport, colorScheme });
    // Whom the other width has asked is not asked again.
    await app.db.kysely.deleteFrom("outbox").where("kind", "=", "health-form-client").execute();
    await page.goto("/admin/settings/health");
    await page.getByText(/coming appointment has not sent a form|coming appointment have not sent a form/).waitFor();
    await expectNoViolations(page);
    await page.getByRole("button", { name: /^Ask (one client|\d+ clients) by email$/ }).click();
    await page.getByText(/^(One client is|\d+ clients are) asked by email\.$/).waitFor();
    await page.getByText("Everyone with a coming appointment has sent their form or was asked by email.").waitFor();
  },
);

test("while no email can leave, nobody is told that clients are asked by email", async () => {
  const { page, app: other } = await adminPage(silent, { viewport: PHONE });
  await switchedOn(other);
  await fixturesIn(other);
  await page.goto("/admin/settings/health");
  await page.getByText("Email is not set up yet, so no one can be asked.").waitFor();
  expect(await page.getByRole("button", { name: /by email$/ }).count()).toBe(0);
  await page.getByRole("link", { name: "Set up email", exact: true }).waitFor();
});

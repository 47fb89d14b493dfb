import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { askFreeTimes } from "#app/appointments/booking/free-times/free-times.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localTimeOf } from "#app/platform/date-time.ts";
import { REFUSED } from "#tests/support/admin-edit-page.ts";
import { adminPage } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { laterDay } from "#tests/support/booking-page.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { hasWaitingList } from "#tests/support/options.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
const LOOKS = [
  ["390 px", { viewport: { width: 390, height: 844 } }, 1],
  ["1440 px", { viewport: { width: 1440, height: 900 }, colorScheme: "dark" }, 2],
  ["390 px, no script", { viewport: { width: 390, height: 844 }, javaScriptEnabled: false }, 3],
  ["1440 px, no script", { viewport: { width: 1440, height: 900 }, javaScriptEnabled: false }, 4],
] as const;

/** The nth day on which Tom is free from his first start on, and that start. */
async function freeDay(app: AppContext, nth: number): Promise<{ day: string; time: string }> {
  const tom = { service: "deep-tissue-massage", minutes: 60, therapist: "tom-ellery" };
  const answer = await askFreeTimes(app, { ...tom, from: laterDay(), to: addDays(laterDay(), 45) });
  const open = answer.kind === "times" ? answer.days.filter(({ slots }) => slots.length > 20) : [];
  const { date = "", slots = [] } = open[nth] ?? {};
  return { day: date, time: localTimeOf(slots[0]?.start ?? 0, "Europe/London") };
}

/** Adds someone to the list at the desk: an hour of deep tissue with Tom on this day. */
async function add(
  page: Page,
  { name, email = "", phone = "", day }: Record<"name" | "day", string> & { email?: string; phone?: string },
) {
  const form = page.getByRole("region", { name: "Add someone" });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel(/^Email/).fill(email);
  await form.getByLabel(/^Phone/).fill(phone);
  await form.getByLabel(/^Treatment/).selectOption("deep-tissue-massage 60");
  await form.getByLabel("Tom Ellery").check();
  await form.getByLabel(/^Until/).fill(day);
  await form.getByRole("button", { name: /^Add/ }).click();
  await page.getByText(`${name} is on the list.`).waitFor();
}

test.each([...byTurns(LOOKS.slice(0, 2), 1), ...byTurns(LOOKS.slice(2), 0)])(
  "free time in the diary is offered by hand, and booked for someone else all the same (%s)",
  async (look, visitor, days) => {
    const { page, app } = await adminPage(site, { ...visitor, expectedErrors: REFUSED });
    await hasWaitingList(app, true);
    const { day, time } = await freeDay(app, days);
    const name = `Rosa ${days}`;
    const hasScript = !look.includes("no script");
    await page.goto("/admin/waiting-list");
    await add(page, { name, email: `rosa${days}@example.com`, day });
    if (hasScript) await expectNoViolations(page);

    await page.goto(`/admin/diary?view=day&date=${day}&therapist=tom-ellery`);
    await page
      .locator("#day-tom-ellery")
      .getByRole("link", { name: new RegExp(`^Who is waiting for ${time} to`) })
      .click();
    const fits = page.getByRole("region", { name: /with Tom Ellery$/ });
    await fits.getByText("Order: pinned first, then longest waiting.").waitFor();
    await fits
      .getByText(`${name}, ${time}`)
      .or(fits.getByRole("listitem").filter({ hasText: name }))
      .first()
      .waitFor();
    await fits
      .getByText(/since .*, 0 appointments/)
      .first()
      .waitFor();
    await fits.getByRole("button", { name: new RegExp(`^Offer ?: ${name}, ${time}$`) }).click();
    await page.getByText("Offered, and kept for them.").waitFor();
    if (hasScript) await expectNoViolations(page);

    await page.goto(`/admin/diary?view=day&date=${day}&therapist=tom-ellery`);
    await page.getByRole("link", { name: new RegExp(`${time} offered to ${name} held until`) }).click();
    await page.getByRole("link", { name: /^Book by hand/ }).click();
    if (!hasScript) await page.getByRole("link", { name: "Add the appointment" }).click();
    const form = hasScript ? page.getByRole("dialog", { name: "Add Appointment" }) : page.locator("main");
    await form.getByLabel("Service").selectOption("deep-tissue-massage");
    await form.getByLabel("Name", { exact: true }).fill("Walter Inn");
    await form.getByRole("button", { name: /^Book / }).click();
    await form
      .getByText(
        new RegExp(`^This time is kept for ${name} until \\d\\d:\\d\\d\\. Call ${name}: no email reaches them\\.$`),
      )
      .waitFor();
    if (hasScript) await expectNoViolations(page);
    await form.getByRole("button", { name: "Book anyway" }).click();
    await page
      .getByText(/^Appointment scheduled for|^Walter Inn$/)
      .first()
      .waitFor();
    await page.goto("/admin/waiting-list");
    await page.getByRole("region", { name: "Who is waiting" }).getByText(name, { exact: true }).waitFor();
    expect(await page.getByRole("region", { name: "Offered now" }).getByText(name, { exact: true }).count()).toBe(0);
  },
);

test.each([...byTurns(LOOKS.slice(0, 2), 0), ...byTurns(LOOKS.slice(2), 1)])(
  "who has no email is called, and the desk notes what they say (%s)",
  async (look, visitor, days) => {
    const { page, app } = await adminPage(site, visitor);
    await hasWaitingList(app, true);
    const { day, time } = await freeDay(app, days + 10);
    const name = `Pat ${days}`;
    await page.goto("/admin/waiting-list");
    await add(page, { name, phone: `01632 9600${days + 30}`, day });
    await page.goto(`/admin/diary?view=day&date=${day}&therapist=tom-ellery`);
    await page
      .locator("#day-tom-ellery")
      .getByRole("link", { name: new RegExp(`^Who is waiting for ${time} to`) })
      .click();
    await page.getByRole("button", { name: new RegExp(`^Offer ?: ${name}, ${time}$`) }).click();
    const offered = page.getByRole("region", { name: "Offered now" }).getByRole("listitem").filter({ hasText: name });
    await offered.getByText(`No email reaches them: call 01632 960 0${days + 30}.`).waitFor();
    await page.goto("/admin");
    await page.getByRole("link", { name: /People to call: a time is free for them/ }).click();
    if (!look.includes("no script")) await expectNoViolations(page);
    await offered.getByRole("button", { name: /^They said yes/ }).click();
    await page.getByText("Booked for them.").waitFor();
    await page
      .getByRole("region", { name: "Who is waiting" })
      .getByText(name, { exact: true })
      .waitFor({ state: "detached" });
    await page.goto(`/appointments?q=${encodeURIComponent(name)}`);
    await page.getByRole("link", { name, exact: true }).first().waitFor();
  },
);

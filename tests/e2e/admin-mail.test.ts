import { expect, test } from "vitest";
import { askFreeTimes } from "#app/appointments/booking/free-times/free-times.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { adminPage } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { booked } from "#tests/support/booked.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();

test("mails are read on a phone, and a failed one is sent again", async () => {
  const { page, app } = await adminPage(site);
  const today = localDateOf(app.clock.now(), "Europe/London");
  const input = { service: "deep-tissue-massage", therapist: "imogen-hartley" };
  const times = await askFreeTimes(app, { ...input, from: addDays(today, 3), to: addDays(today, 12) });
  const slot = times.kind === "not-found" ? null : times.days.flatMap((day) => day.slots)[0];
  await booked(app, { ...input, start: slot?.start ?? 0 });
  await page.goto("/admin/mail");
  await page.getByText("Email is not set up, so new emails wait here.").waitFor();
  await expect.poll(() => rendered(page), { timeout: 20_000 }).toBeGreaterThan(0);
  await expectNoViolations(page);
  await page.getByRole("link", { name: /^Confirmed/ }).click();
  await page.getByRole("heading", { level: 1, name: /^Confirmed/ }).waitFor();
  await page.getByText("Hello Sam").waitFor();
  await expectNoViolations(page);
  const confirmed = app.db.kysely.updateTable("outbox").where("kind", "=", "appointment-confirmed-client");
  await confirmed.set({ failed_at: app.clock.now(), last_error: "550 No such mailbox" }).execute();
  await page.goto("/admin/mail?state=failed");
  await page.getByRole("link", { name: /^Confirmed/ }).click();
  await page.getByText("The last attempt failed: 550 No such mailbox").waitFor();
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByText("We send it again within a minute.").waitFor();
  await page.getByRole("link", { name: "Preview" }).click();
  await page.getByText("Hello Sam").first().waitFor();
  await page.goto("/admin/mail?state=waiting");
  await page
    .getByRole("link", { name: /^Reminder/ })
    .first()
    .click();
  await page.getByRole("link", { name: "How it would read now" }).click();
  await page.getByText("Hello Sam").first().waitFor();
});

/** The worker makes mails readable every two seconds: the list is asked again until it has. */
async function rendered(page: Awaited<ReturnType<typeof adminPage>>["page"]): Promise<number> {
  await page.reload();
  return page.getByRole("link", { name: /^Confirmed/ }).count();
}

import { expect, test } from "vitest";
import { manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import { adminPage, adminToast } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { bookFor, clientOf } from "#tests/support/clients.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { signedIn } from "#tests/support/signed-in.ts";

const site = sharedSite();
const SIZES = [
  ["390", { width: 390, height: 844 }],
  ["1440", { width: 1440, height: 900 }],
] as const;

test.each(byTurns(SIZES, 0))(
  "a blocked client sees the phone number in place of times, until unblocked (%s)",
  async (width, viewport) => {
    const { page, app } = await adminPage(site, { viewport, expectedErrors: [/status of 422/] });
    const email = `bea.${width}@example.com`;
    const [made] = await bookFor(app, [{ name: `Bea ${width}`, email, phone: "+441632960001" }]);
    if (!made) throw new Error("Not booked");
    const account = await signedIn(app, { name: `Bea ${width}`, email });
    const client = await newPage(site.url, { viewport });
    await client.context().addCookies([{ ...account.browserCookie, url: site.url }]);
    await client.goto("/book");
    await client.getByLabel("Full name").waitFor();

    await page.goto(`/admin/clients/${await clientOf(app, made.id)}`);
    await page.getByRole("button", { name: "Block this client" }).click();
    await page.getByRole("button", { name: "Block client" }).click();
    await page.getByText("Write the reason").waitFor();
    await page.getByLabel(`Why do you block Bea ${width}?`).fill("Shouted at Priya");
    await expectNoViolations(page);
    await page.getByRole("button", { name: "Block client" }).click();
    await adminToast(page, "Blocked. They see your phone number instead of times.").waitFor();
    await page.getByText("Reason, for the team alone: Shouted at Priya").waitFor();
    await expectNoViolations(page);

    await client.goto("/book");
    const call = client.getByText("Bookings are by phone. Call");
    await call.waitFor();
    expect(await client.getByText("Shouted").count()).toBe(0);
    await expectNoViolations(client);
    const manage = `/booking/${manageSecretOf(app, made)}`;
    await client.goto(`${manage}/reschedule`);
    await client.getByText("You can’t move this treatment online now. Call").waitFor();
    await client.goto(`${manage}/cancel`);
    await client.getByRole("button", { name: "Cancel appointment" }).waitFor();

    await page.getByRole("button", { name: "Unblock" }).click();
    await adminToast(page, "Unblocked. They can book online again.").waitFor();
    await page.getByRole("button", { name: "Block this client" }).waitFor();
    await client.goto("/book");
    await client.getByLabel("Full name").waitFor();
  },
);

import { expect, test } from "vitest";
import { localDateOf } from "#app/platform/date-time.ts";
import { adminPage, WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { takesPayments } from "#tests/support/options.ts";
import { walkedIn } from "#tests/support/practice.ts";
import { openSite } from "#tests/support/server.ts";
import { newSession } from "#tests/support/signed-in.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const ZONE = "Europe/London";

test.each(byTurns(WIDTHS, 0))(
  "a payment without a network waits, is sent once, overwrites nothing, and stays when somebody logs out (%s)",
  async (_width, viewport) => {
    const dataDir = temporaryFolder();
    const server = await openSite({ DATA_DIR: dataDir });
    const expectedErrors = [/Failed to load resource/, /ERR_INTERNET_DISCONNECTED/];
    const { page, app, admin } = await adminPage({ url: server.url, dataDir }, { viewport, expectedErrors });
    await takesPayments(app);
    const when = { day: localDateOf(app.clock.now(), ZONE), minutes: "45", despite: "on" } as const;
    const first = await walkedIn(app, { ...when, time: "00:00", name: "Martin Evans" });
    const second = await walkedIn(app, { ...when, time: "01:00", name: "Leila Patel" });
    const payments = () => app.db.kysely.selectFrom("payments").select(["method", "pence"]).execute();
    const context = page.context();
    const press = async (id: string) => {
      await page.goto(`/admin/appointments/${id}/pay`);
      await page.getByRole("button", { name: "Card, £48.00" }).waitFor();
      await page.waitForLoadState("networkidle");
      await context.setOffline(true);
      await page.getByRole("button", { name: "Card, £48.00" }).click();
      await page.getByText("£48.00 by card: waiting to be sent.").waitFor();
      await page.getByRole("heading", { name: "Waiting to be sent" }).waitFor();
    };

    await press(first.id);
    await expectNoViolations(page);
    expect(await payments()).toEqual([]);
    // The answer to the first sending is lost, after the site has counted it: it is sent again, and counted once.
    let sendings = 0;
    await page.route("**/admin/money/sent-later", async (route) => {
      sendings += 1;
      if (sendings > 1) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await context.setOffline(false);
    await expect.poll(payments).toEqual([{ method: "card", pence: 4800 }]);
    await expect.poll(() => sendings).toBe(1);
    await page.goto("/admin");
    await page.getByText(/^Sent: £48.00 by card/).waitFor();
    expect(sendings).toBe(2);
    expect(await payments()).toEqual([{ method: "card", pence: 4800 }]);
    await page.unroute("**/admin/money/sent-later");

    // Another desk takes the money while this phone has no network.
    await press(second.id);
    const desk = await newPage(server.url, { viewport });
    const { browserCookie } = await newSession(app, admin.id);
    await desk.context().addCookies([{ ...browserCookie, url: server.url }]);
    await desk.goto(`/admin/appointments/${second.id}/pay`);
    await desk.getByRole("button", { name: "Cash", exact: true }).click();
    await desk.getByText("Leila Patel paid £48.00 in cash").waitFor();
    await desk.context().close();

    // Logging out asks, and keeps what waits.
    await page.route("**/admin/money/sent-later", (route) => route.abort());
    await context.setOffline(false);
    await page.goto("/admin");
    await page.getByRole("heading", { name: "Waiting to be sent" }).waitFor();
    await page.evaluate(() => {
      const form = Object.assign(document.createElement("form"), { method: "post", action: "/logout" });
      document.body.append(form);
      form.submit();
    });
    await page.getByRole("heading", { level: 1, name: "Payments wait to be sent" }).waitFor();
    await expectNoViolations(page);
    await page.getByRole("button", { name: "Log out and keep them" }).click();
    await page.waitForURL("**/login");
    expect(await page.evaluate(() => localStorage.getItem("unsent-payments"))).toContain(second.id);
    expect(await page.evaluate(() => localStorage.getItem("unsent-payments"))).not.toContain("Leila");

    // The same person comes back: what changed meanwhile is shown, and nothing is counted twice.
    await page.unroute("**/admin/money/sent-later");
    await context.addCookies([{ ...(await newSession(app, admin.id)).browserCookie, url: server.url }]);
    await page.goto("/admin");
    await page
      .getByText(/^Not counted: £48.00 by card.*Someone has just taken £48.00 in cash\. Nothing is left to pay\.$/)
      .waitFor();
    expect(await payments()).toEqual([
      { method: "card", pence: 4800 },
      { method: "cash", pence: 4800 },
    ]);
    await page.getByRole("button", { name: "Remove this line" }).click();
    await page.getByText(/^Not counted/).waitFor({ state: "detached" });
    await context.close();
    await server.stop();
  },
  180_000,
);

import { expect, test } from "vitest";
import { linkSecretOf } from "#app/accounts/account-links.db.server.ts";
import { takeLoginAttempt } from "#app/accounts/sign-in/login-limits.server.ts";
import { newestNonce } from "#tests/support/account-mails.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { logIn, problem, toast } from "#tests/support/login-page.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside, personIn } from "#tests/support/signed-in.ts";

const site = sharedSite({ RATE_LIMITS: "on" });
const REFUSED = [/Failed to load resource: the server responded with a status of 4\d\d/];

test.each([
  ["phone", { width: 390, height: 844 }],
  ["desk", { width: 1440, height: 900 }],
] as const)("%s: who waits for others' tries is told, and let in by the mail's link", async (_name, viewport) => {
  const app = await appBeside(site, site.dataDir);
  app.config.rateLimits = true;
  const person = await personIn(app);
  const guess = (place: number) =>
    takeLoginAttempt(app, { attempt: "sign-in", address: `203.0.113.${place}`, account: person.email });
  await guess(1);
  await app.db.kysely.updateTable("rate_limits").set({ hits: 100 }).where("key", "like", "%:anywhere:%").execute();
  const page = await newPage(site.url, { viewport, expectedErrors: REFUSED });
  const told = async () => {
    // Takes the one try that this half minute has.
    await guess(2);
    await logIn(page, { email: person.email, password: "a wrong password" });
    return problem(page, "This account is being tried from many places").count();
  };
  await expect.poll(told, { timeout: 20_000 }).toBe(1);
  const secret = linkSecretOf(app.secret, { purpose: "let-in", nonce: await newestNonce(app, "account-let-in") });
  await page.goto(`/login/let-in?token=${secret}`);
  await expectNoViolations(page);
  await page.getByRole("button", { name: "Let me log in" }).click();
  await toast(page, "You can log in from here now").waitFor();
  await logIn(page, person);
  await toast(page, "Logged in successfully!").waitFor();
  await page.goto(`/login/let-in?token=${secret}`);
  await page.getByText("This link has been used or has expired").waitFor();
});

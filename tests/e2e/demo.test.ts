import { expect, test } from "vitest";
import { DEMO_OWNER } from "#app/demo/fill-demo.server.ts";
import { adminPage } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { runProgram } from "#tests/support/run-program.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside } from "#tests/support/signed-in.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const site = sharedSite({ DEMO: "on", LOG_LEVEL: "info" });

test("a first start says how to see the practice's side, and writes no password where no person reads", async () => {
  for (const line of [`  Email     ${DEMO_OWNER.email}`, "npm run admin -- create you@example.com"]) {
    await expect.poll(() => site.server.lines.join("\n")).toContain(line);
  }
  expect(site.server.lines.join("\n")).not.toMatch(/\b[a-z2-9]{5}(-[a-z2-9]{5}){3}\b/);
});

test("the owner of a demo is offered things to try, each of which opens where it is done", async () => {
  const { page } = await adminPage(site);
  await page.goto("/admin");
  const things = page.getByRole("region", { name: /^(Three|Four|Five) things to try$/ });
  await things.getByRole("link", { name: "Close the day" }).waitFor();
  await expectNoViolations(page);
  const names = await things.getByRole("link").allTextContents();
  expect(names[0]).toBe("Book as a client");
  for (const name of names) {
    await page.goto("/admin");
    await things.getByRole("link", { name, exact: true }).click();
    await page.waitForURL((url) => url.pathname !== "/admin");
    await page.getByRole("heading").first().waitFor();
  }
});

test("with a script the same page is as sound, its refusal too", async () => {
  const { page } = await adminPage(site, { expectedErrors: [/422/] });
  await page.goto("/admin/settings/demo");
  await page.getByText("60 invented clients, with notes and history").waitFor();
  await expectNoViolations(page);
  await page.getByRole("button", { name: "Start with my own practice" }).click();
  await page.getByRole("link", { name: "Select the box to remove all of this" }).waitFor();
  await expectNoViolations(page);
});

test("without a script, one press says what goes and what stays, asks once, and ends the demo", async () => {
  const { page } = await adminPage(site, { javaScriptEnabled: false, expectedErrors: [/422/] });
  await page.goto("/admin/clients");
  expect(await page.getByText("1 to 25 of 60 clients").count()).toBe(1);
  await page.goto("/admin/settings");
  await page.getByRole("link", { name: "Start with my own practice" }).click();
  await page.getByText("60 invented clients, with notes and history").waitFor();
  const press = page.getByRole("button", { name: "Start with my own practice" });
  await press.click();
  await page.getByRole("link", { name: "Select the box to remove all of this" }).waitFor();
  await page.getByRole("checkbox").check();
  await press.click();
  await page.getByText("No one here is invented").waitFor();
  await page.goto("/admin/audit");
  await page.getByText("Started with the own practice").first().waitFor();
  await page.goto("/admin/clients");
  expect(await page.getByText("Amelia Rowntree").count()).toBe(0);
});

test("npm run seed adds the same life when asked, once, and prints no password", async () => {
  const env = { NODE_ENV: "production", DATA_DIR: temporaryFolder(), LOG_LEVEL: "silent" };
  const seeded = await runProgram(["scripts/seed.ts", "--life"], env);
  expect([seeded.code, seeded.output]).toEqual([
    0,
    `Filled the database in ${env.DATA_DIR} with the demo practice.\n` +
      `Added its invented clients and appointments. See them: npm run admin -- create ${DEMO_OWNER.email}\n`,
  ]);
  const again = await runProgram(["scripts/seed.ts", "--life"], env);
  expect(again.output).toBe(`Nothing changed: the database in ${env.DATA_DIR} has a practice already.\n`);
  const app = await appBeside(site, env.DATA_DIR);
  const clients = app.db.kysely.selectFrom("clients").select((eb) => eb.fn.countAll<number>().as("count"));
  expect(Number((await clients.executeTakeFirstOrThrow()).count)).toBe(60);
});

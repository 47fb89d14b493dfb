import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { adminPage } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { startServer } from "#tests/support/server.ts";
import { keptFolder, temporaryFolder } from "#tests/support/temporary-folder.ts";

const PHONE = { width: 390, height: 844 };

test("an owner sets backups up on a phone; words and keys are in no log, process list, backup or later page", async () => {
  const dataDir = keptFolder();
  const place = join(temporaryFolder(), "kept");
  mkdirSync(place);
  const env = { DATA_DIR: dataDir, LOG_LEVEL: "info" };
  const first = await startServer(env);
  const { page } = await adminPage({ url: first.url, dataDir }, { viewport: PHONE });
  await page.goto("/admin/settings/backups");
  await page.getByText("No backup leaves this machine yet.").waitFor();
  await expectNoViolations(page);
  await page.getByLabel(/^A folder/).check();
  await page.getByRole("textbox", { name: "Address" }).fill(place);
  await page.getByRole("button", { name: "Test and save" }).click();
  await page.getByText("It can’t lock files").waitFor();
  await page.getByRole("button", { name: "Make a key" }).click();
  await page.getByText(/^ssh-ed25519 \S+ limber-yard$/).waitFor();
  const words = await takeWords(page);
  await page.getByRole("button", { name: "Back up now" }).click();
  await page.getByText(/The (first backup leaves within a few minutes|next one leaves within a minute)\./).waitFor();
  // A page that stands open would go on asking.
  await page.context().close();
  await first.stop();

  // What is due goes at a start, so that nobody waits for the minute.
  const second = await startServer(env);
  onTestFinished(() => second.stop());
  await expect.poll(() => second.lines.join("\n"), { timeout: 60_000 }).toContain("backup sent");
  await expect.poll(() => readdirSync(dataDir).includes(".rehearsal-key")).toBe(true);
  const { page: later } = await adminPage({ url: second.url, dataDir }, { viewport: PHONE });
  await later.goto("/admin/settings/backups");
  await later.getByText(/^The last backup left on /).waitFor();
  await expectNoViolations(later);

  const rehearsal = readFileSync(join(dataDir, ".rehearsal-key"), "utf8").trim();
  const sealing = readFileSync(join(dataDir, "sealing-key"), "utf8").trim();
  const sent = readdirSync(place).map((name) => readFileSync(join(place, name), "latin1"));
  expect(sent.length).toBeGreaterThan(0);
  const secrets = [rehearsal, sealing, "AGE-SECRET-KEY", "PRIVATE KEY"];
  const places = {
    page: await later.content(),
    processes: spawnSync("ps", ["-eww", "-o", "args"], { encoding: "utf8" }).stdout,
    log: [...first.lines, ...second.lines].join("\n"),
    backups: sent.join("\n"),
  };
  for (const [where, text] of Object.entries(places)) {
    const found = secrets.filter((secret) => text.includes(secret));
    // One or another is an everyday word, and may stand anywhere.
    expect({ found, hasWords: countWords(text, words) > 12 }, where).toEqual({ found: [], hasWords: false });
  }
});

test("on a wide screen a place that fails is refused with what was typed, and wrong words are told", async () => {
  const dataDir = keptFolder();
  const server = await startServer({ DATA_DIR: dataDir });
  onTestFinished(() => server.stop());
  const visitor = { viewport: { width: 1440, height: 900 }, expectedErrors: [/status of 422/] };
  const { page } = await adminPage({ url: server.url, dataDir }, visitor);
  await page.goto("/admin/settings/backups");
  await page.getByLabel(/^A folder/).check();
  // A file is no folder.
  const address = join(dataDir, "limber-yard.db");
  await page.getByRole("textbox", { name: "Address" }).fill(address);
  await page.getByRole("button", { name: "Test and save" }).click();
  await page.getByText("The test failed, so nothing was saved").waitFor();
  expect(await page.getByRole("textbox", { name: "Address" }).inputValue()).toBe(address);
  await expectNoViolations(page);
  await page.getByRole("button", { name: "Show the words" }).click();
  await page.getByRole("link", { name: "I have them on paper: go on" }).click();
  for (const field of await page.getByLabel(/^Word \d+$/).all()) await field.fill("wrong");
  await page.getByRole("button", { name: "Check the words" }).click();
  await page.getByText("These are not the two words of your sheet. Check the numbers and try again.").first().waitFor();
});

/** Shows the words, and types the two that are asked for; returns all. */
async function takeWords(page: Page): Promise<string[]> {
  await page.getByRole("button", { name: "Show the words" }).click();
  const words = await wordsOf(page.locator(".recovery-sheet"));
  expect([words.length, countWords(await page.content(), words)]).toEqual([24, 24]);
  await expectNoViolations(page);
  await page.getByRole("link", { name: "I have them on paper: go on" }).click();
  await page.getByText("Type two words from your sheet.").waitFor();
  for (const field of await page.getByLabel(/^Word \d+$/).all()) {
    const label = await field.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent ?? "");
    await field.fill(words[Number(/\d+/.exec(label)?.[0]) - 1] ?? "");
  }
  await page.getByRole("button", { name: "Check the words" }).click();
  await page.getByText("Your words were made on").waitFor();
  return words;
}

async function wordsOf(sheet: Locator): Promise<string[]> {
  await sheet.waitFor();
  return sheet.locator("li span:last-child").allTextContents();
}

function countWords(text: string, words: readonly string[]): number {
  const standing = new Set(text.toLowerCase().match(/[a-z]+/g));
  return words.filter((word) => standing.has(word)).length;
}

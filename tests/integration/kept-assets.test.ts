import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dataFiles } from "#app/platform/backup/make-backup.server.ts";
import { keepAssets, keptAssets } from "#app/platform/http/kept-assets.server.ts";
import { stubSite } from "#tests/support/stub-site.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const DAY = 86_400_000;

/** A bundle with one file, named by its content. */
function bundle(name: string): string {
  const clientFolder = temporaryFolder();
  mkdirSync(join(clientFolder, "assets"));
  writeFileSync(join(clientFolder, "assets", name), name);
  return clientFolder;
}

test("a page of one release finds its files at a process of another, before it and after it", async () => {
  const [older, newer] = [bundle("home-aaaa.js"), bundle("home-bbbb.js")];
  const dataDir = temporaryFolder();
  const old = await stubSite({ clientFolder: older, config: { dataDir } });
  const next = await stubSite({ clientFolder: newer, config: { dataDir } });
  for (const clientFolder of [older, newer]) keepAssets({ dataDir, clientFolder }, old.app.clock.now());
  for (const { get } of [old, next]) {
    const answers = await Promise.all(["aaaa", "bbbb", "cccc"].map((hash) => get(`/assets/home-${hash}.js`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404]);
    expect(answers[0]?.headers["cache-control"]).toContain("immutable");
    expect(answers[1]?.text).toBe("home-bbbb.js");
  }
});

test("nothing but the files of releases is served from there", async () => {
  const dataDir = temporaryFolder();
  const clientFolder = bundle("home-aaaa.js");
  writeFileSync(join(dataDir, "auth-secret"), "not-for-you");
  keepAssets({ dataDir, clientFolder }, 0);
  const { get } = await stubSite({ clientFolder, config: { dataDir } });
  for (const path of ["/assets/../auth-secret", "/assets/..%2fauth-secret", "/assets/%2e%2e/%2e%2e/auth-secret"])
    expect((await get(path)).text).not.toContain("not-for-you");
  expect(await keptAssets(dataDir)("/auth-secret", new Headers())).toBeNull();
  expect(dataFiles(dataDir)).toEqual(["auth-secret"]);
});

test("what no start has brought for 30 days goes", () => {
  const dataDir = temporaryFolder();
  const [older, newer] = [bundle("home-aaaa.js"), bundle("home-bbbb.js")];
  keepAssets({ dataDir, clientFolder: older }, 0);
  keepAssets({ dataDir, clientFolder: newer }, 29 * DAY);
  expect(readdirSync(join(dataDir, "released", "assets"))).toEqual(["home-aaaa.js", "home-bbbb.js"]);
  keepAssets({ dataDir, clientFolder: newer }, 31 * DAY);
  expect(existsSync(join(dataDir, "released", "assets", "home-aaaa.js"))).toBe(false);
});

import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { stockOf, tryToBook } from "#tests/proof/booking-client.ts";
import { type Installation, makeInstallation } from "#tests/support/releases.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const MINUTES = 600_000;

test("a running site goes to another server with what was booked, and stays stopped here", {
  timeout: MINUTES,
}, async () => {
  const [here, there] = [await installation(), await installation()];
  await start(here);
  const [first] = await stockOf(here.url);
  if (!first) throw new Error("The demo practice is full");
  const booked = await tryToBook(here.url, first);
  writeFileSync(join(here.dataDir, "sealing-key"), `${"5e".repeat(32)}\n`, { mode: 0o600 });
  const moved = await move(here, there);
  expect([moved.code, moved.output]).toEqual([
    0,
    expect.stringMatching(/^The site runs on move@there\. It took no changes for \d+ min\.\nPoint the site's name/),
  ]);
  expect(await tryToBook(there.url, first, booked)).toMatchObject({ status: 201, reference: booked.reference });
  await expect(fetch(`${here.url}/healthz`)).rejects.toThrow();
  expect(readFileSync(join(there.dataDir, "sealing-key"), "utf8").trim()).toBe("5e".repeat(32));
});

test("a move that fails leaves the site where it is", { timeout: MINUTES }, async () => {
  const [here, there] = [await installation(), await installation()];
  await start(here);
  writeFileSync(
    join(there.home, "current/scripts/restore.ts"),
    'console.error("The disk is full."); process.exit(1);\n',
  );
  const failed = await move(here, there);
  expect([failed.code, failed.errors.trim().split("\n").at(-1)]).toEqual([
    1,
    "It could not be restored there: The disk is full. The site goes on here, unchanged.",
  ]);
  await untilReady(here);
  writeFileSync(join(there.home, "current/package.json"), JSON.stringify({ version: "0.0.9", imports: {} }));
  const other = await move(here, there);
  expect(other.errors).toContain("The other server has 0.0.9, and this one 0.1.0. Install the same release there.");
  expect((await fetch(`${here.url}/readyz`)).status).toBe(200);
});

/** With a stand-in for ssh, which runs the command on this machine with the other server's environment. */
async function installation(): Promise<Installation> {
  const site = await makeInstallation(temporaryFolder());
  onTestFinished(async () => void (await site.systemctl("stop")));
  return site;
}

async function start(site: Installation): Promise<void> {
  await site.systemctl("start");
  await untilReady(site);
}

async function untilReady(site: Installation): Promise<void> {
  const status = () =>
    fetch(`${site.url}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(status, { timeout: 120_000 }).toBe(200);
}

function move(from: Installation, to: Installation) {
  const env = join(to.home, "env");
  writeFileSync(
    env,
    Object.entries(to.env)
      .map(([name, value]) => `${name}='${value}'\n`)
      .join(""),
  );
  mkdirSync(to.dataDir, { recursive: true });
  const ssh = join(from.home, "bin/ssh");
  writeFileSync(ssh, '#!/bin/sh\nshift 3\nexec env -i PATH="$PATH" sh -c "$1"\n', { mode: 0o755 });
  expect(statSync(ssh).mode & 0o100).toBe(0o100);
  return from.run("scripts/move-server.ts", `move@there:${to.current()}`, "--env", env);
}

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeReleaseKey } from "#app/maintenance/release.server.ts";
import { stockOf, tryToBook } from "#tests/proof/booking-client.ts";
import { type Installation, LATER_SCHEMA, makeInstallation } from "#tests/support/releases.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const MINUTES = 600_000;

test("a signed release is tried on a copy, switched to, and keeps what was booked", { timeout: MINUTES }, async () => {
  const site = await startInstallation();
  const [free] = await stockOf(site.url);
  if (!free) throw new Error("The demo practice is full");
  const booked = await tryToBook(site.url, free);
  const manifest = await site.pack("9.0.0");
  const done = await site.update(manifest);
  expect([done.code, done.output, lastOf(done.errors)]).toEqual([0, "Updated to 9.0.0.\n", "switching to 9.0.0"]);
  expect([basename(site.current()), outcomeOf(site)]).toEqual([
    "9.0.0",
    { kind: "updated", version: "9.0.0", words: "Updated to 9.0.0.", at: expect.any(Number) },
  ]);
  expect(await tryToBook(site.url, free, booked)).toMatchObject({ status: 201, reference: booked.reference });
  expect(remains(site)).toEqual([]);
  const again = await site.update(manifest);
  expect(again).toMatchObject({ code: 1, errors: expect.stringContaining("knows no key that signs releases") });
});

test("what is not signed with a key in the code is refused, and nothing changes", { timeout: MINUTES }, async () => {
  const site = await startInstallation();
  const none = await site.update();
  expect(none).toMatchObject({ code: 1, errors: expect.stringContaining("Which release?") });
  const refused = await site.update(await site.pack("9.0.0", {}, makeReleaseKey().secret));
  const words = "The release is not signed with a key that this installation knows.";
  expect([refused.code, refused.errors]).toEqual([1, `${words}\n`]);
  expect(outcomeOf(site)).toMatchObject({ kind: "refused", words });
  expect([basename(site.current()), readdirSync(join(site.home, "releases")).includes("9.0.0")]).toEqual([
    "0.1.0",
    false,
  ]);
});

test("a release that fails on the copy is never switched to", { timeout: MINUTES }, async () => {
  const site = await startInstallation();
  const broken = await site.update(
    await site.pack("9.0.0", { "scripts/serve.ts": 'console.log("no"); process.exit(3);\n' }),
  );
  expect([broken.code, lastOf(broken.errors)]).toEqual([
    1,
    "It did not become ready on a copy of the data: no. 0.1.0 goes on, unchanged.",
  ]);
  expect([basename(site.current()), (await fetch(`${site.url}/readyz`)).status, remains(site)]).toEqual([
    "0.1.0",
    200,
    [],
  ]);
});

test("a release that fails after the switch goes back by itself, with the data from before", {
  timeout: MINUTES,
}, async () => {
  const site = await startInstallation();
  const [free] = await stockOf(site.url);
  if (!free) throw new Error("The demo practice is full");
  const booked = await tryToBook(site.url, free);
  const back = await site.update(await site.pack("9.0.0", { "scripts/serve.ts": LATER_SCHEMA }));
  const words =
    "9.0.0 did not become ready, so we went back to 0.1.0. The data is that of the moment before the switch.";
  expect([back.code, lastOf(back.errors)]).toEqual([1, words]);
  expect(outcomeOf(site)).toMatchObject({ kind: "went-back", version: "9.0.0", words });
  expect(await tryToBook(site.url, free, booked)).toMatchObject({ status: 201, reference: booked.reference });
  expect(basename(site.current())).toBe("0.1.0");
});

async function startInstallation(): Promise<Installation> {
  const site = await makeInstallation(temporaryFolder());
  onTestFinished(async () => void (await site.systemctl("stop")));
  await site.systemctl("start");
  await expect
    .poll(
      () =>
        fetch(`${site.url}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 120_000 },
    )
    .toBe(200);
  return site;
}

function outcomeOf(site: Installation): unknown {
  return JSON.parse(readFileSync(join(site.dataDir, ".update-outcome.json"), "utf8"));
}

/** What an update must not leave behind. */
function remains({ home, dataDir }: Installation): string[] {
  const left = [join(home, "releases/.update.json"), join(home, "releases/.update-running")].filter(existsSync);
  return [...left, ...readdirSync(dataDir).filter((name) => name.startsWith(".trial-"))];
}

function lastOf(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}

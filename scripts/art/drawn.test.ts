import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { isDrawn } from "#app/ui/art/drawn.ts";
import { root } from "#scripts/bootstrap/project.mjs";
import services from "#scripts/demo/services.json" with { type: "json" };

test("what counts as drawn is what stands in the folder of drawings", () => {
  const files = readdirSync(`${root}/public/art`).flatMap((file) => /^(.+)-card\.svg$/.exec(file)?.[1] ?? []);
  expect(files.length).toBeGreaterThan(9);
  expect(files.filter((slug) => !isDrawn(slug))).toEqual([]);
  expect(services.filter(({ booking }) => booking === "online").every(({ slug }) => isDrawn(slug))).toBe(true);
  expect(isDrawn("chair-massage")).toBe(false);
});

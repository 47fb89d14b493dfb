import * as Plot from "@observablehq/plot";
import { expect, test } from "vitest";
import type { Drawn } from "#app/ui/plot/drawn-plot.ts";
import { drawnFrom, sketchDocument } from "#app/ui/plot/sketch.server.ts";

function everyPart(drawn: Drawn): Drawn[] {
  return [drawn, ...drawn.children.flatMap((child) => (typeof child === "string" ? [] : everyPart(child)))];
}

test("a plot becomes plain data: bars and words, no style, and names as React writes them", () => {
  const bars = [
    { day: "Mon", count: 1 },
    { day: "Tue", count: 3 },
  ];
  const marks = [Plot.barY(bars, { x: "day", y: "count", fill: "var(--primary)", strokeWidth: 2 })];
  const drawn = drawnFrom(Plot.plot({ document: sketchDocument(), width: 100, height: 50, marks }));
  const parts = everyPart(drawn);
  expect(drawn.tag).toBe("svg");
  expect(parts.filter(({ tag }) => tag === "rect")).toHaveLength(2);
  expect(parts.flatMap(({ children }) => children)).toEqual(expect.arrayContaining(["Mon", "Tue"]));
  expect(parts.map(({ tag }) => tag)).not.toContain("style");
  const names = new Set(parts.flatMap(({ attributes }) => Object.keys(attributes)));
  expect([...names].filter((name) => name === "style" || name.includes("-") || name.startsWith("xmlns"))).toEqual([]);
  expect(names).toContain("strokeWidth");
});

import { expect, test } from "vitest";
import { pens, personPen } from "#app/ui/pen/pen.ts";
import { grainField, grainOf, personPlate, seedOf } from "#app/ui/pen/person-grain.ts";
import { twofoldSvg } from "#app/ui/pen/plate-svg.ts";

const LEVEL = 0.63;
const seeds = Array.from({ length: 60 }, (_, index) => seedOf(`person ${index}`));

test("a person has one drawing for good, and another than others", () => {
  expect(seedOf("demo-tom-ellery")).toBe(seedOf("demo-tom-ellery"));
  expect(new Set(seeds).size).toBe(seeds.length);
  const [one, same, other] = ["tom", "tom", "priya"].map((id) => drawn(seedOf(id)));
  expect(one).toBe(same);
  expect(one).not.toBe(other);
});

test.each(seeds)("%s: beyond its knot the grain keeps within 0.63 rad of level", (seed) => {
  const grain = grainOf(Number.parseInt(seed, 16));
  const height = grainField(grain);
  const steepest = points().reduce((most, [x, y]) => {
    if (Math.hypot(x - grain.knot.x, y - grain.knot.y) < 2 * grain.knot.reach) return most;
    const [across, down] = [height(x + 1, y) - height(x - 1, y), height(x, y + 1) - height(x, y - 1)];
    return Math.max(most, Math.abs(Math.atan2(across, down)));
  }, 0);
  expect(steepest).toBeLessThan(LEVEL);
});

test("the knot is round, whole, above the initials, and touched in its inner ring alone", () => {
  for (const seed of seeds.slice(0, 8)) {
    const { knot } = grainOf(Number.parseInt(seed, 16));
    expect(knot.x - knot.reach).toBeGreaterThan(0);
    expect(knot.x + knot.reach).toBeLessThan(800);
    expect(knot.y + knot.reach).toBeLessThan(720);
    const touched = /stroke="var\(--accent[^>]* d="([^"]*)"/.exec(drawn(seed))?.[1] ?? "";
    expect(touched.match(/M/g), seed).toHaveLength(1);
    expect(touched.endsWith("z"), seed).toBe(true);
  }
});

test("a drawing is half as heavy as a card's", () => {
  for (const seed of seeds.slice(0, 4)) expect(drawn(seed).length).toBeLessThan(8_000);
});

function drawn(seed: string): string {
  return twofoldSvg(personPlate(seed), { wide: personPen, narrow: pens.thumb });
}

function points(): [number, number][] {
  return Array.from({ length: 40 * 50 }, (_, index) => [(index % 40) * 20 + 10, Math.floor(index / 40) * 20 + 10]);
}

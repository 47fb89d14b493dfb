import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

import { bodyShapes } from "#app/body-map/body-shapes.ts";
import { demoSketch } from "#app/settings/location.ts";
import { closingRingPath, ringView } from "#app/ui/art/closing-ring.ts";
import { heroFibres } from "#app/ui/art/hero-fibres.ts";
import { pens, type Size } from "#app/ui/pen/pen.ts";
import { plateSvg } from "#app/ui/pen/plate-svg.ts";
import { bodyShapes as bodyShapesOf, bodySvg } from "#scripts/art/body/body.ts";
import { heroFibres as drawnFibres, heroSvg } from "#scripts/art/hero/hero.ts";
import { locationGround } from "#scripts/art/location-ground.ts";
import { plates, releasedPlates } from "#scripts/art/plates/all.ts";
import { releasedFiles } from "#scripts/art/released.ts";
import { closingRing, RING_VIEW, ringsSvg } from "#scripts/art/ring.ts";
import services from "#scripts/demo/services.json" with { type: "json" };

const sizes = Object.keys(pens) as Size[];
const committed = (path: string) => readFileSync(path, "utf8");

test("every treatment of the demo practice has a plate, which can be released", () => {
  expect(releasedPlates.map(({ slug }) => slug)).toEqual(plates.map(({ slug }) => slug));
  expect(plates.map((plate) => plate.slug)).toEqual(services.map((service) => service.slug));
});

test.each(plates)("$slug is drawn as it is committed", (plate) => {
  expect(plateSvg(plate, pens.thumb)).toBe(committed(`public/art/${plate.slug}-thumb.svg`));
});

test.each(releasedPlates)("$slug is released as it is committed, and the style sheet knows both files", (plate) => {
  const rules = committed("app/ui/art/released.css");
  const files = releasedFiles(plate);
  expect(plateSvg(plate, pens.thumb)).not.toBe(committed(`public/art/${plate.slug}-thumb.svg`));
  expect(files.map(({ path }) => /-released-(.+)\.svg$/.exec(path)?.[1])).toEqual(["light", "dark"]);
  for (const { path, svg } of files) {
    expect(svg).toBe(committed(path));
    expect(svg).not.toMatch(/var\(|style/);
    expect(svg.length).toBeLessThan(17_000);
    expect(rules).toContain(`url("${path.replace("public", "")}")`);
  }
});

test("a card's file holds the drawing by two pens, and the page says which it shows", () => {
  const card = committed("public/art/deep-tissue-massage-card.svg");
  expect(card.match(/<g display="[^"]+">/g)).toEqual([
    '<g display="var(--plate-wide,inline)">',
    '<g display="var(--plate-narrow,none)">',
  ]);
  for (const { thin } of [pens.card, pens.thumb]) expect(card).toContain(`stroke-width="${thin}"`);
});

test("the hero is drawn as it is committed", () => {
  expect(heroSvg()).toBe(committed("app/ui/art/hero.svg"));
  expect(drawnFibres()).toEqual(heroFibres);
});

test("the booked ring and the ground of the demo's sketch are drawn as they are committed", () => {
  expect(ringsSvg()).toBe(committed("public/art/rings.svg"));
  expect([RING_VIEW, closingRing()]).toEqual([ringView, closingRingPath]);
  expect(locationGround(demoSketch)).toBe(committed("public/art/demo-location.svg"));
});

test("the body is drawn as it is committed, and light enough to come with a page", () => {
  expect(bodySvg()).toBe(committed("app/ui/art/body.svg"));
  expect({ front: bodyShapesOf("front"), back: bodyShapesOf("back") }).toEqual(bodyShapes);
  expect(gzipSync(bodySvg()).length).toBeLessThan(12_000);
});

test("no drawing carries a style of its own, which the content policy would refuse", () => {
  const files = plates.flatMap((plate) => sizes.map((size) => `public/art/${plate.slug}-${size}.svg`));
  const others = ["app/ui/art/hero.svg", "app/ui/art/body.svg", "public/art/rings.svg", "public/art/demo-location.svg"];
  const styled = [...files, ...others].filter((path) => /style|<script|\son\w+=/.test(committed(path)));
  expect(styled).toEqual([]);
});

test("every drawing stays light enough for a page of eleven", () => {
  // A card's file holds the drawing twice: as a card, and as a thumb.
  const heavy = plates.filter(({ slug }) => {
    const [card = "", thumb = ""] = committed(`public/art/${slug}-card.svg`).split('<g display="var(--plate-narrow');
    return card.length > 24_000 || thumb.length > 8_000;
  });
  expect(heavy).toEqual([]);
});

import { z } from "zod";
import { bodyShapes } from "#app/body-map/body-shapes.ts";
import type { View } from "#app/body-map/place.ts";
import { isLeftOfPicture, REGIONS, type Region } from "#app/body-map/region.ts";

/** Bytes of JSON that the ink of one chart takes at most. */
const MOST_BYTES = 4_096;
/** Nearer points are one: 9 of the drawing's units are about 5 pixels on a phone. */
const APART = 9;

/** Of ink that takes nothing more. */
export const FULL_INK = "The body has as much ink as a note can hold. Undo a stroke, or clear the ink.";

// The box of the drawing (body-shapes.ts), which stored strokes outlive.
const [LEFT, TOP, RIGHT, BOTTOM] = [-250, -24, 250, 1_022];

/** Whole units of the drawing: x and y of one point after the other. */
const points = z.array(z.number()).refine(isDrawable, "This ink is not on the body. Clear the ink, then draw again.");

const stroke = z.object({ view: z.enum(["front", "back"]), points });
export type Stroke = z.output<typeof stroke>;

/** What was drawn by hand on the body of a note. Notes from before it have none. */
export const ink = z.array(stroke).refine(fits, FULL_INK).default([]);

function isDrawable(given: readonly number[]): boolean {
  if (given.length < 2 || given.length % 2 === 1 || !given.every(Number.isInteger)) return false;
  return given.every((value, at) => value === within(value, at % 2 === 0 ? "x" : "y"));
}

function within(value: number, axis: "x" | "y"): number {
  const [least, most] = axis === "x" ? [LEFT, RIGHT] : [TOP, BOTTOM];
  return Math.min(most, Math.max(least, value));
}

function fits(strokes: readonly Stroke[]): boolean {
  return JSON.stringify(strokes).length <= MOST_BYTES;
}

/** Whether not even a dot would fit beside this ink. */
export function isFull(strokes: readonly Stroke[]): boolean {
  return !fits([...strokes, { view: "front", points: [RIGHT, BOTTOM] }]);
}

/** A stroke with the next point of a hand; as it was if that is too near, or if the ink is full. */
export function drawTo(
  { view, points: before }: Stroke,
  { x, y }: { x: number; y: number },
  beside: readonly Stroke[],
): Stroke {
  const [toX, toY] = [within(Math.round(x), "x"), within(Math.round(y), "y")];
  const [lastX, lastY] = before.slice(-2);
  const isNear = lastX !== undefined && lastY !== undefined && Math.hypot(toX - lastX, toY - lastY) < APART;
  const longer = { view, points: [...before, toX, toY] };
  return isNear || !fits([...beside, longer]) ? { view, points: before } : longer;
}

/** The regions that ink goes through, the most of it first: proposed as marks, as only those are words. */
export function regionsUnder(strokes: readonly Stroke[]): Region[] {
  const counted = new Map<Region, number>();
  for (const { view, points } of strokes) {
    for (let at = 0; at < points.length; at += 2) {
      const region = regionAt(view, points[at] ?? 0, points[at + 1] ?? 0);
      if (region) counted.set(region, (counted.get(region) ?? 0) + 1);
    }
  }
  return [...counted].toSorted(([, one], [, other]) => other - one).map(([region]) => region);
}

function regionAt(view: View, x: number, y: number): Region | null {
  const shape = bodyShapes[view].find(({ hit }) => isInside(hit, Math.abs(x), y));
  const isHere = ({ place, side }: Region) =>
    place === shape?.place && (side === "middle" || isLeftOfPicture(view, side) === x < 0);
  return REGIONS.find(isHere) ?? null;
}

type Corner = readonly [x: number, y: number];

// Outlines as they are read, once.
const outlines = new Map<string, readonly (readonly Corner[])[]>();

/** The parts of an outline, `M0 11L4 11…z`, by their corners. */
function cornersOf(outline: string): readonly (readonly Corner[])[] {
  const known = outlines.get(outline);
  if (known) return known;
  const read = outline
    .split("M")
    .slice(1)
    .map((part) =>
      part
        .replace("z", "")
        .split("L")
        .map((corner) => corner.split(" ").map(Number) as unknown as Corner),
    );
  outlines.set(outline, read);
  return read;
}

/** By how often a line from the point to the right crosses the outline. */
function isInside(outline: string, x: number, y: number): boolean {
  let inside = false;
  for (const corners of cornersOf(outline)) {
    for (const [at, [toX, toY]] of corners.entries()) {
      const [fromX, fromY] = corners.at(at - 1) ?? [toX, toY];
      if (fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)) inside = !inside;
    }
  }
  return inside;
}

/** What two devices drew: what both have or one has added. What no longer fits goes, the latest first. */
export function mergeInk(base: readonly Stroke[], mine: readonly Stroke[], theirs: readonly Stroke[]): Stroke[] {
  const [was, here, there] = [base, mine, theirs].map((strokes) => strokes.map((one) => JSON.stringify(one)));
  const isKept = (one: string) => !was?.includes(one) || (here?.includes(one) && there?.includes(one));
  const merged: Stroke[] = [];
  for (const one of new Set([...(here ?? []), ...(there ?? [])])) {
    const next: Stroke = JSON.parse(one);
    if (isKept(one) && fits([...merged, next])) merged.push(next);
  }
  return merged;
}

export function inkInWords(strokes: readonly Stroke[]): string {
  if (strokes.length === 0) return "nothing";
  return strokes.length === 1 ? "1 stroke" : `${strokes.length} strokes`;
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { bodyShapes } from "#app/body-map/body-shapes.ts";
import { drawTo, isFull, mergeInk, regionsUnder, type Stroke } from "#app/health/ink.ts";
import { EMPTY_NOTE, readNote, startFromLast } from "#app/health/note.ts";

const axis = fc.double({ min: -3_000, max: 3_000, noNaN: true });
const hand = fc.record({
  view: fc.constantFrom("front" as const, "back" as const),
  points: fc.array(fc.record({ x: axis, y: axis }), { minLength: 1, maxLength: 120 }),
});

/** As a hand draws them, one after the other. */
function drawn(hands: readonly { view: Stroke["view"]; points: { x: number; y: number }[] }[]): Stroke[] {
  const ink: Stroke[] = [];
  for (const { view, points } of hands) {
    const stroke = points.reduce<Stroke>((before, point) => drawTo(before, point, ink), { view, points: [] });
    if (stroke.points.length > 0) ink.push(stroke);
  }
  return ink;
}

const sizeOf = (ink: readonly Stroke[]) => Buffer.byteLength(JSON.stringify(ink));

test("whatever a hand draws is stored as whole points on the body, and takes 4 kB at most", () => {
  fc.assert(
    fc.property(fc.array(hand, { maxLength: 20 }), (hands) => {
      const ink = drawn(hands);
      expect(sizeOf(ink)).toBeLessThanOrEqual(4_096);
      expect(readNote({ ...EMPTY_NOTE, ink })).toEqual({ note: { ...EMPTY_NOTE, ink } });
    }),
  );
});

test("points that are nearly the same are one, and a dot is a stroke", () => {
  const stroke = [0, 2, 4, 8.6, 12, 30].reduce<Stroke>((before, x) => drawTo(before, { x, y: 100.4 }, []), {
    ...{ view: "back", points: [] },
  });
  expect(stroke).toEqual({ view: "back", points: [0, 100, 9, 100, 30, 100] });
  expect(drawTo({ view: "front", points: [] }, { x: 1, y: 2 }, [])).toEqual({ view: "front", points: [1, 2] });
});

test("ink that is full takes nothing more, and a larger one is refused with a sentence", () => {
  const line = Array.from({ length: 2_000 }, (_, nth) => ({ x: -250 + (nth % 50) * 10, y: Math.floor(nth / 50) * 25 }));
  const ink = drawn([{ view: "front", points: line }]);
  expect(isFull(ink)).toBe(true);
  expect(isFull([])).toBe(false);
  const more: Stroke[] = [...ink, { view: "back", points: [-250, -24, 250, 1_022] }];
  expect(readNote({ ...EMPTY_NOTE, ink: more })).toEqual({
    message: "The body has as much ink as a note can hold. Undo a stroke, or clear the ink.",
  });
});

test.each([[[]], [[1]], [[1, 2, 3]], [[1.5, 2]], [[251, 0]], [[0, 1_023]], [[0, null]], [["a", 1]]])(
  "the points %j are refused with a sentence",
  (points) => {
    expect(readNote({ ...EMPTY_NOTE, ink: [{ view: "front", points }] })).toEqual({
      message: expect.stringMatching(/^(This ink is not on the body\.|Ink: )/),
    });
  },
);

test("a note from before ink has none, and the next one starts without", () => {
  const { ink, ...old } = EMPTY_NOTE;
  expect(readNote(old)).toEqual({ note: EMPTY_NOTE });
  const last = { ...EMPTY_NOTE, ink: [{ view: "front" as const, points: [1, 2] }] };
  expect(startFromLast(EMPTY_NOTE, last).ink).toEqual(ink);
});

test("two devices keep what both drew, and what one has taken back goes", () => {
  const [was, mine, theirs]: Stroke[] = [1, 2, 3].map((x) => ({ view: "back", points: [x, x] })) as Stroke[];
  if (!was || !mine || !theirs) throw new Error("three");
  expect(mergeInk([was], [was, mine], [theirs])).toEqual([mine, theirs]);
  fc.assert(
    fc.property(fc.array(hand, { maxLength: 9 }), fc.array(hand, { maxLength: 9 }), (here, there) => {
      expect(sizeOf(mergeInk([], drawn(here), drawn(there)))).toBeLessThanOrEqual(4_096);
    }),
    { numRuns: 30 },
  );
});

test("the regions that ink goes through are named, the most drawn on first, by the side that the client has there", () => {
  const across = (view: Stroke["view"], y: number, from: number, to: number): Stroke => ({
    view,
    points: Array.from({ length: 9 }, (_, at) => [Math.round(from + ((to - from) * at) / 8), y]).flat(),
  });
  const named = (...strokes: Stroke[]) => regionsUnder(strokes).map(({ name }) => name);
  expect(named(across("back", 290, -90, -40))).toContain("Left shoulder blade");
  expect(named(across("back", 290, 40, 90))).toContain("Right shoulder blade");
  expect(named(across("front", 300, -60, -30)).every((name) => !name.includes("Left"))).toBe(true);
  const both = named(across("back", 290, 40, 90), across("back", 290, -90, -40), across("back", 292, -90, -40));
  expect(both.indexOf("Left shoulder blade")).toBeLessThan(both.indexOf("Right shoulder blade"));
  expect(named(across("back", 1_020, -240, -200))).toEqual([]);
  expect(named()).toEqual([]);
});

test("every region of the drawing is found by ink that covers it", () => {
  for (const view of ["front", "back"] as const)
    for (const { place, box } of bodyShapes[view]) {
      const [left, top, wide, high] = box;
      const found = regionsUnder([
        {
          view,
          points: Array.from({ length: 121 }, (_, at) => [
            left + (wide * (at % 11)) / 10,
            top + (high * Math.floor(at / 11)) / 10,
          ]).flat(),
        },
      ]);
      expect(
        found.map((region) => region.place),
        `${view} ${place}`,
      ).toContain(place);
    }
});

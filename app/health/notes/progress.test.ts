import fc from "fast-check";
import { expect, test } from "vitest";
import { EMPTY_NOTE, type Note } from "#app/health/note.ts";
import { changesOf, linesOf, painOf, placesOf, rowsOf, viewProgress } from "#app/health/notes/progress.ts";

const noted = (at: number, part: Partial<Note>) => ({ at, note: { ...EMPTY_NOTE, ...part } });

test("pain stands first, and an activity is one line however it is spelt", () => {
  const lines = linesOf([
    noted(3, { pain: 2, abilities: [{ what: " sit  for an hour", level: 8 }] }),
    noted(1, { pain: 8, abilities: [{ what: "Sit for an hour", level: 3 }] }),
    noted(2, { abilities: [{ what: "Run", level: null }] }),
  ]);
  expect(lines).toEqual([
    {
      label: "Pain",
      points: [
        { at: 1, level: 8 },
        { at: 3, level: 2 },
      ],
    },
    {
      label: "sit for an hour",
      points: [
        { at: 1, level: 3 },
        { at: 3, level: 8 },
      ],
    },
  ]);
});

test("an activity that someone calls pain is not their pain", () => {
  const notes = [noted(1, { pain: 8, abilities: [{ what: "Pain", level: 2 }] })];
  expect(painOf(notes)).toEqual([{ at: 1, level: 8 }]);
  expect(linesOf(notes).map(({ points }) => points)).toEqual([[{ at: 1, level: 8 }], [{ at: 1, level: 2 }]]);
});

test("the table has a row for each date, and says nothing where nothing was said", () => {
  const lines = linesOf([noted(1, { pain: 8 }), noted(2, { abilities: [{ what: "Run", level: 5 }] })]);
  expect(rowsOf(lines)).toEqual([
    { at: 1, levels: [8, null] },
    { at: 2, levels: [null, 5] },
  ]);
});

test("what is written never overlaps, and the first and the last always stand there", () => {
  const instants = fc.uniqueArray(fc.integer({ min: 0, max: 1e12 }), { minLength: 2, maxLength: 200 });
  fc.assert(
    fc.property(instants, (ats) => {
      const points = ats.sort((a, b) => a - b).map((at) => ({ at, level: 5 }));
      const { places, written } = placesOf(points, { width: 300, apart: 40 });
      expect([written[0]?.at, written.at(-1)?.at]).toEqual([points[0]?.at, points.at(-1)?.at]);
      for (const [nth, one] of written.entries()) {
        if (nth > 0) expect(one.x - (written[nth - 1]?.x ?? 0)).toBeGreaterThanOrEqual(40);
      }
      expect(places.every(({ x }) => x >= 0 && x <= 300)).toBe(true);
    }),
  );
});

test("two charts are compared region by region", () => {
  const pain = (level: number) => ({ region: "neck", kind: "pain" as const, level });
  const scar = { region: "left-knee", kind: "scar" as const, level: null };
  expect(changesOf([pain(6), scar], [pain(2), scar])).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/: Pain, 6, then Pain, 2$/),
      expect.stringMatching(/: Scar, as before$/),
    ]),
  );
  expect(changesOf([pain(6)], [])).toEqual([expect.stringMatching(/: Pain, 6, then nothing$/)]);
});

test("the first and the last marked body are compared, or two that are named, the earlier one first", () => {
  const marks = [{ region: "neck", kind: "tight" as const, level: null }];
  const ink = [{ view: "back" as const, points: [1, 2] }];
  // The last one was only drawn on.
  const notes = ["a", "b", "c"].map((id, at) => ({ id, ...noted(at, id === "c" ? { ink } : { marks }) }));
  // Where hands worked is no mark of how the body is.
  const worked = [{ region: "neck", kind: "worked" as const, level: null }];
  const all = [...notes, { id: "unmarked", ...noted(9, { marks: worked }) }];
  const idsOf = ({ before, after }: ReturnType<typeof viewProgress>) => [before?.id, after?.id];
  expect(idsOf(viewProgress(all, []))).toEqual(["a", "c"]);
  expect(idsOf(viewProgress(all, ["c", "b"]))).toEqual(["b", "c"]);
  expect(idsOf(viewProgress(all, ["unmarked", "someone-elses"]))).toEqual(["a", "c"]);
  expect(viewProgress([], [])).toEqual({ lines: [], charts: [], before: null, after: null });
});

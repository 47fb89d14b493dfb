import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { REGIONS } from "#app/body-map/region.ts";
import {
  AFTERWARDS,
  CHANGES,
  EMPTY_NOTE,
  EXERCISES,
  isLocked,
  locksAt,
  MARK_KINDS,
  type Mark,
  mergeNotes,
  NEXT,
  type Note,
  readNote,
  splitPasted,
  startFromLast,
  TECHNIQUES,
  withMark,
  withoutMark,
} from "#app/health/note.ts";

const level = fc.option(fc.integer({ min: 0, max: 10 }), { nil: null });
const choice = <Words extends object>(words: Words) =>
  fc.option(fc.constantFrom(...(Object.keys(words) as (keyof Words & string)[])), { nil: null });
const some = <Words extends object>(words: Words) => fc.subarray(Object.keys(words) as (keyof Words & string)[]);
const marks = fc.uniqueArray(
  fc.record({
    region: fc.constantFrom(...REGIONS.map(({ id }) => id)),
    kind: fc.constantFrom(...(Object.keys(MARK_KINDS) as Mark["kind"][])),
    level,
  }),
  { maxLength: 8, selector: ({ region, kind }) => `${region} ${kind}` },
);
const inks = fc.array(
  fc.record({
    view: fc.constantFrom("front" as const, "back" as const),
    points: fc
      .array(fc.tuple(fc.integer({ min: -250, max: 250 }), fc.integer({ min: -24, max: 1_022 })), {
        minLength: 1,
        maxLength: 9,
      })
      .map((pairs) => pairs.flat()),
  }),
  { maxLength: 4 },
);
const words = fc.string({ maxLength: 60 }).map((text) => text.replaceAll("\r", ""));
const notes: fc.Arbitrary<Note> = fc.record({
  occasion: fc.constant(null),
  change: choice(CHANGES),
  says: words,
  found: words,
  techniques: some(TECHNIQUES),
  pressure: level,
  pain: level,
  abilities: fc.array(fc.record({ what: words, level }), { maxLength: 3 }),
  marks,
  ink: inks,
  assessment: words,
  exercises: some(EXERCISES),
  advice: words,
  next: choice(NEXT),
  afterwards: choice(AFTERWARDS),
});

describe("a note", () => {
  test("that a browser sends is read as it was typed", () => {
    fc.assert(
      fc.property(notes, (given) => {
        expect(readNote(structuredClone(given))).toEqual({ note: given });
      }),
    );
  });

  test("names the field that is too long, and what is wrong with the others", () => {
    expect(readNote({ ...EMPTY_NOTE, advice: "x".repeat(2001) })).toEqual({
      message: "Advice must be 2000 characters or fewer",
    });
    expect(readNote({ ...EMPTY_NOTE, marks: [{ region: "tail", kind: "pain", level: 3 }] })).toEqual({
      message: "We don’t know this region",
    });
    expect(readNote({ ...EMPTY_NOTE, pain: 11 })).toEqual({ message: expect.stringContaining("Pain") });
    expect(readNote("x")).toEqual({ message: "This is no note" });
  });

  test("started from the last one has its techniques, areas and plan, and nothing that the client said", () => {
    fc.assert(
      fc.property(notes, notes, (current, last) => {
        const started = startFromLast(current, last);
        for (const field of [
          "says",
          "change",
          "pain",
          "abilities",
          "found",
          "assessment",
          "afterwards",
          "ink",
        ] as const) {
          expect(started[field]).toEqual(current[field]);
        }
        expect(started.techniques).toEqual(last.techniques);
        expect(started.marks.map(({ region, kind }) => ({ region, kind }))).toEqual(
          last.marks.map(({ region, kind }) => ({ region, kind })),
        );
        expect(started.marks.every((mark) => mark.level === null)).toBe(true);
      }),
    );
  });

  test("locks a day after its first save, to the millisecond", () => {
    const stored = { state: "draft" as const, locksAt: locksAt(0) };
    expect(isLocked(stored, 24 * 3_600_000 - 1)).toBe(false);
    expect(isLocked(stored, 24 * 3_600_000)).toBe(true);
    expect(isLocked({ ...stored, state: "locked" }, 0)).toBe(true);
  });
});

describe("what two devices wrote", () => {
  test("stays where only one has changed", () => {
    fc.assert(
      fc.property(notes, notes, (base, changed) => {
        expect(mergeNotes(base, changed, base)).toEqual({ note: changed, both: [] });
        expect(mergeNotes(base, base, changed)).toEqual({ note: changed, both: [] });
        expect(mergeNotes(base, changed, changed)).toEqual({ note: changed, both: [] });
      }),
    );
  });

  test("is kept whole where both have typed, and named", () => {
    fc.assert(
      fc.property(notes, notes, notes, (base, mine, theirs) => {
        const { note, both } = mergeNotes(base, mine, theirs);
        for (const field of ["says", "found", "assessment", "advice"] as const) {
          if (mine[field] === base[field] || theirs[field] === base[field]) continue;
          expect(note[field]).toContain(mine[field]);
          expect(note[field]).toContain(theirs[field]);
          if (mine[field] !== theirs[field]) expect(both.map((one) => one.field)).toContain(field);
        }
      }),
    );
  });

  test("loses no mark that either has made", () => {
    fc.assert(
      fc.property(marks, marks, (mine, theirs) => {
        const merged = mergeNotes(EMPTY_NOTE, { ...EMPTY_NOTE, marks: mine }, { ...EMPTY_NOTE, marks: theirs }).note;
        const keys = (of: readonly Mark[]) => new Set(of.map(({ region, kind }) => `${region} ${kind}`));
        expect(keys(merged.marks)).toEqual(keys([...mine, ...theirs]));
      }),
    );
  });

  test("says of two numbers what each was", () => {
    const { note, both } = mergeNotes(EMPTY_NOTE, { ...EMPTY_NOTE, pain: 3 }, { ...EMPTY_NOTE, pain: 5 });
    expect(note.pain).toBe(3);
    expect(both).toEqual([{ field: "pain", mine: "3", theirs: "5" }]);
  });
});

describe("marks", () => {
  test("of one region and kind stand once, and go by both", () => {
    const once = withMark([], { region: "neck", kind: "pain", level: 3 });
    const twice = withMark(withMark(once, { region: "neck", kind: "scar", level: null }), {
      region: "neck",
      kind: "pain",
      level: 6,
    });
    expect(twice).toEqual([
      { region: "neck", kind: "pain", level: 6 },
      { region: "neck", kind: "scar", level: null },
    ]);
    expect(withoutMark(twice, { region: "neck", kind: "pain" })).toEqual([
      { region: "neck", kind: "scar", level: null },
    ]);
  });
});

describe("pasted text", () => {
  test("with headings goes to their fields", () => {
    expect(
      splitPasted("S: Stiff after driving.\nWorse at night.\nO: Turns less.\nA: Posture.\nP: Chin tucks."),
    ).toEqual({
      says: "Stiff after driving.\nWorse at night.",
      found: "Turns less.",
      assessment: "Posture.",
      advice: "Chin tucks.",
    });
    expect(splitPasted("**Subjective:** Better\r\n\r\n## Plan: Heat")).toEqual({ says: "Better", advice: "Heat" });
  });

  test("without two headings stays as it is", () => {
    expect(splitPasted("He says: a bit better")).toBeNull();
    expect(splitPasted("S: only this")).toBeNull();
  });

  test("loses no word", () => {
    const word = fc.stringMatching(/^[b-n]{4,9}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 4, maxLength: 4 }), ([one, two, three, four]) => {
        expect(splitPasted(`S: ${one}\nO - ${two}\nAssessment: ${three}\np: ${four}`)).toEqual({
          says: one,
          found: two,
          assessment: three,
          advice: four,
        });
      }),
    );
  });
});

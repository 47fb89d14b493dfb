import { z } from "zod";
import { REGIONS, type Region, regionBy } from "#app/body-map/region.ts";
import { ink, inkInWords, mergeInk } from "#app/health/ink.ts";

/** Hours between a note's first save and the moment from which nobody changes it. */
export const LOCK_HOURS = 24;
export const LONGEST_WORDS = 2_000;
/** Of an amendment, an emergency, a file for an insurer. */
export const LONGEST_REASON = 200;
const LONGEST_ABILITY = 80;
const MOST_ABILITIES = 3;
const MOST_MARKS = 60;

/** What a mark says of a region. An id is for ever: stored notes name it. */
export const MARK_KINDS = {
  pain: "Pain",
  tight: "Tight",
  numb: "Numb",
  scar: "Scar",
  leave: "Leave alone",
  worked: "Worked on",
} as const;
export type MarkKind = keyof typeof MARK_KINDS;

export const CHANGES = { better: "Better", same: "Same", worse: "Worse", new: "New" } as const;

export const TECHNIQUES = {
  "deep-strokes": "Deep strokes",
  "trigger-points": "Trigger points",
  "soft-tissue-release": "Soft tissue release",
  myofascial: "Myofascial release",
  "muscle-energy": "Muscle energy",
  friction: "Friction",
  stretching: "Stretching",
  mobilising: "Mobilising",
  "light-strokes": "Light strokes",
  taping: "Taping",
} as const;

export const EXERCISES = {
  "chin-tucks": "Chin tucks",
  "doorway-stretch": "Doorway stretch",
  "calf-stretch": "Calf stretch",
  "hip-stretch": "Hip stretch",
  "foam-roller": "Foam roller",
  "walk-daily": "Walk daily",
  heat: "Heat",
  cold: "Cold",
  "see-gp": "See the GP",
} as const;

export const NEXT = {
  "1-week": "In 1 week",
  "2-weeks": "In 2 weeks",
  "3-weeks": "In 3 weeks",
  "6-weeks": "In 6 weeks",
  needed: "When needed",
} as const;

export const AFTERWARDS = { good: "Good", sore: "Sore", "light-headed": "Light-headed", other: "Other" } as const;

/** What a note without an appointment is about. */
export const OCCASIONS = {
  call: "A call",
  reaction: "A reaction",
  letter: "A letter",
  other: "Something else",
} as const;

const idsOf = <Words extends Record<string, string>>(words: Words) =>
  z.enum(Object.keys(words) as [keyof Words & string, ...(keyof Words & string)[]]);
const zeroToTen = z.number().int().min(0).max(10).nullable();

const text = z.string().transform((typed) => typed.replaceAll("\r\n", "\n"));

const mark = z.object({
  region: z.string().refine((id) => regionBy(id) !== null, "We don’t know this region"),
  kind: idsOf(MARK_KINDS),
  level: zeroToTen,
});

const words = (label: string) =>
  text.pipe(z.string().max(LONGEST_WORDS, `${label} must be ${LONGEST_WORDS} characters or fewer`));

/** A treatment note: words, body and plan. Everything in it is sealed. */
export const note = z.object({
  occasion: idsOf(OCCASIONS).nullable(),
  change: idsOf(CHANGES).nullable(),
  says: words("What the client says"),
  found: words("What you found and did"),
  techniques: z.array(idsOf(TECHNIQUES)).max(Object.keys(TECHNIQUES).length),
  pressure: zeroToTen,
  pain: zeroToTen,
  abilities: z
    .array(
      z.object({
        what: text.pipe(z.string().max(LONGEST_ABILITY, `An activity must be ${LONGEST_ABILITY} characters or fewer`)),
        level: zeroToTen,
      }),
    )
    .max(MOST_ABILITIES),
  marks: z.array(mark).max(MOST_MARKS, `A note has at most ${MOST_MARKS} marks`),
  ink,
  assessment: words("What you make of it"),
  exercises: z.array(idsOf(EXERCISES)).max(Object.keys(EXERCISES).length),
  advice: words("Advice"),
  next: idsOf(NEXT).nullable(),
  afterwards: idsOf(AFTERWARDS).nullable(),
});

export type Note = z.output<typeof note>;
export type Mark = Note["marks"][number];
type Field = keyof Note;

export const EMPTY_NOTE: Note = {
  occasion: null,
  change: null,
  says: "",
  found: "",
  techniques: [],
  pressure: null,
  pain: null,
  abilities: [],
  marks: [],
  ink: [],
  assessment: "",
  exercises: [],
  advice: "",
  next: null,
  afterwards: null,
};

export const FIELD_LABELS: Record<Field, string> = {
  occasion: "What it is about",
  change: "Better or worse",
  says: "What the client says",
  found: "What you found and did",
  techniques: "Techniques",
  pressure: "Pressure",
  pain: "Pain",
  abilities: "Things they can’t do",
  marks: "Body",
  ink: "Ink",
  assessment: "What you make of it",
  exercises: "Exercises",
  advice: "Advice",
  next: "Next time",
  afterwards: "How they felt afterwards",
};

/** A note as the browser sends it, or what is wrong with it. */
export function readNote(json: unknown): { note: Note } | { message: string } {
  const parsed = note.safeParse(json);
  if (parsed.success) return { note: parsed.data };
  const [issue] = parsed.error.issues;
  const field = FIELD_LABELS[issue?.path[0] as Field];
  const own = issue?.code === "custom" || (issue?.code === "too_big" && issue.origin !== "number");
  return { message: own && issue ? issue.message : field ? `${field}: choose one of those shown` : "This is no note" };
}

export function isBlank(given: Note): boolean {
  return JSON.stringify({ ...given, occasion: null, abilities: named(given) }) === JSON.stringify(EMPTY_NOTE);
}

function named({ abilities }: Note): Note["abilities"] {
  return abilities.filter(({ what }) => what !== "");
}

/** A new note from the last one: techniques, areas and plan. What the client said is asked anew, and ink is of its day. */
export function startFromLast(current: Note, last: Note): Note {
  return {
    ...current,
    techniques: last.techniques,
    pressure: last.pressure,
    marks: last.marks.map((one) => ({ ...one, level: null })),
    exercises: last.exercises,
    advice: last.advice,
    next: last.next,
  };
}

/** The same mark of the same region again replaces the first. */
export function withMark(marks: readonly Mark[], changed: Mark): Mark[] {
  const isSame = (one: Mark) => one.region === changed.region && one.kind === changed.kind;
  return marks.some(isSame) ? marks.map((one) => (isSame(one) ? changed : one)) : [...marks, changed];
}

export function withoutMark(marks: readonly Mark[], { region, kind }: Omit<Mark, "level">): Mark[] {
  return marks.filter((one) => one.region !== region || one.kind !== kind);
}

/** What the client says of their body, without where hands worked. */
export function saidMarks(marks: readonly Mark[]): Mark[] {
  return marks.filter(({ kind }) => kind !== "worked");
}

/** `Tight, 6` */
export function markInWords({ kind, level }: Mark): string {
  return level === null ? MARK_KINDS[kind] : `${MARK_KINDS[kind]}, ${level}`;
}

/** Regions in the order of the body, each with its marks. */
export function byRegion(marks: readonly Mark[]): { region: Region; marks: Mark[] }[] {
  return REGIONS.map((region) => ({ region, marks: marks.filter((one) => one.region === region.id) })).filter(
    ({ marks: own }) => own.length > 0,
  );
}

/** When a note locks by itself (epoch ms UTC). */
export function locksAt(firstSavedAt: number): number {
  return firstSavedAt + LOCK_HOURS * 3_600_000;
}

/** From then on nobody changes it, whether or not the clock's job has closed it yet. */
export function isLocked(stored: { state: "draft" | "locked"; locksAt: number }, now: number): boolean {
  return stored.state === "locked" || now >= stored.locksAt;
}

type Pasted = Partial<Pick<Note, "says" | "found" | "assessment" | "advice">>;

const HEADING = /^[\s>*#_-]*(subjective|objective|assessment|analysis|plan|s|o|a|p)[*_]*(?::| [–-] )[\s*_]*(.*)$/iu;
const PLACES: Record<string, keyof Pasted> = { s: "says", o: "found", a: "assessment", p: "advice" };

/** Text with S:, O:, A: and P: headings as the fields that it belongs in; null for any other text. */
export function splitPasted(pasted: string): Pasted | null {
  const lines = pasted.replaceAll("\r\n", "\n").split("\n");
  const pieces: Record<string, string[]> = {};
  let place: keyof Pasted | null = null;
  for (const line of lines) {
    const [, heading, rest = ""] = HEADING.exec(line) ?? [];
    if (heading) place = PLACES[heading.charAt(0).toLowerCase()] ?? null;
    const key = place ?? "says";
    pieces[key] = [...(pieces[key] ?? []), heading ? rest : line];
  }
  const found = Object.entries(pieces).map(([key, lines]) => [key, lines.join("\n").trim()]);
  const headings = new Set(lines.flatMap((line) => HEADING.exec(line)?.[1]?.charAt(0).toLowerCase() ?? []));
  return headings.size < 2 ? null : Object.fromEntries(found.filter(([, words]) => words !== ""));
}

/** `both`: fields that were changed on both devices; the note holds what both wrote, and the notice says which. */
export type Merged = { note: Note; both: { field: Field; mine: string; theirs: string }[] };

/** What two devices made of one note. Words of both are kept; of two numbers or choices, mine stands. */
export function mergeNotes(base: Note, mine: Note, theirs: Note): Merged {
  const merged: Record<string, unknown> = {};
  const both: Merged["both"] = [];
  for (const field of Object.keys(EMPTY_NOTE) as Field[]) {
    const [was, here, there] = [base[field], mine[field], theirs[field]].map((value) => JSON.stringify(value));
    if (here === there || there === was) merged[field] = mine[field];
    else if (here === was) merged[field] = theirs[field];
    else {
      merged[field] = together(field, { base, mine, theirs });
      both.push({ field, mine: inWords(field, mine), theirs: inWords(field, theirs) });
    }
  }
  return { note: merged as Note, both };
}

function together(field: Field, { base, mine, theirs }: Record<"base" | "mine" | "theirs", Note>): unknown {
  if (field === "techniques" || field === "exercises") return union(base[field], mine[field], theirs[field]);
  if (field === "marks") return mergeMarks(base.marks, mine.marks, theirs.marks);
  if (field === "ink") return mergeInk(base.ink, mine.ink, theirs.ink);
  if (field === "abilities") {
    const others = theirs.abilities.filter(({ what }) => !mine.abilities.some((own) => own.what === what));
    return [...mine.abilities, ...others].slice(0, MOST_ABILITIES);
  }
  const [here, there] = [mine[field], theirs[field]];
  if (typeof here !== "string" || typeof there !== "string" || !isWords(field)) return here ?? there;
  if (here.includes(there)) return here;
  return there.includes(here) ? there : `${there}\n\n${here}`;
}

function isWords(field: Field): boolean {
  return typeof EMPTY_NOTE[field] === "string";
}

/** What both have, and what one has added; what one has removed goes. */
function union<Item extends string>(base: readonly Item[], mine: readonly Item[], theirs: readonly Item[]): Item[] {
  const isKept = (one: Item) => !base.includes(one) || (mine.includes(one) && theirs.includes(one));
  return [...new Set([...mine, ...theirs])].filter(isKept);
}

function mergeMarks(base: readonly Mark[], mine: readonly Mark[], theirs: readonly Mark[]): Mark[] {
  const keyOf = ({ region, kind }: Mark) => `${region} ${kind}`;
  const keys = union(base.map(keyOf), mine.map(keyOf), theirs.map(keyOf));
  return keys.flatMap((key) => {
    const [was, here, there] = [base, mine, theirs].map((marks) => marks.find((one) => keyOf(one) === key));
    return (here && there && here.level === was?.level ? there : (here ?? there)) ?? [];
  });
}

/** A field's content for people: `6`, `Deep strokes, Friction`. */
export function inWords(field: Field, given: Note): string {
  const value = given[field];
  if (value === null || value === "") return "nothing";
  if (field === "marks") {
    return given.marks.map((one) => `${regionBy(one.region)?.name}: ${markInWords(one)}`).join("; ") || "nothing";
  }
  if (field === "ink") return inkInWords(given.ink);
  if (field === "abilities") return given.abilities.map(abilityInWords).join("; ") || "nothing";
  const choices: Record<string, string> = {
    ...CHANGES,
    ...TECHNIQUES,
    ...EXERCISES,
    ...NEXT,
    ...AFTERWARDS,
    ...OCCASIONS,
  };
  if (Array.isArray(value)) return (value as string[]).map((one) => choices[one] ?? one).join(", ") || "nothing";
  return isWords(field) ? String(value) : (choices[String(value)] ?? String(value));
}

export function abilityInWords({ what, level }: Note["abilities"][number]): string {
  return level === null ? what : `${what} ${level} of 10`;
}

/** What a note says, in short lines; what is blank is left out. */
export function noteLines(note: Note): [string, string][] {
  const lines: [string, string][] = [
    ["About", note.occasion ? OCCASIONS[note.occasion] : ""],
    ["Says", [note.change && CHANGES[note.change], note.says].filter(Boolean).join(". ")],
    ["Pain", note.pain === null ? "" : `${note.pain} of 10`],
    [
      "Can’t do",
      note.abilities
        .filter(({ what }) => what)
        .map(abilityInWords)
        .join("; "),
    ],
    ["Found", note.found],
    ["Did", note.techniques.map((id) => TECHNIQUES[id]).join(", ")],
    ["Pressure", note.pressure === null ? "" : `${note.pressure} of 10`],
    ["Assessment", note.assessment],
    ["Exercises", note.exercises.map((id) => EXERCISES[id]).join(", ")],
    ["Advice", note.advice],
    ["Next", note.next ? NEXT[note.next] : ""],
    ["Afterwards", note.afterwards ? AFTERWARDS[note.afterwards] : ""],
  ];
  return lines.filter(([, words]) => words !== "");
}

import { REGIONS } from "#app/body-map/region.ts";
import type { Stroke } from "#app/health/ink.ts";
import { MARK_KINDS, type Mark, markInWords, type Note, saidMarks } from "#app/health/note.ts";

/** A level from 0 to 10, with the instant of its appointment (epoch ms). */
export type Point = { at: number; level: number };

/** What is asked again at each appointment. Pain is gone at 0; an activity is as before at 10. */
export type Line = { label: string; points: Point[] };

export const PAIN = "Pain";

type Reported = { at: number; note: Pick<Note, "pain" | "abilities"> };

/** Pain by when it was said, the oldest first. */
export function painOf(notes: readonly Reported[]): Point[] {
  const inOrder = notes.toSorted((a, b) => a.at - b.at);
  return inOrder.flatMap(({ at, note }) => (note.pain === null ? [] : [{ at, level: note.pain }]));
}

/** Pain, and each thing that they can't do, by when it was said. An activity is the same one however it is spelt. */
export function linesOf(notes: readonly Reported[]): Line[] {
  const inOrder = notes.toSorted((a, b) => a.at - b.at);
  const activities = new Map<string, Line>();
  for (const { at, note } of inOrder) {
    for (const { what, level } of note.abilities) {
      const label = what.trim().replace(/\s+/g, " ");
      if (level === null || label === "") continue;
      const key = label.toLowerCase();
      const points = activities.get(key)?.points ?? [];
      activities.set(key, { label, points: [...points, { at, level }] });
    }
  }
  return [{ label: PAIN, points: painOf(notes) }, ...activities.values()].filter(({ points }) => points.length > 0);
}

/** The rows of the same as a table: an instant, and of each line the level then; null where none was said. */
export function rowsOf(lines: readonly Line[]): { at: number; levels: (number | null)[] }[] {
  const instants = [...new Set(lines.flatMap(({ points }) => points.map(({ at }) => at)))].sort((a, b) => a - b);
  const levelOf = ({ points }: Line, instant: number) => points.findLast(({ at }) => at === instant)?.level ?? null;
  return instants.map((at) => ({ at, levels: lines.map((line) => levelOf(line, at)) }));
}

type Placed = Point & { x: number };

/**
 * Where each point stands between 0 and `width`, by its date, and which points get their number or date written beside
 * them, so that two are never nearer than `apart`. The first and the last always do.
 */
export function placesOf(points: readonly Point[], { width, apart }: { width: number; apart: number }) {
  const [from = 0, to = 0] = [points[0]?.at, points.at(-1)?.at];
  const span = Math.max(1, to - from);
  const places: Placed[] = points.map((point) => ({ ...point, x: (width * (point.at - from)) / span }));
  const written: Placed[] = [];
  for (const place of places) {
    const isLast = place === places.at(-1);
    while (isLast && written.length > 1 && place.x - (written.at(-1)?.x ?? 0) < apart) written.pop();
    if (isLast || place.x - (written.at(-1)?.x ?? Number.NEGATIVE_INFINITY) >= apart) written.push(place);
  }
  return { places, written };
}

/** How the marks of one region changed: `Lower back, left: Pain, 6, then Pain, 2`. Regions in the order of the body. */
export function changesOf(before: readonly Mark[], after: readonly Mark[]): string[] {
  const at = (marks: readonly Mark[], region: string) => {
    const own = marks.filter((one) => one.region === region);
    return Object.keys(MARK_KINDS).flatMap((kind) => own.filter((one) => one.kind === kind).map(markInWords));
  };
  return REGIONS.flatMap(({ id, name }) => {
    const [was, is] = [at(before, id).join("; "), at(after, id).join("; ")];
    if (was === is) return was === "" ? [] : [`${name}: ${was}, as before`];
    return [`${name}: ${was || "nothing"}, then ${is || "nothing"}`];
  });
}

type Charted = { id: string; at: number; note: Pick<Note, "pain" | "abilities" | "marks" | "ink"> };

/** A body as it was marked in one note. */
export type Chart = { id: string; at: number; marks: Mark[]; ink: Stroke[] };

/** All that is plotted of somebody's notes. `charts`: those to choose from; of two, the earlier one is `before`. */
export type ProgressView = {
  lines: Line[];
  charts: Pick<Chart, "id" | "at">[];
  before: Chart | null;
  after: Chart | null;
};

/** `chosen`: the ids of two notes; the first and the last with marks or ink where they name none. */
export function viewProgress(notes: readonly Charted[], chosen: readonly (string | null)[]): ProgressView {
  const charts = notes
    .map(({ id, at, note: { marks, ink } }) => ({ id, at, marks: saidMarks(marks), ink }))
    .filter(({ marks, ink }) => marks.length > 0 || ink.length > 0)
    .toSorted((a, b) => a.at - b.at);
  const named = (id: string | null | undefined) => charts.find((one) => one.id === id);
  const two = [named(chosen[0]) ?? charts[0], named(chosen[1]) ?? charts.at(-1)].flatMap((one) => one ?? []);
  const [before = null, after = null] = two.toSorted((a, b) => a.at - b.at);
  return { lines: linesOf(notes), charts: charts.map(({ id, at }) => ({ id, at })), before, after };
}

/** Whether anything was said of two appointments at least. */
export function isComparable({ lines, charts }: ProgressView): boolean {
  return charts.length > 1 || lines.some(({ points }) => points.length > 1);
}

import { overlaps } from "#app/availability/interval.ts";
import type { Piece } from "#app/diary/day-axis.ts";
import type { DayColumn } from "#app/diary/day-columns.ts";
import type { DayEntry } from "#app/diary/day-entries.ts";

/** Where an entry is held above the diary: a column's number and a place in it. */
export type Dragged = Piece & { column: number };

/** What an entry would find there. The server decides; this only tells it early. */
export type DropPreview = { kind: "free" | "outside" } | { kind: "taken" | "closed"; what: string };

export function previewDrop(column: DayColumn, entry: DayEntry, { at, lasts }: Piece): DropPreview {
  const block = { start: at - entry.before, end: at + lasts + entry.after };
  const other = column.entries.find(
    (candidate) =>
      candidate.id !== entry.id &&
      overlaps(block, {
        start: candidate.at - candidate.before,
        end: candidate.at + candidate.lasts + candidate.after,
      }),
  );
  if (other) return { kind: "taken", what: other.name };
  const closed = column.unavailable.find((piece) =>
    overlaps({ start: piece.at, end: piece.at + piece.lasts }, { start: at, end: at + lasts }),
  );
  if (closed) return { kind: "closed", what: closed.title };
  const isWithin = column.working.some((piece) => piece.at <= at && at + lasts <= piece.at + piece.lasts);
  return { kind: isWithin ? "free" : "outside" };
}

export function dropPreviewInWords(preview: DropPreview): string {
  switch (preview.kind) {
    case "free":
      return "Free";
    case "taken":
      return `Taken: ${preview.what}`;
    case "closed":
      return preview.what;
    case "outside":
      return "Outside working hours";
  }
}

const STEP = 15;

/** The step of an arrow key, and with Shift of the length; null for another key. Kept within the columns. */
export function stepped(
  piece: Dragged,
  key: string,
  { columns, isLength }: Columns & { isLength: boolean },
): Dragged | null {
  const down = { ArrowDown: 1, ArrowUp: -1 }[key];
  const right = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (down && isLength) return within({ ...piece, lasts: Math.max(STEP, piece.lasts + down * STEP) }, columns);
  if (down) return within({ ...piece, at: snapped(piece.at, down) }, columns);
  if (right) return within({ ...piece, column: piece.column + right }, columns);
  return null;
}

type Columns = { columns: readonly DayColumn[] };

/** The next quarter of an hour in a direction: from 09:10 down to 09:15, up to 09:00. */
function snapped(at: number, by: number): number {
  return by > 0 ? (Math.floor(at / STEP) + 1) * STEP : (Math.ceil(at / STEP) - 1) * STEP;
}

export function nearestQuarter(at: number): number {
  return Math.round(at / STEP) * STEP;
}

/** The same, moved onto the diary. */
export function within({ column, at, lasts }: Dragged, columns: readonly DayColumn[]): Dragged {
  const kept = Math.min(Math.max(0, column), columns.length - 1);
  const most = columns[kept]?.axis.minutes ?? 0;
  return { column: kept, lasts, at: Math.max(0, Math.min(at, most - lasts)) };
}

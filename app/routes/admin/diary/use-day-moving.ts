import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { instantAt, timeAt } from "#app/diary/day-axis.ts";
import type { DayDrawing } from "#app/diary/day-columns.ts";
import type { DayEntry } from "#app/diary/day-entries.ts";
import { type Dragged, type DropPreview, dropPreviewInWords, previewDrop, stepped } from "#app/diary/drop-preview.ts";
import type { Dropped } from "#app/routes/admin/diary/use-dragging.ts";

/** An entry that is being moved. `sent`: dropped, and the server has not answered yet. */
export type Lifted = { entry: DayEntry; from: Dragged; to: Dragged; preview: DropPreview; sent: boolean };

/** Moves entries of the day view by keyboard or pointer; what happens is said in words for a live region. */
export function useDayMoving({ columns }: DayDrawing, onDrop: (dragged: Dropped) => void) {
  const [lifted, setDrawn] = useState<Lifted | null>(null);
  // A pointer drops before its last move is drawn.
  const latest = useRef<Lifted | null>(null);
  const [said, setSaid] = useState("");
  const lastMoved = useRef<string | null>(null);

  // A moved entry is drawn anew in its column, and its focus goes with it.
  useLayoutEffect(() => {
    if (!lastMoved.current || document.activeElement !== document.body) return;
    document.getElementById(entryId(lastMoved.current))?.focus({ preventScroll: true });
  }, [columns]);

  function setLifted(next: Lifted | null) {
    latest.current = next;
    setDrawn(next);
  }

  function inWords({ column, at }: Dragged): string {
    const target = columns[column];
    return target ? `${timeAt(target.axis, at)}, ${target.title}` : "";
  }

  function lift(entry: DayEntry, from: Dragged) {
    setLifted({ entry, from, to: from, preview: { kind: "free" }, sent: false });
    setSaid(`Moving ${entry.name}, ${inWords(from)}. Arrow keys choose, Enter drops, Escape puts it back.`);
  }

  /** Only into a column of somebody who can be booked. */
  function carry(to: Dragged) {
    const target = columns[to.column];
    const carried = latest.current;
    if (!carried || carried.sent || !target?.therapist.slug || isSame(carried.to, to)) return;
    const preview = previewDrop(target, carried.entry, to);
    setLifted({ ...carried, to, preview });
    const length = to.lasts === carried.from.lasts ? "" : `, ${lengthOf(carried, to)} minutes`;
    setSaid(`${inWords(to)}${length}. ${dropPreviewInWords(preview)}.`);
  }

  function putBack(words = "Put back.") {
    setLifted(null);
    setSaid(words);
  }

  function drop() {
    const dropped = latest.current;
    if (!dropped || dropped.sent) return;
    const { entry, from, to } = dropped;
    const target = columns[to.column];
    const before = columns[from.column];
    if (!target || !before || isSame(from, to)) return putBack("Not moved.");
    lastMoved.current = entry.id;
    setLifted({ ...dropped, sent: true });
    const isSamePerson = target.therapist.id === before.therapist.id;
    onDrop({
      id: entry.id,
      name: entry.name,
      sequence: entry.sequence,
      start: instantAt(target.axis, to.at),
      minutes: lengthOf(dropped, to),
      therapist: isSamePerson ? undefined : (target.therapist.slug ?? undefined),
      revert: () => putBack(),
      onMoved: () => putBack(`Moved to ${inWords(to)}.`),
    });
  }

  function onKeyDown(event: KeyboardEvent, entry: DayEntry, at: Dragged) {
    const carried = latest.current;
    if (!carried) {
      if (event.key !== " ") return;
      event.preventDefault();
      return lift(entry, at);
    }
    if (carried.sent || carried.entry.id !== entry.id) return;
    if (event.key === "Tab") return putBack();
    const next = stepped(carried.to, event.key, { columns, isLength: event.shiftKey });
    if (next) carry(next);
    else if (event.key === "Escape") putBack();
    else if (event.key === "Enter" || event.key === " ") drop();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return { lifted, said, lift, carry, drop, putBack, onKeyDown };
}

function isSame(a: Dragged, b: Dragged): boolean {
  return a.column === b.column && a.at === b.at && a.lasts === b.lasts;
}

export function entryId(id: string): string {
  return `entry-${id}`;
}

/** A length that nobody changed is kept to the minute. */
function lengthOf({ entry, from }: Lifted, to: Dragged): number {
  return to.lasts === from.lasts ? entry.minutes : Math.max(5, to.lasts - entry.extra);
}

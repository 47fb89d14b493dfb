import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from "react";
import type { DayDrawing } from "#app/diary/day-columns.ts";
import type { DayEntry } from "#app/diary/day-entries.ts";
import { type Dragged, nearestQuarter, within } from "#app/diary/drop-preview.ts";
import type { useDayMoving } from "#app/routes/admin/diary/use-day-moving.ts";

const FAR_ENOUGH = 5;
// A finger that moves sooner scrolls.
const PRESS_MS = 350;
const EDGE = 90;

type Press = {
  entry: DayEntry;
  from: Dragged;
  isEdge: boolean;
  isTouch: boolean;
  pointerId: number;
  x: number;
  y: number;
  /** How far below its column's top it was pressed, in pixels. */
  below: number;
  timer: number;
  isMoving: boolean;
};

type Moving = ReturnType<typeof useDayMoving>;

/** Lifts an entry by mouse, pen or a long press of a finger; by its lower edge it is lengthened. */
export function useDayPointer(root: RefObject<HTMLElement | null>, { columns }: DayDrawing, moving: Moving) {
  const press = useRef<Press | null>(null);
  const justMoved = useRef(false);

  useEffect(() => {
    const element = root.current;
    // React's own listeners are passive, and a finger that carries an entry must not scroll.
    const hold = (event: TouchEvent) => press.current?.isMoving && event.preventDefault();
    element?.addEventListener("touchmove", hold, { passive: false });
    return () => element?.removeEventListener("touchmove", hold);
  }, [root]);

  function begin(at: Press) {
    at.isMoving = true;
    moving.lift(at.entry, at.from);
  }

  function end() {
    if (press.current) clearTimeout(press.current.timer);
    press.current = null;
  }

  function onPointerDown(event: PointerEvent<HTMLElement>, entry: DayEntry, from: Dragged) {
    if (event.button !== 0 || press.current || moving.lifted) return;
    justMoved.current = false;
    const isTouch = event.pointerType === "touch";
    const isEdge = (event.target as HTMLElement).dataset.edge !== undefined;
    const { pointerId, clientX: x, clientY: y, currentTarget: element } = event;
    const below = y - (bodies()[from.column]?.getBoundingClientRect().top ?? 0);
    const at: Press = { entry, from, isEdge, isTouch, pointerId, x, y, below, timer: 0, isMoving: false };
    if (isTouch) at.timer = window.setTimeout(() => begin(at), PRESS_MS);
    // From the start: a press on the lower edge leaves the entry with its first move.
    element.setPointerCapture(pointerId);
    press.current = at;
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const at = press.current;
    if (!at || at.pointerId !== event.pointerId) return;
    const isFar = Math.hypot(event.clientX - at.x, event.clientY - at.y) > FAR_ENOUGH;
    if (!at.isMoving && !isFar) return;
    if (!at.isMoving && at.isTouch) return end();
    if (!at.isMoving) return begin(at);
    scrollAtEdge(event.clientY);
    moving.carry(targetOf(at, event));
  }

  function bodies(): HTMLElement[] {
    return [...(root.current?.querySelectorAll<HTMLElement>("[data-column]") ?? [])];
  }

  function targetOf({ from, isEdge, below, x }: Press, event: PointerEvent): Dragged {
    const all = bodies();
    const own = all[from.column]?.getBoundingClientRect();
    if (!own) return from;
    const moved = ((event.clientY - own.top - below) / own.height) * (columns[from.column]?.axis.minutes ?? 0);
    if (isEdge) return { ...from, lasts: Math.max(15, nearestQuarter(from.at + from.lasts + moved) - from.at) };
    const under = all.findIndex((body) => {
      const { left, right } = body.getBoundingClientRect();
      return left <= event.clientX && event.clientX < right;
    });
    const column = under < 0 ? (event.clientX < x ? 0 : all.length - 1) : under;
    return within({ column, lasts: from.lasts, at: nearestQuarter(from.at + moved) }, columns);
  }

  function onPointerUp() {
    const at = press.current;
    end();
    if (!at?.isMoving) return;
    justMoved.current = true;
    moving.drop();
  }

  function onPointerCancel() {
    const at = press.current;
    end();
    if (!at?.isMoving) return;
    moving.putBack();
  }

  /** The press that ends a drag opens nothing; the Enter key opens. */
  function onClickCapture(event: MouseEvent) {
    if (event.detail === 0 || (!justMoved.current && !moving.lifted)) return;
    justMoved.current = false;
    event.preventDefault();
    event.stopPropagation();
  }

  /** A long press of a finger carries; it opens no menu. */
  function onContextMenu(event: MouseEvent) {
    if (press.current?.isTouch) event.preventDefault();
  }

  return { onContextMenu, onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onClickCapture };
}

function scrollAtEdge(y: number) {
  if (y < EDGE) window.scrollBy(0, -12);
  else if (y > window.innerHeight - EDGE) window.scrollBy(0, 12);
}
